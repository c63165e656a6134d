# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFOLDER=DIR -DINTO=DIR -P web_files.cmake: writes INTO/web_files.cpp, the table of agentd/master/web/web_files.h with the
# files of FOLDER. The assembler includes them as they are, so that their size costs the compiler nothing. Without FOLDER the
# table is empty. The copy in INTO is what is included: another build may make FOLDER anew.
cmake_minimum_required(VERSION 3.25)

set(type_css "text/css; charset=utf-8")
set(type_html "text/html; charset=utf-8")
set(type_js "text/javascript; charset=utf-8")
set(type_json "application/json")
set(type_png "image/png")
set(type_svg "image/svg+xml")
set(type_txt "text/plain; charset=utf-8")
set(type_webmanifest "application/manifest+json")
set(type_woff2 "font/woff2")

set(data "")
set(rows "")
set(count 0)

# The view of a file's bytes in `view`.
function(embed path)
    set(symbol muster_web_file_${count})
    math(EXPR next "${count} + 1")
    file(SIZE ${path} size)
    string(APPEND data "asm(\".section .rodata\\n.balign 16\\n.hidden ${symbol}\\n.globl ${symbol}\\n${symbol}:\\n\"\n"
        "    \".incbin \\\"${path}\\\"\\n.previous\\n\");\n"
        "extern \"C\" __attribute__((visibility(\"hidden\"))) const char ${symbol}[];\n")
    set(count ${next} PARENT_SCOPE)
    set(data "${data}" PARENT_SCOPE)
    set(view "{${symbol}, ${size}}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${INTO}/dist)
if(FOLDER)
    file(COPY ${FOLDER}/ DESTINATION ${INTO}/dist)
    file(GLOB_RECURSE paths RELATIVE ${INTO}/dist ${INTO}/dist/*)
    list(SORT paths)
    if(NOT index.html IN_LIST paths)
        message(FATAL_ERROR "${FOLDER} has no index.html: the front end's build has failed")
    endif()
    foreach(path IN LISTS paths)
        string(REGEX MATCH "[^.]*$" ending "${path}")
        if(ending STREQUAL gz)
            continue() # goes with the file that it is of
        endif()
        if(NOT DEFINED type_${ending})
            message(FATAL_ERROR "No content type is known for ${path}: add it to cmake/web_files.cmake")
        endif()
        embed(${INTO}/dist/${path})
        set(bytes "${view}")
        set(gzip "{}")
        if(EXISTS ${INTO}/dist/${path}.gz)
            embed(${INTO}/dist/${path}.gz)
            set(gzip "${view}")
        endif()
        file(SHA256 ${INTO}/dist/${path} hash)
        string(SUBSTRING ${hash} 0 32 hash)
        string(APPEND rows
            "        {\"${path}\", \"${type_${ending}}\", ${bytes}, ${gzip}, \"\\\"${hash}\\\"\"},\n")
    endforeach()
endif()

if(rows)
    set(body "    static constexpr WebFile kFiles[] = {\n${rows}    };\n    return kFiles;\n")
else()
    set(body "    return {};\n")
endif()
file(WRITE ${INTO}/web_files.cpp
    "// Made by cmake/web_files.cmake.\n#include \"agentd/master/web/web_files.h\"\n\n${data}\n"
    "namespace muster::agentd {\n\nstd::span<const WebFile> webFiles() {\n${body}}\n\n} // namespace muster::agentd\n")

# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# The web page inside the daemon: what the front end's own build makes of app/web, as data of one small library. The program
# needs no Node.js; without npm, or with -DMUSTER_WEB=OFF, the page says what is missing.
find_program(MUSTER_NPM npm)
if(MUSTER_NPM)
    set(hasNpm ON)
else()
    set(hasNpm OFF)
endif()
option(MUSTER_WEB "Build the web page, which needs npm" ${hasNpm})

set(web ${CMAKE_SOURCE_DIR}/app/web)
set(made ${CMAKE_BINARY_DIR}/web)
file(MAKE_DIRECTORY ${made})
set(folder "")
set(built "")
if(MUSTER_WEB)
    find_program(MUSTER_NPM npm REQUIRED)
    set(folder ${web}/dist)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/* ${CMAKE_SOURCE_DIR}/translations/*.ts
        ${CMAKE_SOURCE_DIR}/resources/icons/*.svg)
    list(APPEND sources ${web}/package.json ${web}/tsconfig.json ${web}/build.mjs)
    add_custom_command(OUTPUT ${web}/node_modules/.package-lock.json
        COMMAND ${MUSTER_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
        DEPENDS ${web}/package.json ${web}/package-lock.json
        WORKING_DIRECTORY ${web} COMMENT "Fetching what the web page is built with (npm)" VERBATIM)
    set(built ${made}/built)
    set(generated ${CMAKE_BINARY_DIR}/generated/web) # of app/web/declarations
    list(APPEND sources muster-web-generated ${generated}/declarations.ts)
    add_custom_command(OUTPUT ${built}
        COMMAND ${CMAKE_COMMAND} -E env MUSTER_WEB_GENERATED=${generated} ${MUSTER_NPM} run build --silent
        COMMAND ${CMAKE_COMMAND} -E touch ${built}
        DEPENDS ${sources} ${web}/node_modules/.package-lock.json
        WORKING_DIRECTORY ${web} COMMENT "Building the web page" VERBATIM)
endif()

add_custom_command(OUTPUT ${made}/web_files.cpp
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DINTO=${made} -P ${CMAKE_SOURCE_DIR}/cmake/web_files.cmake
    DEPENDS ${built} cmake/web_files.cmake VERBATIM)
muster_library(muster-web-files SOURCES ${made}/web_files.cpp)

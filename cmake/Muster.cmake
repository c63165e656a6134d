# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# What every target of the tree shares: language level, warnings, hardening, output folders.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

find_program(MUSTER_CCACHE ccache)
if(MUSTER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${MUSTER_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${MUSTER_CCACHE})
endif()

add_library(muster-options INTERFACE)
target_include_directories(muster-options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(muster-options INTERFACE
    -Wall -Wextra -Wpedantic -Wno-missing-field-initializers
    $<$<BOOL:${MUSTER_WERROR}>:-Werror>
    $<$<NOT:$<CONFIG:Debug>>:-fstack-protector-strong;-D_GLIBCXX_ASSERTIONS>)
target_link_options(muster-options INTERFACE -Wl,-z,relro,-z,now -Wl,--as-needed)

# muster_library(NAME SOURCES ... LINK ...): a static library of one folder.
function(muster_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC muster-options ${ARG_LINK})
endfunction()

# muster_program(NAME SOURCES ... LINK ...): a program in build/<preset>/bin.
function(muster_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE muster-options ${ARG_LINK})
endfunction()

# muster_test(NAME SOURCES ... LINK ... LABELS ... TIMEOUT s): a GoogleTest program; ctest lists each of
# its test cases. A skipped case prints its reason and counts as skipped.
function(muster_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE muster-options ${ARG_LINK} GTest::gtest GTest::gtest_main)
    target_compile_definitions(${name} PRIVATE
        MUSTER_SOURCE_DIR="${CMAKE_SOURCE_DIR}" MUSTER_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
endfunction()

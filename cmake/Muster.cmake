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
    # Precompiled headers count as their content, and a clone elsewhere is the same source.
    set(MUSTER_CCACHE ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${MUSTER_CCACHE})
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

# Where this tree is, for the tests that read its files or start its programs. No command line and no precompiled header
# names the tree: a compiler cache then serves every clone, wherever it is.
configure_file(cmake/paths.h.in ${CMAKE_BINARY_DIR}/generated/tests/support/paths.h @ONLY)
include_directories(${CMAKE_BINARY_DIR}/generated)

# GCC 12 finds "out of bounds" in text that std::string joins from literals (GCC bug 105329), depending on the length of
# this folder's name. The sanitizers look at the same code.
set(MUSTER_TEST_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-restrict>)
# A test runs once for each time it is compiled: what it tests is optimised, it is not. Half of the build's time, and most of
# it with sanitizers.
set(MUSTER_TEST_SPEED $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-O0>)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set(MUSTER_TEST_SPEED -O0)
endif()

# What nearly every source includes, compiled once for libraries and once for tests. GCC only: clang wants equal
# definitions.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/precompiled.cpp CONTENT "int main() {}\n")
    add_library(muster-precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
    target_precompile_headers(muster-precompiled PRIVATE <cmake/precompiled.h>)
    add_executable(muster-precompiled-tests EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/precompiled.cpp)
    target_precompile_headers(muster-precompiled-tests PRIVATE <cmake/precompiled_tests.h>)
    foreach(target muster-precompiled muster-precompiled-tests)
        target_link_libraries(${target} PRIVATE muster-options fmt::fmt tl::expected)
    endforeach()
    target_link_libraries(muster-precompiled-tests PRIVATE GTest::gtest)
    target_compile_options(muster-precompiled-tests PRIVATE ${MUSTER_TEST_SPEED})
endif()

# Compiles `batch` sources of a target together where that takes much less time than one by one: the release and asan presets do
# so, dev compiles what was changed.
function(muster_unity name batch)
    if(MUSTER_UNITY AND batch)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
        # GCC 12 inlines more of such a source, and then takes a member of a variant that is not there for one that is used.
        # It also takes what is local to an included source for what a header shows to several. The dev preset keeps both
        # warnings.
        target_compile_options(${name} PRIVATE
            $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-subobject-linkage>)
    endif()
endfunction()

# Where sources share more headers than the common ones: PRECOMPILE has the header's path from the root of the tree, or the
# name of a target that precompiles the same.
function(muster_precompile name common header)
    if(header MATCHES "\\.h$")
        target_precompile_headers(${name} PRIVATE <cmake/${common}.h> <${header}>)
    else()
        target_precompile_headers(${name} REUSE_FROM ${header})
    endif()
endfunction()

# muster_library(NAME SOURCES ... LINK ... PRECOMPILE header UNITY n): a static library of one folder.
function(muster_library name)
    cmake_parse_arguments(ARG "" "PRECOMPILE;UNITY" "SOURCES;LINK" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    muster_unity(${name} "${ARG_UNITY}")
    target_link_libraries(${name} PUBLIC muster-options ${ARG_LINK})
    if(NOT TARGET muster-precompiled)
    elseif(ARG_PRECOMPILE)
        muster_precompile(${name} precompiled ${ARG_PRECOMPILE})
    elseif("${ARG_LINK}" MATCHES "fmt::fmt(;|$)|muster-")
        target_precompile_headers(${name} REUSE_FROM muster-precompiled)
    endif()
endfunction()

# muster_program(NAME SOURCES ... LINK ...): a program in build/<preset>/bin.
function(muster_program name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE muster-options ${ARG_LINK})
endfunction()

# muster_test(NAME SOURCES ... LINK ... LABELS ... TIMEOUT s PRECOMPILE header UNITY n): a GoogleTest program; ctest lists
# each of its test cases. A skipped case prints its reason and counts as skipped. Most of what a test costs to compile is
# what its headers cost: eight sources compile together, or UNITY n.
function(muster_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT;PRECOMPILE;UNITY" "SOURCES;LINK;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    if(NOT ARG_UNITY)
        set(ARG_UNITY 8)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE muster-options ${ARG_LINK} GTest::gtest GTest::gtest_main)
    target_compile_options(${name} PRIVATE ${MUSTER_TEST_OPTIONS} ${MUSTER_TEST_SPEED})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    muster_unity(${name} "${ARG_UNITY}")
    # Not where Qt asks for -fPIC, nor with the simulator, which takes fmt as headers only.
    if(NOT TARGET muster-precompiled-tests)
    elseif(ARG_PRECOMPILE)
        muster_precompile(${name} precompiled_tests ${ARG_PRECOMPILE})
    elseif(NOT "${ARG_LINK}" MATCHES "gui|sim-model")
        target_precompile_headers(${name} REUSE_FROM muster-precompiled-tests)
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT})
    # Those that start daemons or containers wait most of the time: one after the other, beside what only computes.
    if("${ARG_LABELS}" MATCHES "e2e|root")
        set_tests_properties(${name} PROPERTIES RESOURCE_LOCK host)
    endif()
endfunction()

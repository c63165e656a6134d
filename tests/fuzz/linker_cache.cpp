// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/linker_cache.h"

#include "tests/fuzz/check.h"

// A host's /etc/ld.so.cache.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    const auto libraries = container::driver::parseLinkerCache(fuzz::textOf(data, size));
    if (!libraries) {
        return 0;
    }
    for (const auto& library : *libraries) {
        fuzz::check(library.soname.find('/') == std::string::npos && library.soname != "..",
            "a name is a file's");
        fuzz::check(
            library.path.starts_with('/') && (library.path + '/').find("/../") == std::string::npos,
            "a path is absolute and stays below the root");
    }
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/proto/json_scanner.h"
#include "tests/fuzz/check.h"

// What another parser takes, ours takes too, down to its depth and the range of numbers. For the
// other one NUL ends the text, and it skips a byte order mark.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    const auto text = fuzz::textOf(data, size);
    if (text.find('\0') != std::string_view::npos || text.starts_with('\xef')) {
        return 0;
    }
    proto::JsonScanner scanner(text);
    const bool taken = scanner.skip() && scanner.atEnd();
    const auto error = taken ? std::string() : scanner.error();
    if (!taken && error != "Value out of range" && !error.starts_with("nested deeper")) {
        fuzz::check(!nlohmann::json::accept(text), "ours takes what another parser takes");
    }
    return 0;
}

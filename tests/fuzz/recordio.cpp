// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/recordio.h"

#include "tests/fuzz/check.h"

// A stream, whole and byte by byte: the same records, or an error.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    const auto stream = fuzz::textOf(data, size);
    proto::RecordDecoder whole(1000);
    const auto records = whole.decode(stream);

    proto::RecordDecoder pieces(1000);
    std::vector<std::string> out;
    bool failed = false;
    for (std::size_t i = 0; i < stream.size() && !failed; ++i) {
        const auto some = pieces.decode(stream.substr(i, 1));
        failed = !some;
        if (some) {
            out.insert(out.end(), some->begin(), some->end());
        }
    }
    fuzz::check(failed == !records, "an error does not depend on the pieces");
    fuzz::check(failed || out == *records, "the records do not depend on the pieces");
    fuzz::check(whole.atBoundary() == pieces.atBoundary(), "nor does the boundary");
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/chunk.cpp" // its checksum is nobody else's business

#include "tests/fuzz/check.h"

// The input behind the version byte and with its right checksum: no fuzzer would guess that.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    std::string bytes = history::kVersion + std::string(fuzz::textOf(data, size));
    const auto sum = history::checksum(bytes);
    bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    const auto chunk = history::ChunkView::parse(bytes);
    if (!chunk) {
        return 0;
    }
    static history::Samples::Column samples;
    static history::Buckets::Column buckets;
    for (std::size_t section = 0; section < 3; ++section) {
        (void)chunk->read(section, samples);
        (void)chunk->read(section, history::Level::Minute, buckets);
    }
    return 0;
}

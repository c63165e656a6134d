// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/protocol.h"

#include "tests/fuzz/check.h"

// A frame's payload, and a stream of frames.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    const auto bytes = fuzz::textOf(data, size);
    if (const auto reply = gpu::decodeReply(bytes)) {
        gpu::FrameReader reader;
        reader.append(gpu::encode(*reply));
        const auto payload = reader.next();
        fuzz::check(payload && *payload && gpu::decodeReply(**payload).has_value(),
            "a reply that was read is written as one");
    }
    (void)gpu::decodeRequest(bytes);
    gpu::FrameReader reader;
    reader.append(bytes);
    while (true) {
        const auto payload = reader.next();
        if (!payload || !*payload) {
            return 0;
        }
    }
}

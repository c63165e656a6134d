// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/gpu/discovery.h"
#include "core/gpu/sample.h"
#include "core/kernel/base/result.h"

namespace muster::gpu {

// What the agent and muster-nvml say to each other: frames of a 4-byte little-endian length and a
// payload. A request is one byte; each but Shutdown gets one reply. Both programs come from one
// build, so there is no version. Anything that does not decode to the last byte is an error, never
// a guess.
enum class Request : std::uint8_t { Discover = 1, SampleFast, SampleSlow, Shutdown };
using Answer = std::variant<Discovery, Sample>;
using Reply = Result<Answer>;

inline constexpr std::size_t kLargestPayload = 4 << 20;

std::string encode(Request request);
std::string encode(
    const Reply& reply); // whole frames; lists longer than 4096 and texts over 4 KiB are cut

Result<Request> decodeRequest(std::string_view payload);
Result<Reply> decodeReply(std::string_view payload); // the outer error: it is no reply at all

// Puts the bytes of a stream back into frames.
class FrameReader {
public:
    void append(std::string_view bytes) { m_bytes.append(bytes); }
    // The next whole payload, nothing when more bytes are needed, an error when the stream is
    // broken.
    Result<std::optional<std::string>> next();

private:
    std::string m_bytes;
};

} // namespace muster::gpu

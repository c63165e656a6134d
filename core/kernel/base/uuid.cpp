// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/uuid.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster {
namespace {

// SplitMix64 (Steele, Lea, Flood, OOPSLA'14): every seed gives a full-period sequence.
std::uint64_t splitMix(std::uint64_t& state) {
    auto z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

} // namespace

std::string Uuid::text() const {
    std::string out;
    out.reserve(36);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            out += '-';
        }
        fmt::format_to(std::back_inserter(out), "{:02x}", bytes[i]);
    }
    return out;
}

std::optional<Uuid> Uuid::fromRaw(std::string_view raw) {
    Uuid uuid;
    if (raw.size() != uuid.bytes.size()) {
        return std::nullopt;
    }
    std::copy(raw.begin(), raw.end(), uuid.bytes.begin());
    return uuid;
}

Uuid UuidSequence::next() {
    Uuid uuid;
    for (std::size_t half = 0; half < 2; ++half) {
        auto word = splitMix(m_state);
        for (std::size_t i = 0; i < 8; ++i, word >>= 8) {
            uuid.bytes[half * 8 + i] = static_cast<std::uint8_t>(word);
        }
    }
    uuid.bytes[6] = static_cast<std::uint8_t>((uuid.bytes[6] & 0x0f) | 0x40);
    uuid.bytes[8] = static_cast<std::uint8_t>((uuid.bytes[8] & 0x3f) | 0x80);
    return uuid;
}

} // namespace muster

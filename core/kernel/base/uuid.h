// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace muster {

// 16 raw bytes, as Mesos carries the id of a status update.
struct Uuid {
    std::array<std::uint8_t, 16> bytes{};

    auto operator<=>(const Uuid&) const = default;
    std::string text() const; // 8-4-4-4-12 lower-case hex
    std::string raw() const { return {bytes.begin(), bytes.end()}; }
    static std::optional<Uuid> fromRaw(std::string_view raw); // nothing unless 16 bytes
};

// An endless sequence of version-4 shaped UUIDs from a seed: the kernel draws no random numbers, so
// the shell hands each state machine one seed at its start. Not thread-safe, not for secrets.
class UuidSequence {
public:
    explicit UuidSequence(std::uint64_t seed) : m_state(seed) { }
    Uuid next();

private:
    std::uint64_t m_state;
};

} // namespace muster

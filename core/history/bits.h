// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/history/column.h"

namespace muster::history {

// Rice codes, least significant bit first: q zeros, a one, then the k low bits, where q = value >>
// k. A value of q >= kEscape is kEscape zeros, a one and 64 plain bits, so that one outlier costs
// 85 bits and not a million.
inline constexpr unsigned kEscape = 20;
inline constexpr unsigned kMaxRice = 36; // kEscape + 1 + k bits fit into one unaligned load of 57

static_assert(std::endian::native == std::endian::little, "words are stored as they lie in memory");

inline std::uint64_t lowBits(std::uint64_t value, unsigned count) {
    return value & ((std::uint64_t{1} << count) - 1);
}

class BitWriter {
public:
    void putRice(std::uint64_t value, unsigned k) {
        const auto q = value >> k;
        if (q < kEscape) [[likely]] {
            const auto quotient = static_cast<unsigned>(q);
            put((lowBits(value, k) << 1 | 1) << quotient, quotient + 1 + k);
            return;
        }
        put(std::uint64_t{1} << kEscape, kEscape + 1);
        put(lowBits(value, 32), 32);
        put(value >> 32, 32);
    }

    void appendTo(std::string& out) const { out.append(m_bytes.data(), m_size + (m_used + 7) / 8); }

private:
    void put(std::uint64_t bits, unsigned count) { // count <= 57
        m_word |= bits << m_used;
        m_used += count;
        std::memcpy(m_bytes.data() + m_size, &m_word, sizeof m_word);
        const auto whole = m_used / 8;
        m_size += whole;
        m_word = whole == 8 ? 0 : m_word >> (whole * 8);
        m_used %= 8;
    }

    std::array<char, (kEscape + 65) * kColumnLimit / 8 + 16> m_bytes;
    std::size_t m_size = 0;
    std::uint64_t m_word = 0;
    unsigned m_used = 0;
};

// Reads as if zeros followed the bytes; valid() says whether it had to.
class BitReader {
public:
    explicit BitReader(std::string_view bytes) : m_bytes(bytes) { }

    std::uint64_t takeRice(unsigned k) {
        const auto word = peek();
        const auto quotient = static_cast<unsigned>(std::countr_zero(word));
        if (quotient < kEscape) [[likely]] {
            m_position += quotient + 1 + k;
            return std::uint64_t{quotient} << k | lowBits(word >> (quotient + 1), k);
        }
        m_position += kEscape + 1;
        const auto low = lowBits(peek(), 32);
        m_position += 32;
        const auto high = lowBits(peek(), 32);
        m_position += 32;
        return high << 32 | low;
    }

    bool valid() const { return m_position <= m_bytes.size() * 8; }
    std::size_t bytesRead() const { return (m_position + 7) / 8; }

private:
    std::uint64_t peek() const { // 57 bits at least
        std::uint64_t word = 0;
        const auto at = m_position / 8;
        if (at + sizeof word <= m_bytes.size()) [[likely]] {
            std::memcpy(&word, m_bytes.data() + at, sizeof word);
        } else if (at < m_bytes.size()) {
            std::memcpy(&word, m_bytes.data() + at, m_bytes.size() - at);
        }
        return word >> (m_position % 8);
    }

    std::string_view m_bytes;
    std::size_t m_position = 0; // in bits
};

} // namespace muster::history

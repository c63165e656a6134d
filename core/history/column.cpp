// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/column.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/history/bits.h"

namespace muster::history {
namespace {

enum class Mode : std::uint8_t { Empty, Constant, Runs, Deltas, Offsets };
constexpr std::uint8_t kModeMask = 7;
constexpr std::uint8_t kHasGaps = 8; // run lengths of present and absent values follow the header

using Words = std::array<std::uint64_t, kColumnLimit>;

// Differences wrap, so that any pair of values has one.
std::uint64_t zigzag(std::uint64_t difference) {
    return difference << 1 ^ (std::uint64_t{0} - (difference >> 63));
}

std::uint64_t unzigzag(std::uint64_t word) {
    return word >> 1 ^ (std::uint64_t{0} - (word & 1));
}

std::size_t varintSize(std::uint64_t value) {
    return (std::bit_width(value | 1) + 6u) / 7;
}

struct Rice {
    unsigned k = 0;
    std::size_t bits = 0;
};

std::size_t riceBits(std::span<const std::uint64_t> words, unsigned k) {
    std::size_t bits = 0;
    for (const auto word : words) {
        const auto q = word >> k;
        bits += q < kEscape ? static_cast<std::size_t>(q) + 1 + k : kEscape + 65;
    }
    return bits;
}

// The best k is within one of log2 of the mean; sums that wrap only cost space.
Rice bestRice(std::span<const std::uint64_t> words) {
    std::uint64_t sum = 0;
    for (const auto word : words) {
        sum += word;
    }
    const auto mean = sum / std::max<std::size_t>(words.size(), 1);
    const auto middle = std::min(static_cast<unsigned>(std::bit_width(mean)), kMaxRice);
    Rice best{middle, riceBits(words, middle)};
    for (unsigned k = middle > 2 ? middle - 2 : 0; k < middle; ++k) {
        if (const auto bits = riceBits(words, k); bits < best.bits) {
            best = {k, bits};
        }
    }
    return best;
}

// The values that are there, and every way to write them.
struct Candidates {
    std::array<std::uint64_t, kColumnLimit + 1> values; // one more: gather() writes ahead
    std::size_t size = 0;
    Words deltas; // [0] is unused
    Words offsets; // from base
    std::uint64_t base = 0;

    std::span<const std::uint64_t> changes() const { return {deltas.data() + 1, size - 1}; }
    std::span<const std::uint64_t> distances() const { return {offsets.data(), size}; }
};

// These three see every sample, several times: plain pointers, which the compiler turns into
// vectors.
void gather(std::span<const std::int64_t> values, Candidates& out) {
    auto* end = out.values.data();
    for (const auto value : values) {
        *end = static_cast<std::uint64_t>(value);
        end += value != kAbsent ? 1 : 0;
    }
    out.size = static_cast<std::size_t>(end - out.values.data());
}

bool isConstant(const Candidates& in) {
    const auto* values = in.values.data();
    return std::all_of(values, values + in.size, [&](auto value) { return value == *values; });
}

void derive(Candidates& out) {
    const auto* values = out.values.data();
    const auto size = out.size;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
        sum += values[i] - values[0];
    }
    const auto mean = static_cast<std::int64_t>(sum) / static_cast<std::int64_t>(size);
    out.base = values[0] + static_cast<std::uint64_t>(mean);
    auto* deltas = out.deltas.data();
    for (std::size_t i = 1; i < size; ++i) {
        deltas[i] = zigzag(values[i] - values[i - 1]);
    }
    auto* offsets = out.offsets.data();
    for (std::size_t i = 0; i < size; ++i) {
        offsets[i] = zigzag(values[i] - out.base);
    }
}

std::size_t runBytes(const Candidates& in) {
    std::size_t bytes = varintSize(zigzag(in.values[0])) + 1;
    for (const auto change : in.changes()) {
        bytes += change != 0 ? varintSize(change) + 1 : 0;
    }
    return bytes;
}

void appendRuns(const Candidates& in, std::string& out) {
    std::uint64_t previous = 0;
    for (std::size_t i = 0; i < in.size;) {
        auto end = i + 1;
        while (end < in.size && in.values[end] == in.values[i]) {
            ++end;
        }
        appendVarint(end - i, out);
        appendVarint(zigzag(in.values[i] - previous), out);
        previous = in.values[i];
        i = end;
    }
}

void appendRice(
    std::uint64_t first, Rice rice, std::span<const std::uint64_t> words, std::string& out) {
    out.push_back(static_cast<char>(rice.k));
    appendVarint(zigzag(first), out);
    BitWriter bits;
    for (const auto word : words) {
        bits.putRice(word, rice.k);
    }
    bits.appendTo(out);
}

// Present first: a column that starts with a gap starts with a run of 0.
void appendGaps(std::span<const std::int64_t> values, std::string& out) {
    bool present = true;
    for (std::size_t i = 0; i < values.size(); present = !present) {
        const auto start = i;
        while (i < values.size() && (values[i] != kAbsent) == present) {
            ++i;
        }
        appendVarint(i - start, out);
    }
}

void appendHeader(Mode mode, std::span<const std::int64_t> values, bool gaps, std::string& out) {
    const auto flag = gaps ? kHasGaps : std::uint8_t{0};
    out.push_back(static_cast<char>(static_cast<std::uint8_t>(mode) | flag));
    if (gaps) {
        appendGaps(values, out);
    }
}

// Marks the places of values with 0 and the others with kAbsent.
bool takeGaps(std::string_view& bytes, std::span<std::int64_t> values, std::size_t& size) {
    size = 0;
    bool present = true;
    for (std::size_t i = 0; i < values.size(); present = !present) {
        std::uint64_t run = 0;
        if (!takeVarint(bytes, run) || run > values.size() - i || (run == 0 && i > 0)) {
            return false;
        }
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(i), run, present ? 0 : kAbsent);
        size += present ? run : 0;
        i += run;
    }
    return true;
}

bool takeRuns(std::string_view& bytes, std::span<std::uint64_t> values) {
    std::uint64_t current = 0;
    for (std::size_t i = 0; i < values.size();) {
        std::uint64_t run = 0;
        std::uint64_t change = 0;
        if (!takeVarint(bytes, run) || !takeVarint(bytes, change) || run == 0
            || run > values.size() - i) {
            return false;
        }
        current += unzigzag(change);
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(i), run, current);
        i += run;
    }
    return true;
}

bool takeConstant(std::string_view& bytes, std::span<std::uint64_t> values) {
    std::uint64_t word = 0;
    if (!takeVarint(bytes, word)) {
        return false;
    }
    std::fill(values.begin(), values.end(), unzigzag(word));
    return true;
}

bool takeRice(std::string_view& bytes, bool deltas, std::span<std::uint64_t> values) {
    const unsigned k = bytes.empty() ? kMaxRice + 1 : static_cast<unsigned char>(bytes.front());
    std::uint64_t word = 0;
    if (k > kMaxRice || (bytes.remove_prefix(1), !takeVarint(bytes, word)) || values.empty()) {
        return false;
    }
    const auto base = unzigzag(word);
    BitReader bits(bytes);
    if (deltas) {
        auto current = values[0] = base;
        for (std::size_t i = 1; i < values.size(); ++i) {
            values[i] = current += unzigzag(bits.takeRice(k));
        }
    } else {
        for (auto& value : values) {
            value = base + unzigzag(bits.takeRice(k));
        }
    }
    if (!bits.valid()) {
        return false;
    }
    bytes.remove_prefix(bits.bytesRead());
    return true;
}

bool takePresent(Mode mode, std::string_view& bytes, std::span<std::uint64_t> values) {
    switch (mode) {
    case Mode::Empty:
        return values.empty();
    case Mode::Constant:
        return takeConstant(bytes, values);
    case Mode::Runs:
        return takeRuns(bytes, values);
    case Mode::Deltas:
        return takeRice(bytes, true, values);
    case Mode::Offsets:
        return takeRice(bytes, false, values);
    }
    return false; // a header that no version wrote
}

} // namespace

void appendColumn(std::span<const std::int64_t> values, std::string& out) {
    Candidates in;
    gather(values, in);
    if (in.size == 0) {
        out.push_back(static_cast<char>(Mode::Empty));
        return;
    }
    const bool gaps = in.size != values.size();
    if (isConstant(in)) {
        appendHeader(Mode::Constant, values, gaps, out);
        appendVarint(zigzag(in.values[0]), out);
        return;
    }
    derive(in);
    const auto deltas = bestRice(in.changes());
    const auto offsets = bestRice(in.distances());
    if (runBytes(in) * 8 <= std::min(deltas.bits, offsets.bits)) {
        appendHeader(Mode::Runs, values, gaps, out);
        appendRuns(in, out);
    } else if (deltas.bits <= offsets.bits) {
        appendHeader(Mode::Deltas, values, gaps, out);
        appendRice(in.values[0], deltas, in.changes(), out);
    } else {
        appendHeader(Mode::Offsets, values, gaps, out);
        appendRice(in.base, offsets, in.distances(), out);
    }
}

bool takeColumn(std::string_view& bytes, std::span<std::int64_t> values) {
    if (bytes.empty() || values.size() > kColumnLimit) {
        return false;
    }
    const auto header = static_cast<std::uint8_t>(bytes.front());
    const auto mode = static_cast<Mode>(header & kModeMask);
    bytes.remove_prefix(1);
    if (header == static_cast<std::uint8_t>(Mode::Empty)) {
        std::fill(values.begin(), values.end(), kAbsent);
        return true;
    }
    if (header > (kModeMask | kHasGaps)) {
        return false;
    }
    const bool gaps = (header & kHasGaps) != 0;
    auto size = values.size();
    Words present;
    if ((gaps && !takeGaps(bytes, values, size))
        || !takePresent(mode, bytes, {present.data(), size})) {
        return false;
    }
    const std::uint64_t* next = present.data();
    for (auto& value : values) {
        value = gaps && value == kAbsent ? kAbsent : static_cast<std::int64_t>(*next++);
    }
    return true;
}

void appendVarint(std::uint64_t value, std::string& out) {
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

bool takeVarint(std::string_view& bytes, std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) {
            return shift < 63 || byte <= 1;
        }
    }
    return false;
}

} // namespace muster::history

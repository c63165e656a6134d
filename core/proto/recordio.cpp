// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/recordio.h"

#include <algorithm>
#include <charconv>

namespace muster::proto {
namespace {

constexpr std::size_t kMaximumDigits = 20; // of a 64-bit length

} // namespace

std::string encodeRecord(std::string_view record) {
    return fmt::format("{}\n{}", record.size(), record);
}

Result<std::vector<std::string>> RecordDecoder::decode(std::string_view bytes) {
    std::vector<std::string> records;
    while (!bytes.empty()) {
        if (m_failed) {
            return failure("Decoder is in a FAILED state");
        }
        if (!m_inRecord) {
            const auto end = std::min(bytes.find('\n'), bytes.size());
            m_buffer.append(bytes, 0, std::min(end, kMaximumDigits + 1));
            bytes.remove_prefix(end);
            if (bytes.empty() && m_buffer.size() <= kMaximumDigits) {
                break;
            }
            const auto parsed = length();
            m_buffer.clear();
            if (!parsed) {
                m_failed = true;
                return tl::unexpected(parsed.error());
            }
            m_length = *parsed;
            m_inRecord = true;
            bytes.remove_prefix(1);
        }
        const auto wanted = std::min(m_length - m_buffer.size(), bytes.size());
        m_buffer.append(bytes, 0, wanted);
        bytes.remove_prefix(wanted);
        if (m_buffer.size() == m_length) {
            records.push_back(std::move(m_buffer));
            m_buffer = {};
            m_inRecord = false;
        }
    }
    return records;
}

Result<std::size_t> RecordDecoder::length() const {
    std::size_t length = 0;
    const auto* const end = m_buffer.data() + m_buffer.size();
    const auto [ptr, problem] = std::from_chars(m_buffer.data(), end, length);
    if (problem != std::errc{} || ptr != end || m_buffer.size() > kMaximumDigits) {
        return failure(fmt::format("Failed to decode length '{}'", m_buffer));
    }
    if (length > m_maximum) {
        return failure(
            fmt::format("The record has {} bytes, at most {} are allowed", length, m_maximum));
    }
    return length;
}

} // namespace muster::proto

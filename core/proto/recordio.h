// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::proto {

// RecordIO, the framing of Mesos' streams: the length in decimal digits, a line feed, the record.
// In one string, because clients expect a whole record in each chunk.
std::string encodeRecord(std::string_view record);

// Takes the stream as it comes, in pieces of any size. One thread.
class RecordDecoder {
public:
    // A larger record is refused before any of it is kept. Bytes.
    explicit RecordDecoder(std::size_t maximum) : m_maximum(maximum) { }

    // The records that `bytes` complete. An error is for good: nobody knows where the next record
    // starts.
    Result<std::vector<std::string>> decode(std::string_view bytes);
    // The stream may end here.
    bool atBoundary() const { return !m_failed && !m_inRecord && m_buffer.empty(); }

private:
    Result<std::size_t> length() const;

    std::size_t m_maximum;
    std::string m_buffer; // of the length or of the record, so far
    std::size_t m_length = 0;
    bool m_inRecord = false;
    bool m_failed = false;
};

} // namespace muster::proto

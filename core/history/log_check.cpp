// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/log_check.h"

#include <bit>
#include <cstdint>
#include <fstream>
#include <string_view>

namespace muster::history {
namespace {

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::size_t kLogHeader = 32; // magic, version, page size, number, two salts, checksum
constexpr std::size_t kFrameHeader = 24; // page, database size if it commits, two salts, checksum
constexpr std::size_t kUsualPage = 4096;

std::uint32_t wordAt(std::string_view bytes, std::size_t at, std::endian order = std::endian::big) {
    const auto byte
        = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(bytes[at + i])}; };
    return order == std::endian::big ? byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)
                                     : byte(3) << 24 | byte(2) << 16 | byte(1) << 8 | byte(0);
}

// Of a frame it continues that of the frame before.
struct LogChecksum {
    std::uint32_t first = 0, second = 0;
    bool operator==(const LogChecksum&) const = default;

    static LogChecksum storedAt(std::string_view bytes, std::size_t at) {
        return {wordAt(bytes, at), wordAt(bytes, at + 4)};
    }
    LogChecksum over(std::string_view bytes, std::endian order) const {
        auto out = *this;
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
            out.first += wordAt(bytes, at, order) + out.second;
            out.second += wordAt(bytes, at + 4, order) + out.first;
        }
        return out;
    }
};

} // namespace

// A transaction is begun after the one before it is on the disk: whatever its frames follow was
// acknowledged.
Status checkLog(const std::filesystem::path& database) {
    const auto path = database.string() + "-wal";
    std::ifstream in(path, std::ios::binary);
    std::string header(kLogHeader, '\0');
    if (!in.read(header.data(), kLogHeader)) {
        return {};
    }
    const std::string_view head(header);
    const auto order = (wordAt(head, 0) & 1) != 0 ? std::endian::big : std::endian::little;
    const bool isSound
        = LogChecksum().over(head.substr(0, 24), order) == LogChecksum::storedAt(head, 24);
    const auto used = isSound ? order : std::endian::native;
    std::string frame(kFrameHeader + (isSound ? wordAt(head, 8) : kUsualPage), '\0');
    std::string salts(isSound ? head.substr(16, 8) : std::string_view());
    auto before = LogChecksum::storedAt(head, 24);
    std::optional<std::size_t> broken = isSound ? std::nullopt : std::optional<std::size_t>(0);
    bool isCommitted = false; // the frame before ends a transaction that SQLite drops
    for (std::size_t number = 1; in.read(frame.data(), static_cast<std::streamsize>(frame.size()));
         ++number) {
        const std::string_view bytes(frame);
        if (salts.empty()) {
            salts = bytes.substr(8, 8);
        }
        const bool isOfThisLog = bytes.substr(8, 8) == salts; // not left from before it began anew
        const auto stored = LogChecksum::storedAt(bytes, 16);
        const bool fits = isOfThisLog
            && before.over(bytes.substr(0, 8), used).over(bytes.substr(kFrameHeader), used)
                == stored;
        if (fits && isCommitted) {
            return failure(
                fmt::format("{} is damaged {}: what was committed after it would be lost", path,
                    *broken == 0 ? "in its header" : fmt::format("in frame {}", *broken)),
                Error::Kind::Internal);
        }
        if (!fits && !broken) {
            broken = number;
        }
        isCommitted = broken && isOfThisLog && wordAt(bytes, 4) != 0;
        before = stored;
    }
    return {};
}

} // namespace muster::history

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// What one muster-fetch process does: the agent writes it as JSON to the process' stdin.
struct DownloadJob {
    std::string url; // http or https, without credentials
    std::string credentials; // "user:password" for the URL's own origin; empty: none
    std::string caFile; // PEM; empty: the system's authorities
    std::vector<std::string> allow; // as in AddressRules::parse
    std::vector<std::string> own;
    std::vector<std::string> local;
    std::uint64_t maxBytes = 0;
    std::chrono::milliseconds maxTime{};
    std::chrono::milliseconds stallLimit{};
    std::chrono::milliseconds retryPause{};
};

// What it says on stdout, a line each: where it is, a few times a second, and one end.
struct DownloadProgress {
    std::uint64_t bytes = 0;
    std::uint64_t total = 0; // 0: unknown
};
struct DownloadEnd {
    std::uint64_t bytes = 0;
};
using DownloadLine = std::variant<DownloadProgress, DownloadEnd, Error>;

std::string jobText(const DownloadJob& job);
Result<DownloadJob> parseJob(std::string_view text);
std::string lineText(const DownloadLine& line); // without the line's end
Result<DownloadLine> parseLine(std::string_view text); // what the process says is not trusted

} // namespace muster::container::fetch

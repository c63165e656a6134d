// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

// Texts of flags as values. Each sets its target, or says how such a value is written.
namespace muster::agentd {

// Without the empty parts.
std::vector<std::string> splitAtCommas(const std::string& text);

// Mesos takes a path or "file:///path" for a file.
std::string withoutFileScheme(const std::string& text);

Status setDuration(Duration& target, const std::string& text);

// A whole number from 1, times the factor at most 2^30.
Status setNumber(std::int64_t& target, std::string_view text, std::int64_t factor = 1);

// "4096B", "4KB", "1MB", as Mesos writes it.
Status setBytes(std::int64_t& target, const std::string& text);

// "500MB", "100GB".
Status setDiskSize(Bytes& target, const std::string& text);

// "/a,/b": absolute paths, without a slash at the end.
Status setFolders(std::vector<std::string>& target, const std::string& text);

// The path of a file that can be read.
Status setFile(std::string& target, const std::string& path);

// A value as its flag writes it; the setters above read it.
std::string flagText(bool value);
std::string flagText(std::int64_t value);
std::string flagText(double value);
std::string flagText(Duration value);
std::string flagText(Bytes value);

template <typename T>
Status setParsed(T& target, Result<T> parsed) {
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    target = std::move(*parsed);
    return {};
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flag_values.h"

#include <cerrno>
#include <charconv>
#include <cstring>

#include <unistd.h>

namespace muster::agentd {

Status setDuration(Duration& target, const std::string& text) {
    auto duration = parseDuration(text);
    if (!duration) {
        return tl::unexpected(duration.error());
    }
    target = *duration;
    return {};
}

std::vector<std::string> splitAtCommas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        if (end > begin) {
            parts.push_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

std::string withoutFileScheme(const std::string& text) {
    constexpr std::string_view scheme = "file://";
    return text.starts_with(scheme) ? text.substr(scheme.size()) : text;
}

Status setNumber(std::int64_t& target, std::string_view text, std::int64_t factor) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::int64_t kMost = 1 << 30;
    if (error != std::errc{} || end != text.data() + text.size() || number < 1
        || number > kMost / factor) {
        return failure(fmt::format("use a whole number from 1 to {}", kMost / factor));
    }
    target = number * factor;
    return {};
}

Status setBytes(std::int64_t& target, const std::string& text) {
    constexpr std::pair<std::string_view, std::int64_t> kUnits[]
        = {{"KB", 1 << 10}, {"MB", 1 << 20}, {"B", 1}};
    for (const auto& [unit, factor] : kUnits) {
        if (text.ends_with(unit)) {
            const auto number = std::string_view(text).substr(0, text.size() - unit.size());
            return setNumber(target, number, factor);
        }
    }
    return failure("use a size with a unit: 4096B, 4KB or 1MB");
}

Status setDiskSize(Bytes& target, const std::string& text) {
    std::int64_t mebibytes = 0;
    const auto number = text.substr(0, std::max<std::size_t>(text.size(), 2) - 2);
    const auto status = text.ends_with("GB") ? setNumber(mebibytes, number, 1024)
        : text.ends_with("MB")               ? setNumber(mebibytes, number)
                                             : failure("use a size with a unit: 500MB or 100GB");
    target.value = static_cast<std::uint64_t>(mebibytes) << 20;
    return status;
}

Status setFolders(std::vector<std::string>& target, const std::string& text) {
    target = splitAtCommas(text);
    for (auto& folder : target) {
        while (folder.size() > 1 && folder.ends_with('/')) {
            folder.pop_back();
        }
        if (folder.front() != '/' || (folder + '/').find("/../") != std::string::npos) {
            return failure(fmt::format("'{}' is not an absolute path without '..'", folder));
        }
    }
    return {};
}

Status setFile(std::string& target, const std::string& path) {
    if (::access(path.c_str(), R_OK) != 0) {
        return failure(fmt::format("Cannot read '{}': {}", path, std::strerror(errno)));
    }
    target = path;
    return {};
}

std::string flagText(bool value) {
    return value ? "true" : "false";
}

std::string flagText(std::int64_t value) {
    return std::to_string(value);
}

std::string flagText(double value) {
    return fmt::format("{}", value);
}

std::string flagText(Duration value) {
    return durationText(value);
}

std::string flagText(Bytes value) {
    const auto mebibytes = value.mebibytes();
    return mebibytes % 1024 == 0 ? fmt::format("{}GB", mebibytes / 1024)
                                 : fmt::format("{}MB", mebibytes);
}

} // namespace muster::agentd

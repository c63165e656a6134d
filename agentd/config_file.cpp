// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/config_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <sys/stat.h>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace muster::agentd {
namespace {

tl::unexpected<Error> atLine(
    const std::string& path, const toml::source_region& where, std::string_view what) {
    return failure(fmt::format("{}:{}: {}", path, where.begin.line, what));
}

// Nothing: no flag has such a value.
std::optional<std::string> textOf(const toml::node& node) {
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* number = node.as_integer()) {
        return std::to_string(number->get());
    }
    if (const auto* number = node.as_floating_point()) {
        return fmt::format("{}", number->get());
    }
    if (const auto* boolean = node.as_boolean()) {
        return boolean->get() ? "true" : "false";
    }
    const auto* list = node.as_array();
    if (list == nullptr) {
        return std::nullopt;
    }
    std::string joined;
    for (const auto& item : *list) {
        // A comma in one of them would make it two.
        if (!item.is_string() || item.as_string()->get().find(',') != std::string::npos) {
            return std::nullopt;
        }
        joined += (joined.empty() ? "" : ",") + item.as_string()->get();
    }
    return joined;
}

} // namespace

Result<std::vector<ConfigEntry>> parseConfig(std::string_view toml, const std::string& path) {
    const auto parsed = toml::parse(toml);
    if (!parsed) {
        return atLine(path, parsed.error().source(), parsed.error().description());
    }
    std::vector<ConfigEntry> out;
    for (const auto& [key, value] : parsed.table()) {
        const auto name = key.str();
        const auto text = textOf(value);
        if (value.is_table()) {
            return atLine(path, value.source(),
                fmt::format("'{}' is a table: use NAME = VALUE for flags, without headings", name));
        }
        if (!text) {
            return atLine(path, value.source(),
                fmt::format("the value of '{}' is not a string, number, true, false or list of "
                            "strings without commas: write it in quotes, as on the command line",
                    name));
        }
        if (text->empty()) {
            return atLine(path, value.source(),
                fmt::format("'{}' has no value: add one, or remove the line", name));
        }
        out.push_back({std::string(name), *text, value.source().begin.line, value.is_boolean()});
    }
    std::ranges::sort(out, {}, &ConfigEntry::line);
    return out;
}

Result<std::vector<ConfigEntry>> readConfig(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) {
        return failure(fmt::format("Cannot read the configuration file {}: {}", path,
            errno == 0 ? "Input/output error" : std::strerror(errno)));
    }
    struct stat info { };
    if (::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)
        && (info.st_mode & S_IWOTH) != 0) {
        return failure(fmt::format("{0} is writable by everyone: run 'chmod o-w {0}'", path),
            Error::Kind::Denied);
    }
    return parseConfig(text, path);
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/module_version.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/container/files.h"

namespace muster::container::driver {
namespace {

bool isVersion(std::string_view word) {
    const auto digitOrDot = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
    return word.size() >= 3 && word.size() <= 32
        && std::all_of(word.begin(), word.end(), digitOrDot)
        && word.find('.') != std::string_view::npos && word.front() != '.' && word.back() != '.'
        && word.find("..") == std::string_view::npos;
}

} // namespace

std::string parseModuleVersion(std::string_view text) {
    text = text.substr(0, text.find('\n'));
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(" \t"), text.size());
        if (isVersion(text.substr(0, end)))
            return std::string(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

std::string readModuleVersion(const std::string& root) {
    for (const char* path : {"/sys/module/nvidia/version", "/proc/driver/nvidia/version"}) {
        const auto text = readFile((root == "/" ? "" : root) + path);
        if (!text)
            continue;
        if (auto version = parseModuleVersion(*text); !version.empty())
            return version;
    }
    return {};
}

std::optional<std::string> versionMismatch(std::string_view module, std::string_view library) {
    if (module.empty() || library.empty() || module == library)
        return std::nullopt;
    return fmt::format("Driver/library version mismatch: the kernel module is {}, the library {}; "
                       "reboot or reload the module nvidia",
        module, library);
}

} // namespace muster::container::driver

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/path_id.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kernel/base/id_rule.h"

namespace muster::agentd::marathon {
namespace {

using services::AppId;

bool isNameLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// Letters and digits, with others of `inner` between them.
bool isName(std::string_view text, std::string_view inner) {
    const auto isAllowed = [&](char c) { return isNameLetter(c) || inner.find(c) != inner.npos; };
    return !text.empty() && isNameLetter(text.front()) && isNameLetter(text.back())
        && std::ranges::all_of(text, isAllowed);
}

template <typename Use>
void eachPart(std::string_view text, char separator, const Use& use) {
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        use(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

// "web", "web.v1": names with dots between them.
bool isDottedName(std::string_view text) {
    bool all = true;
    eachPart(text, '.', [&](std::string_view name) { all = all && isName(name, "-"); });
    return all;
}

AppId pathOf(const std::vector<std::string_view>& names) {
    return {fmt::format("/{}", fmt::join(names, "/"))};
}

// A path that ends so would be taken for a part of the API.
constexpr std::array<std::string_view, 5> kReserved{"restart", "tasks", "versions", ".", ".."};

} // namespace

bool isPathId(std::string_view text) {
    bool all = true;
    eachPart(text, '/', [&](std::string_view name) {
        all = all && (name.empty() || name == "." || name == ".." || isDottedName(name));
    });
    return all;
}

bool isPortName(std::string_view text) {
    return isName(text, "-");
}

bool isNetworkName(std::string_view text) {
    return isName(text, "-_");
}

AppId resolve(std::string_view id, const AppId& group) {
    std::vector<std::string_view> names;
    if (!id.starts_with('/')) {
        names = namesOf(group);
    }
    eachPart(id, '/', [&](std::string_view name) {
        if (name == "..") {
            if (!names.empty()) {
                names.pop_back();
            }
        } else if (!name.empty() && name != ".") {
            names.push_back(name);
        }
    });
    return pathOf(names);
}

std::vector<std::string_view> namesOf(const AppId& id) {
    std::vector<std::string_view> out;
    eachPart(id.value, '/', [&](std::string_view name) {
        if (!name.empty()) {
            out.push_back(name);
        }
    });
    return out;
}

AppId parentOf(const AppId& id) {
    auto names = namesOf(id);
    if (!names.empty()) {
        names.pop_back();
    }
    return pathOf(names);
}

void checkAppId(const AppId& id, Defects& defects) {
    const auto names = namesOf(id);
    if (names.empty()) {
        defects.addValue("/id", "Path must contain at least one path element");
        return;
    }
    if (std::ranges::find(kReserved, names.back()) != kReserved.end()) {
        defects.addValue("/id",
            fmt::format("must not end with any of the following reserved keywords: {}",
                fmt::join(kReserved, ", ")));
    }
    // The ids of its tasks name folders: "<its names>.<uuid>".
    constexpr std::size_t kUuid = 37;
    if (id.value.size() + kUuid > kLongestId) {
        defects.addValue("/id",
            fmt::format(
                "has {} bytes, at most {} are allowed", id.value.size(), kLongestId - kUuid));
    }
}

} // namespace muster::agentd::marathon

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "core/kernel/resources/value.h"

namespace muster {

using namespace resources;

namespace {

bool isKnownScalar(std::string_view name) {
    return name == "cpus" || name == "mem" || name == "disk" || name == "gpus";
}

// "mem(prod)" -> {"mem", "prod"}
Result<Resource> parseName(
    std::string_view text, std::string_view part, std::string_view defaultRole) {
    const auto open = text.find('(');
    const auto word = trimmed(text.substr(0, open));
    auto role = defaultRole;
    if (open != std::string_view::npos) {
        const auto name = trimmed(text);
        if (name.back() != ')') {
            return failure(fmt::format(
                "Bad value for resources, mismatched parentheses in {}: write name(role):value",
                clipped(part)));
        }
        const auto close = text.rfind(')');
        role = trimmed(text.substr(open + 1, close - open - 1));
    }
    if (!isWord(word) || !isWord(role)) {
        return failure(fmt::format("Bad value for resources, bad name or role in {}: write "
                                   "name(role):value without any of ;:,()[]{{}}",
            clipped(part)));
    }
    return Resource(std::string(word), std::string(role), {});
}

Result<std::variant<Milli, Ranges, TextSet>> parseValue(std::string_view text) {
    using Value = std::variant<Milli, Ranges, TextSet>;
    const auto asValue = [](auto value) { return Value(std::move(value)); };
    if (text.empty()) {
        return failure("Expecting non-empty string: write a number, [1-5] or {a,b}");
    }
    if (text.front() == '[') {
        return parseRanges(text).map(asValue);
    }
    if (text.front() == '{') {
        return parseSet(text).map(asValue);
    }
    const auto scalar = Milli::parse(text);
    if (!scalar) {
        return failure(fmt::format(
            "Failed to convert '{}' to number: write a number, [1-5] or {{a,b}}", clipped(text)));
    }
    if (text.front() == '-') {
        return failure("value < 0: write a number that is not negative");
    }
    return Value(*scalar);
}

Result<Resource> parseItem(std::string_view part, std::string_view defaultRole) {
    const auto colon = part.find(':');
    if (colon == std::string_view::npos || part.find(':', colon + 1) != std::string_view::npos) {
        return failure(
            fmt::format("Bad value for resources, missing or extra ':' in {}: write name:value",
                clipped(part)));
    }
    auto item = parseName(part.substr(0, colon), part, defaultRole);
    if (!item) {
        return item;
    }
    auto value = parseValue(withoutSpaces(part.substr(colon + 1)));
    if (!value) {
        return failure(fmt::format("Failed to parse resource {} value {} error {}",
            clipped(item->name), clipped(trimmed(part.substr(colon + 1))), value.error().message));
    }
    item->value = std::move(*value);
    return item;
}

Result<std::vector<Resource>> parseTextItems(std::string_view text, std::string_view defaultRole) {
    std::vector<Resource> items;
    std::optional<Error> error;
    split(text, ';', [&](std::string_view part) {
        part = trimmed(part);
        if (error || part.empty()) {
            return;
        }
        auto item = parseItem(part, defaultRole);
        if (item) {
            items.push_back(std::move(*item));
        } else {
            error = item.error();
        }
    });
    if (error) {
        return tl::unexpected(*error);
    }
    return items;
}

Status checkTypes(const std::vector<Resource>& items) {
    std::map<std::string_view, std::size_t> types;
    for (const auto& item : items) {
        const auto type = item.value.index();
        if (isKnownScalar(item.name) && type != 0) {
            return failure(
                fmt::format("Bad type for resource {} value {}: write a number, for example {}:1",
                    item.name, clipped(valueText(item.value)), item.name));
        }
        if (types.emplace(item.name, type).first->second != type) {
            return failure(fmt::format(
                "Resources with the same name ('{}') but different types are not allowed",
                clipped(item.name)));
        }
    }
    return {};
}

// Where the agent's start log has the item: gpus come first, as Mesos finds them first
// (doc/features.md A12).
std::size_t agentRank(const Resource& item) {
    constexpr std::array<std::string_view, 5> kOrder = {"gpus", "cpus", "mem", "disk", "ports"};
    return static_cast<std::size_t>(
        std::find(kOrder.begin(), kOrder.end(), item.name) - kOrder.begin());
}

} // namespace

Result<std::vector<Resource>> Resources::parseItems(
    std::string_view text, std::string_view defaultRole) {
    const auto start = trimmed(text);
    auto items = start.starts_with('[') ? parseJsonItems(start, defaultRole)
                                        : parseTextItems(start, defaultRole);
    if (items) {
        if (const auto types = checkTypes(*items); !types) {
            return tl::unexpected(types.error());
        }
    }
    return items;
}

Result<Resources> Resources::parse(std::string_view text, std::string_view defaultRole) {
    auto items = parseItems(text, defaultRole);
    if (!items) {
        return tl::unexpected(items.error());
    }
    Resources sum(std::move(*items));
    for (const auto& item : sum.items()) {
        const auto* scalar = std::get_if<Milli>(&item.value);
        if (scalar != nullptr && scalar->value == std::numeric_limits<std::int64_t>::max()) {
            return failure(fmt::format(
                "The sum of resource {} is too large: write less than 9e15", clipped(item.name)));
        }
    }
    return sum;
}

std::string Resources::text() const {
    std::string out;
    for (const auto& item : items()) {
        const auto role = item.isReserved() ? fmt::format("({})", item.role()) : "";
        fmt::format_to(std::back_inserter(out), "{}{}{}:{}", out.empty() ? "" : "; ", item.name,
            role, valueText(item.value));
    }
    return out;
}

std::string reservationsText(const std::vector<Reservation>& reservations) {
    std::vector<std::string> all;
    for (const auto& one : reservations) {
        std::vector<std::string> labels;
        for (const auto& label : one.labels) {
            labels.push_back(
                label.value ? fmt::format("{}: {}", label.key, *label.value) : label.key);
        }
        all.push_back(
            fmt::format("({},{}{}{})", one.type == Reservation::Type::Static ? "STATIC" : "DYNAMIC",
                one.role, one.principal ? "," + *one.principal : "",
                labels.empty() ? "" : fmt::format(",{{{}}}", fmt::join(labels, ", "))));
    }
    return all.empty() ? "" : fmt::format("(reservations: [{}])", fmt::join(all, ","));
}

std::string Resources::agentText() const {
    auto all = items();
    std::stable_sort(all.begin(), all.end(),
        [](const Resource& a, const Resource& b) { return agentRank(a) < agentRank(b); });
    std::string out;
    for (const auto& item : all) {
        fmt::format_to(std::back_inserter(out), "{}{}({}):{}", out.empty() ? "" : "; ", item.name,
            item.role(), valueText(item.value));
    }
    return out;
}

} // namespace muster

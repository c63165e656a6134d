// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/kernel/resources/value.h"

namespace muster {
namespace {

// Read into sorted members: an ordered_json searches all members for each one it adds.
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;
using Value = std::variant<Milli, Ranges, TextSet>;

// Counted over the text, so that nothing deep is ever built.
bool isDeeperThan(std::string_view text, int limit) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size() && depth <= limit; ++i) {
        const char c = text[i];
        if (c == '"') {
            quoted = !quoted;
        } else if (quoted) {
            i += c == '\\' ? 1 : 0;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return depth > limit;
}

const Json* member(const Json& object, const char* key) {
    const auto at = object.is_object() ? object.find(key) : object.end();
    return at == object.end() ? nullptr : &*at;
}

std::optional<std::string> text(const Json* json) {
    return json != nullptr && json->is_string() ? std::optional(json->get<std::string>())
                                                : std::nullopt;
}

Result<Value> scalarValue(const Json& item) {
    const auto* scalar = member(item, "scalar");
    const auto* number = scalar == nullptr ? nullptr : member(*scalar, "value");
    if (number == nullptr || !number->is_number()) {
        return failure(R"("scalar" needs a number: write "scalar":{"value":1.0})");
    }
    const auto units = number->get<double>();
    if (!(units >= 0 && units < 9e15)) {
        return failure(R"(the scalar's value < 0 or too large: write a number from 0 to 9e15)");
    }
    return Milli::fromDouble(units);
}

Result<Value> rangesValue(const Json& item) {
    constexpr auto kWanted
        = R"("ranges" needs first and last: write "ranges":{"range":[{"begin":1,"end":5}]})";
    const auto* ranges = member(item, "ranges");
    const auto* list = ranges == nullptr ? nullptr : member(*ranges, "range");
    if (list == nullptr || !list->is_array()) {
        return failure(kWanted);
    }
    std::vector<Ranges::Range> found;
    for (const auto& range : *list) {
        const auto* begin = member(range, "begin");
        const auto* end = member(range, "end");
        if (begin == nullptr || end == nullptr || !begin->is_number_unsigned()
            || !end->is_number_unsigned()
            || begin->get<std::uint64_t>() > end->get<std::uint64_t>()) {
            return failure(kWanted);
        }
        found.push_back({begin->get<std::uint64_t>(), end->get<std::uint64_t>()});
    }
    return Ranges(std::move(found));
}

Result<Value> setValue(const Json& item) {
    const auto* set = member(item, "set");
    const auto* list = set == nullptr ? nullptr : member(*set, "item");
    const bool words = list != nullptr && list->is_array()
        && std::all_of(list->begin(), list->end(), [](const Json& word) {
               return word.is_string() && resources::isWord(word.get_ref<const std::string&>());
           });
    if (!words) {
        return failure(R"("set" needs words: write "set":{"item":["a","b"]})");
    }
    TextSet found;
    for (const auto& word : *list) {
        found.insert(word.get<std::string>());
    }
    return found;
}

Result<Value> valueOf(const Json& item) {
    const auto type = text(member(item, "type"));
    if (type == "SCALAR") {
        return scalarValue(item);
    }
    if (type == "RANGES") {
        return rangesValue(item);
    }
    if (type == "SET") {
        return setValue(item);
    }
    return failure(R"(unknown "type": write "SCALAR", "RANGES" or "SET")");
}

// A member that we would drop in silence (a reservation, a volume, revocable) is refused by name.
Status checkMembers(const Json& item) {
    constexpr std::array<std::string_view, 6> kKnown
        = {"name", "type", "scalar", "ranges", "set", "role"};
    for (const auto& entry : item.items()) {
        if (std::find(kKnown.begin(), kKnown.end(), entry.key()) == kKnown.end()) {
            return failure(fmt::format(
                "\"{}\" is not supported: leave it out", resources::clipped(entry.key())));
        }
    }
    return {};
}

Result<Resource> parseJsonItem(const Json& item, std::string_view defaultRole) {
    if (!item.is_object()) {
        return failure(
            R"(not an object: write {"name":"cpus","type":"SCALAR","scalar":{"value":1.0}})");
    }
    if (const auto members = checkMembers(item); !members) {
        return tl::unexpected(members.error());
    }
    const auto name = text(member(item, "name"));
    const auto role
        = member(item, "role") == nullptr ? std::string(defaultRole) : text(member(item, "role"));
    if (!name || !role || !resources::isWord(*name) || !resources::isWord(*role)) {
        return failure(R"("name" and "role" need a word without any of ;:,()[]{})");
    }
    return valueOf(item).map([&](Value value) { return Resource(*name, *role, std::move(value)); });
}

OrderedJson jsonValue(const Ranges& ranges) {
    OrderedJson list = OrderedJson::array();
    for (const auto& range : ranges.ranges()) {
        list.push_back({{"begin", range.begin}, {"end", range.end}});
    }
    return {{"range", std::move(list)}};
}

OrderedJson jsonItem(const Resource& item) {
    OrderedJson out = {{"name", item.name}};
    if (const auto* scalar = std::get_if<Milli>(&item.value)) {
        out["type"] = "SCALAR";
        out["scalar"] = {{"value", scalar->toDouble()}};
    } else if (const auto* ranges = std::get_if<Ranges>(&item.value)) {
        out["type"] = "RANGES";
        out["ranges"] = jsonValue(*ranges);
    } else {
        out["type"] = "SET";
        out["set"] = {{"item", std::get<TextSet>(item.value)}};
    }
    out["role"] = item.role();
    return out;
}

} // namespace

Result<std::vector<Resource>> resources::parseJsonItems(
    std::string_view text, std::string_view defaultRole) {
    constexpr auto kContext = "Some JSON resources were not formatted properly";
    if (isDeeperThan(text, 16)) {
        return failure(fmt::format("{}: nested more than 16 deep", kContext));
    }
    const auto list = Json::parse(text, nullptr, false);
    if (!list.is_array()) {
        return failure(fmt::format("{}: not a JSON array in {}", kContext, clipped(text)));
    }
    std::vector<Resource> items;
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto item = parseJsonItem(list[i], defaultRole);
        if (!item) {
            return failure(fmt::format("{}: element {}", kContext, i), item.error());
        }
        items.push_back(std::move(*item));
    }
    return items;
}

std::string Resources::json() const {
    OrderedJson list = OrderedJson::array();
    for (const auto& item : items()) {
        list.push_back(jsonItem(item));
    }
    // Names can hold any bytes; what is not UTF-8 becomes U+FFFD instead of an exception.
    return list.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace muster

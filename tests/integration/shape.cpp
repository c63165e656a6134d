// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/shape.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>

#include <fmt/format.h>

#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

constexpr std::string_view kTexts = "text: ";

using TypeOf = std::function<std::string(const std::string& path, const json& value)>;

std::string typeOf(const std::string&, const json& value) {
    return value.is_boolean()     ? "bool"
        : value.is_number_float() ? "double"
        : value.is_number()       ? "integer"
        : value.is_string()       ? "text"
        : value.is_array()        ? "list"
        : value.is_object()       ? "object"
                                  : "null";
}

std::string typeWithText(const std::string& path, const json& value) {
    static const std::regex says(
        R"((\[\]\.)?type|(.*\.)?(message|reason|source|state|status_update_state))");
    static const std::regex framework("[0-9a-f-]{36}-[0-9]{4}");
    if (!value.is_string() || !std::regex_match(path, says)) {
        return typeOf(path, value);
    }
    return std::string(kTexts)
        + std::regex_replace(value.get<std::string>(), framework, "$$FRAMEWORK");
}

void add(const json& value, const std::string& path, const TypeOf& typeOf, Shape& out) {
    const auto type = typeOf(path, value);
    const auto [known, isNew] = out.emplace(path, type);
    if (!isNew && type.starts_with(kTexts)) {
        known->second += '|' + type.substr(kTexts.size());
    }
    if (value.is_object()) {
        for (const auto& [name, item] : value.items()) {
            add(item, path.empty() ? name : path + "." + name, typeOf, out);
        }
    } else if (value.is_array()) {
        for (const auto& item : value) {
            add(item, path + "[]", typeOf, out);
        }
    }
}

Shape shape(const json& value, const TypeOf& typeOf) {
    Shape out;
    add(value, "", typeOf, out);
    return out;
}

} // namespace

Shape shapeOf(const json& value) {
    return shape(value, typeOf);
}

Shape shapeWithTextsOf(const json& value) {
    return shape(value, typeWithText);
}

Shape readShape(const json& example) {
    return shape(example, [](const std::string& path, const json& value) {
        return value.is_string() ? value.get<std::string>() : typeOf(path, value);
    });
}

json byName(const json& value) {
    static const std::regex ofFramework("^master/frameworks/.*/[0-9a-f-]{36}-[0-9]{4}/");
    const auto isNamed = [](const json& item) {
        return item.is_object() && item.size() == 2 && item.contains("name")
            && item.contains("value");
    };
    auto out = value;
    if (value.is_object()) {
        out.clear();
        for (const auto& [name, item] : value.items()) {
            out[std::regex_replace(name, ofFramework, "master/frameworks/*/")] = byName(item);
        }
    } else if (value.is_array() && !value.empty() && std::ranges::all_of(value, isNamed)) {
        out = json::object();
        for (const auto& item : value) {
            out[item["name"].get<std::string>()] = item["value"];
        }
        return byName(out);
    } else if (value.is_array()) {
        std::ranges::transform(value, out.begin(), byName);
    }
    return out;
}

std::vector<std::string> differences(const Shape& actual, const Shape& expected) {
    std::vector<std::string> out;
    for (const auto& [key, type] : expected) {
        const auto found = actual.find(key);
        if (found == actual.end()) {
            out.push_back("lacks " + key);
        } else if (found->second != type) {
            out.push_back(fmt::format("{} is {}, not {}", key, found->second, type));
        }
    }
    for (const auto& [key, type] : actual) {
        if (!expected.contains(key)) {
            out.push_back("has also " + key);
        }
    }
    return out;
}

bool covers(std::string_view pattern, std::string_view difference) {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) {
        return pattern == difference;
    }
    if (!difference.starts_with(pattern.substr(0, star))) {
        return false;
    }
    pattern.remove_prefix(star + 1);
    auto rest = difference.substr(star);
    while (!rest.empty() && !covers(pattern, rest)) {
        rest.remove_prefix(1);
    }
    return covers(pattern, rest);
}

std::vector<json> expectations(const std::string& file) {
    std::ifstream in(MUSTER_SOURCE_DIR "/tests/data/mesos/" + file);
    std::vector<json> out;
    for (std::string line; std::getline(in, line);) {
        out.push_back(json::parse(line));
    }
    EXPECT_FALSE(out.empty()) << file << " has no expectations";
    return out;
}

void expectShape(const Shape& actual, const json& expected) {
    std::vector<std::string> listed;
    for (const auto& [key, why] : expected.value("absent", Shape{})) {
        listed.push_back("lacks " + key);
    }
    for (const auto& key : expected.value("extra", std::vector<std::string>{})) {
        listed.push_back("has also " + key);
    }
    for (const auto& difference : differences(actual, expected.at("keys").get<Shape>())) {
        EXPECT_TRUE(std::ranges::any_of(listed, [&](const auto& line) {
            return covers(line, difference);
        })) << difference;
    }
}

} // namespace muster::e2e

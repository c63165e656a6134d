// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/shape.h"

#include <algorithm>
#include <fstream>

#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

const char* typeOf(const nlohmann::json& json) {
    return json.is_boolean()     ? "bool"
        : json.is_number_float() ? "double"
        : json.is_number()       ? "integer"
        : json.is_string()       ? "text"
        : json.is_array()        ? "list"
        : json.is_object()       ? "object"
                                 : "null";
}

void add(const nlohmann::json& json, const std::string& path, Shape& out) {
    out.emplace(path, typeOf(json));
    if (json.is_object()) {
        for (const auto& [key, value] : json.items()) {
            add(value, path.empty() ? key : path + "." + key, out);
        }
    } else if (json.is_array()) {
        for (const auto& item : json) {
            add(item, path + "[]", out);
        }
    }
}

bool covers(const std::string& pattern, const std::string& key) {
    return pattern.ends_with('*')
        ? key.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1))
        : key == pattern;
}

} // namespace

Shape shapeOf(const nlohmann::json& json) {
    Shape out;
    add(json, "", out);
    return out;
}

std::vector<nlohmann::json> expectations(const std::string& file) {
    std::ifstream in(MUSTER_SOURCE_DIR "/tests/data/mesos/" + file);
    std::vector<nlohmann::json> out;
    for (std::string line; std::getline(in, line);) {
        out.push_back(nlohmann::json::parse(line));
    }
    EXPECT_FALSE(out.empty()) << file << " has no expectations";
    return out;
}

void expectShape(const Shape& actual, const nlohmann::json& expected) {
    const auto keys = expected.at("keys").get<Shape>();
    const auto absent = expected.value("absent", Shape{});
    const auto extra = expected.value("extra", std::vector<std::string>{});
    for (const auto& [key, type] : keys) {
        const auto found = actual.find(key);
        if (found != actual.end()) {
            EXPECT_EQ(found->second, type) << key;
        } else {
            EXPECT_TRUE(std::ranges::any_of(
                absent, [&](const auto& row) { return covers(row.first, key); }))
                << "lacks " << key;
        }
    }
    for (const auto& [key, type] : actual) {
        EXPECT_TRUE(keys.contains(key)
            || std::ranges::any_of(
                extra, [&](const auto& pattern) { return covers(pattern, key); }))
            << "has also " << key << ": " << type;
    }
}

} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::spec {

struct YamlField;

// A YAML document of people: texts, lists and maps, each with its line.
struct YamlNode {
    enum class Kind { Null, Text, List, Map };

    Kind kind = Kind::Null;
    int line = 0; // from 1
    std::string text;
    std::vector<YamlNode> items;
    std::vector<YamlField> fields; // their names each once
};

struct YamlField {
    YamlNode name;
    YamlNode value;
};

// One document: at most 64 KiB, 5,000 values, 8 levels; no alias, no tag, no field twice. Errors
// begin with the line.
inline constexpr std::size_t kLongestYaml = 64U << 10; // bytes
Result<YamlNode> parseYaml(std::string_view text);

inline tl::unexpected<Error> failureAt(const YamlNode& node, std::string_view message) {
    return failure(fmt::format("line {}: {}", node.line, message));
}

// "line 3: 'gpu' is not known here: did you mean 'gpus'?"
tl::unexpected<Error> unknownKey(const YamlNode& key, std::vector<std::string> known);

// A longer name of a field, as it is written, is not read again (YAML 1.2, 7.4.2).
inline constexpr std::size_t kLongestYamlKey = 1024; // bytes

// As a scalar that is read as this text, whatever it looks like: plain where that is safe.
std::string yamlScalar(std::string_view text);

} // namespace muster::spec

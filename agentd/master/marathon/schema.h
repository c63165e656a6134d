// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "agentd/master/marathon/refusal.h"

namespace muster::agentd::marathon {

using Json = nlohmann::json; // members in the order of their names

// At most 64 brackets deep, as all JSON from outside, and not larger than what `maximum` says.
OrRefusal<Json> parseJson(std::string_view body, std::size_t maximum);

// What a value may be, as Marathon's RAML says it. After conform() it is that, so that its readers
// need no checks of their own.
struct Schema {
    enum class Kind { Any, Boolean, Integer, Number, Text, Word, List, Set, Map, Object, Either };

    Kind kind = Kind::Any;
    double least = 0; // of a number; of how long a text or a list is
    double most = std::numeric_limits<double>::infinity();
    bool (*matches)(std::string_view) = nullptr; // a text
    std::vector<std::string_view> words{}; // of which a Word is one, in any case of its letters
    // Of a list, set or map one, its items; of Either one of each type; of an object one a member.
    std::vector<Schema> parts{};

    enum class Presence { Optional, Required };
    struct Member {
        std::string_view name;
        Presence presence = Presence::Optional;
        std::string_view fallback{}; // JSON
    };
    std::vector<Member> members{};
};

struct Field {
    std::string_view name;
    Schema schema;
    Schema::Presence presence = Schema::Presence::Optional;
    std::string_view fallback{};
};
Schema objectOf(std::vector<Field> fields);

// The value without what the schema does not know and without nulls, which are as if they were not
// there; words in the schema's own case. What is wrong goes to `defects`, in the words of the
// library that Marathon parses with ("error.expected.jsnumber").
Json conform(const Json& value, const Schema& schema, const std::string& place, Defects& defects);

// Adds the members that are missing and have a default, at any depth.
void addDefaults(Json& value, const Schema& schema);

// How readers ask for what conforms.
const Json* find(const Json& object, std::string_view name); // nullptr: it has no such member
const Json& listOf(const Json& object, std::string_view name); // empty: likewise
std::string text(const Json& object, std::string_view name); // "": it has no such text
bool isTrue(const Json& object, std::string_view name); // false: likewise

// "/container" and "volumes" -> "/container/volumes"; the root is "".
std::string member(const std::string& place, std::string_view name);
std::string item(const std::string& place, std::size_t index); // "/fetch(0)"

} // namespace muster::agentd::marathon

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/resources/resources.h"

// The words of resource and attribute texts, shared by the sources of this folder. Pure functions.
namespace muster::resources {

// A piece of foreign text for an error message: at most 80 bytes, "..." after a cut.
std::string clipped(std::string_view text);

std::string_view trimmed(std::string_view text);

// Mesos drops every space of a value, also those inside: "[ 1 - 5 ]" is "[1-5]".
std::string withoutSpaces(std::string_view text);

// Whether the word can stand in a resource text and be read back: not empty, no space, no control
// character, none of ;:,()[]{}
bool isWord(std::string_view text);

// "[1-5,9-9]" and "{a,b}", without spaces.
Result<Ranges> parseRanges(std::string_view text);
Result<TextSet> parseSet(std::string_view text);

std::string valueText(const std::variant<Milli, Ranges, TextSet>& value);

// Calls `take(part)` for each part between separators, empty parts included.
template <typename Take>
void split(std::string_view text, char separator, Take take) {
    for (auto end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator)) {
        take(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    take(text);
}

// Mesos' JSON array as items, zeros included, roles defaulted. Not deeper than 16 levels.
Result<std::vector<Resource>> parseJsonItems(std::string_view text, std::string_view defaultRole);

} // namespace muster::resources

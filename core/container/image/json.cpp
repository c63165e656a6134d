// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/json.h"

#include <nlohmann/json.hpp>

namespace muster::container::image {
namespace {

using nlohmann::json;

constexpr int deepest = 64;

// Before it is parsed: whoever walks through a value does so on the stack.
bool isFlatEnough(std::string_view text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{') && ++depth > deepest)
            return false;
        else if (!quoted && (c == ']' || c == '}'))
            --depth;
    }
    return true;
}

Result<std::string> plainText(const json& value, const char* name) {
    if (!value.is_string())
        return failure(fmt::format("'{}' is not a text", name));
    const auto& text = value.get_ref<const std::string&>();
    if (text.find('\0') != std::string::npos)
        return failure(fmt::format("'{}' has a NUL byte", name));
    return text;
}

} // namespace

Result<json> parseJson(std::string_view text, std::string_view what) {
    if (text.size() > largestText)
        return failure(fmt::format("{} is larger than {} bytes", what, largestText));
    if (!isFlatEnough(text))
        return failure(fmt::format("{} is more than {} levels deep", what, deepest));
    auto value = json::parse(text, nullptr, false);
    if (value.is_discarded())
        return failure(fmt::format("{} is not JSON", what));
    return value;
}

const json& memberOf(const json& object, const char* name) {
    static const json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(name);
    return found == object.end() ? nothing : *found;
}

Result<std::string> textOf(const json& object, const char* name) {
    const auto& value = memberOf(object, name);
    return value.is_null() ? Result<std::string>(std::string()) : plainText(value, name);
}

Result<std::vector<std::string>> textsOf(const json& object, const char* name) {
    std::vector<std::string> texts;
    const auto& values = memberOf(object, name);
    if (values.is_null())
        return texts;
    if (!values.is_array())
        return failure(fmt::format("'{}' is not a list", name));
    for (const auto& value : values) {
        auto text = plainText(value, name);
        if (!text)
            return tl::unexpected(text.error());
        texts.push_back(std::move(*text));
    }
    return texts;
}

} // namespace muster::container::image

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <optional>

#include "core/kernel/resources/value.h"

namespace muster {

using namespace resources;

namespace {

Result<Attribute> parseAttribute(std::string_view part) {
    const auto colon = part.find(':');
    const auto name = trimmed(part.substr(0, colon));
    const auto value
        = colon == std::string_view::npos ? std::string_view{} : trimmed(part.substr(colon + 1));
    if (!isWord(name) || value.empty()) {
        return failure(fmt::format(
            "Invalid attribute key:value pair '{}': write for example rack:abc", clipped(part)));
    }
    if (value.front() == '{') {
        return failure(
            fmt::format("Bad type for attribute {} value {}: write a word, a number or [1-5]",
                clipped(name), clipped(value)));
    }
    if (value.front() == '[') {
        const auto ranges = parseRanges(withoutSpaces(value));
        if (!ranges) {
            return failure(
                fmt::format("Failed to parse attribute {}", clipped(name)), ranges.error());
        }
        return Attribute{std::string(name), *ranges};
    }
    if (const auto scalar = Milli::parse(value)) {
        return Attribute{std::string(name), *scalar};
    }
    return Attribute{std::string(name), std::string(value)};
}

} // namespace

std::string Attribute::valueText() const {
    struct Printer {
        std::string operator()(Milli scalar) const { return scalar.text(); }
        std::string operator()(const Ranges& ranges) const { return ranges.text(); }
        std::string operator()(const std::string& text) const { return text; }
    };
    return std::visit(Printer{}, value);
}

Result<Attributes> parseAttributes(std::string_view text) {
    Attributes attributes;
    std::optional<Error> error;
    split(text, ';', [&](std::string_view part) {
        part = trimmed(part);
        if (error || part.empty()) {
            return;
        }
        auto attribute = parseAttribute(part);
        if (attribute) {
            attributes.push_back(std::move(*attribute));
        } else {
            error = attribute.error();
        }
    });
    if (error) {
        return tl::unexpected(*error);
    }
    return attributes;
}

std::string attributesText(const Attributes& attributes) {
    std::string out;
    for (const auto& attribute : attributes) {
        fmt::format_to(std::back_inserter(out), "{}{}:{}", out.empty() ? "" : ";", attribute.name,
            attribute.valueText());
    }
    return out;
}

} // namespace muster

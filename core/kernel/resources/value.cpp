// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resources/value.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace muster::resources {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

bool isWrapped(std::string_view text, char open, char close) {
    return text.size() >= 2 && text.front() == open && text.back() == close;
}

std::optional<std::uint64_t> parseNumber(std::string_view text) {
    std::uint64_t number = 0;
    const auto* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc{} && end == last ? std::optional(number) : std::nullopt;
}

Result<Ranges::Range> parseRange(std::string_view text) {
    const auto dash = std::min(text.find('-'), text.size());
    const auto begin = parseNumber(text.substr(0, dash));
    const auto end = dash < text.size() ? parseNumber(text.substr(dash + 1)) : std::nullopt;
    if (!begin || !end) {
        return failure(fmt::format("Expecting non-negative integers in '{}': write each range as "
                                   "first-last, for example 5-5",
            clipped(text)));
    }
    if (*begin > *end) {
        return failure(fmt::format(
            "The range '{}' ends before it begins: write {}-{}", clipped(text), *end, *begin));
    }
    return Ranges::Range{*begin, *end};
}

} // namespace

std::string clipped(std::string_view text) {
    constexpr std::size_t kLongest = 80;
    return text.size() <= kLongest ? std::string(text)
                                   : std::string(text.substr(0, kLongest)) + "...";
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string withoutSpaces(std::string_view text) {
    std::string out(text);
    std::erase_if(out, [](char c) { return kSpaces.find(c) != std::string_view::npos; });
    return out;
}

bool isWord(std::string_view text) {
    constexpr std::string_view kDelimiters = ";:,()[]{}\x7f";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return static_cast<unsigned char>(c) > ' ' && kDelimiters.find(c) == std::string_view::npos;
    });
}

Result<Ranges> parseRanges(std::string_view text) {
    if (!isWrapped(text, '[', ']')) {
        return failure("Mismatched brackets: write ranges as [1-5, 9-9]");
    }
    const auto inner = text.substr(1, text.size() - 2);
    std::vector<Ranges::Range> found;
    std::optional<Error> error;
    split(inner, ',', [&](std::string_view part) {
        if (error || inner.empty()) {
            return;
        }
        if (const auto range = parseRange(part)) {
            found.push_back(*range);
        } else {
            error = range.error();
        }
    });
    if (error) {
        return tl::unexpected(*error);
    }
    return Ranges(std::move(found));
}

Result<TextSet> parseSet(std::string_view text) {
    if (!isWrapped(text, '{', '}')) {
        return failure("Mismatched brackets: write a set as {a, b}");
    }
    const auto inner = text.substr(1, text.size() - 2);
    TextSet set;
    std::optional<Error> error;
    split(inner, ',', [&](std::string_view part) {
        if (isWord(part)) {
            set.emplace(part);
        } else if (!inner.empty() && !error) {
            error = Error{
                fmt::format("Bad set item '{}': write words between commas, for example {{a, b}}",
                    clipped(part))};
        }
    });
    if (error) {
        return tl::unexpected(*error);
    }
    return set;
}

std::string valueText(const std::variant<Milli, Ranges, TextSet>& value) {
    struct Printer {
        std::string operator()(Milli scalar) const { return scalar.text(); }
        std::string operator()(const Ranges& ranges) const { return ranges.text(); }
        std::string operator()(const TextSet& set) const {
            return fmt::format("{{{}}}", fmt::join(set, ", "));
        }
    };
    return std::visit(Printer{}, value);
}

} // namespace muster::resources

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/shell_words.h"

#include <fmt/format.h>

#include "core/kernel/base/text.h"

namespace muster::spec {

namespace {

// What a terminal would obey, in a form that every shell reads: "$(printf -- '\302\233')". It drops
// the line breaks at the end, which follow by themselves.
std::string printed(std::string_view text) {
    const auto end = text.find_last_not_of('\n') + 1;
    std::string quoted;
    for (const char c : text.substr(0, end)) {
        if (c == '%' || c == '\\')
            quoted += c;
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    const auto safe = escaped(quoted, [](char32_t code) {
        const auto octal = [](char32_t byte) {
            return fmt::format("\\{:03o}", static_cast<std::uint32_t>(byte));
        };
        if (code == '\n')
            return std::string("\n");
        if (code < 0x80)
            return octal(code);
        if (code < 0x800)
            return octal(0xc0 | code >> 6) + octal(0x80 | (code & 0x3f));
        return octal(0xe0 | code >> 12) + octal(0x80 | (code >> 6 & 0x3f))
            + octal(0x80 | (code & 0x3f));
    });
    const auto rest = std::string(text.substr(end));
    return fmt::format("\"$(printf -- '{}')\"{}", safe, rest.empty() ? "" : "'" + rest + "'");
}

} // namespace

std::string shellWord(std::string_view text) {
    constexpr std::string_view safe
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
    if (!text.empty() && text.find_first_not_of(safe) == std::string_view::npos)
        return std::string(text);
    std::string lines(text);
    std::erase(lines, '\n');
    if (hasUnsafe(lines))
        return printed(text);
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::string commandLine(const JobText& job, std::string_view separator) {
    std::string out = "muster submit";
    const auto flag = [&](const PartRow& row, const std::string& value) {
        out += fmt::format("{}--{}={}", separator, row.flag, shellWord(value));
    };
    for (const auto& row : partTable()) {
        if (row.part == Part::Argv)
            continue; // last
        if (const auto* text = std::get_if<Text JobText::*>(&row.member); text && job.*(*text))
            flag(row, *(job.*(*text)));
        if (const auto* texts = std::get_if<Texts JobText::*>(&row.member)) {
            for (const auto& one : job.*(*texts))
                flag(row, one);
        }
        if (const auto* set = std::get_if<bool JobText::*>(&row.member); set && job.*(*set))
            out += fmt::format("{}--{}", separator, row.flag);
    }
    if (!job.argv.empty())
        out += fmt::format("{}--", separator);
    for (const auto& word : job.argv)
        out += " " + shellWord(word);
    return out;
}

} // namespace muster::spec

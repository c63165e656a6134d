// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/shell_words.h"

#include <fmt/format.h>

namespace muster::spec {

std::string shellWord(std::string_view text) {
    constexpr std::string_view safe
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
    if (!text.empty() && text.find_first_not_of(safe) == std::string_view::npos)
        return std::string(text);
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

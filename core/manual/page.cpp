// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/manual/page.h"

#include <cctype>
#include <fstream>

#include <fmt/format.h>

namespace muster::manual {
namespace {

std::string upperCase(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

std::string_view letter(char c) {
    switch (c) {
    case '\\':
        return "\\(rs";
    case '-':
        return "\\-"; // a plain one becomes a hyphen, which nobody can paste into a shell
    case '\'':
        return "\\(aq";
    case '"':
        return "\\(dq"; // plain ones would end an argument of a macro
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return {};
    }
}

std::string escapedLine(std::string_view line) {
    std::string out;
    if (line.starts_with('.'))
        out = "\\&"; // else the line is a request
    for (const char c : line) {
        if (const auto written = letter(c); !written.empty())
            out += written;
        else
            out += c;
    }
    return out;
}

template <typename Use>
void eachLine(std::string_view text, const Use& use) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        use(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

std::string roff(std::string_view text) {
    std::string line(text);
    for (char& c : line) {
        if (c == '\n')
            c = ' ';
    }
    return escapedLine(line);
}

Page::Page(std::string_view name, int section, std::string_view version, std::string_view summary,
    std::string_view synopsis)
    : m_name(name), m_section(section),
      m_text(fmt::format(".TH \"{}\" \"{}\" \"\" \"muster {}\" \"Muster\"\n.SH NAME\n{} \\- {}\n",
          roff(upperCase(name)), section, roff(version), roff(name), roff(summary))) {
    heading("SYNOPSIS");
    bool isFirst = true;
    eachLine(synopsis, [&](std::string_view form) {
        m_text += fmt::format("{}\\fB{}\\fR\n", isFirst ? "" : ".br\n", roff(form));
        isFirst = false;
    });
}

Page& Page::heading(std::string_view title) {
    m_text += fmt::format(".SH \"{}\"\n", roff(title));
    return *this;
}

Page& Page::subheading(std::string_view title) {
    m_text += fmt::format(".SS \"{}\"\n", roff(title));
    return *this;
}

Page& Page::paragraph(std::string_view text) {
    m_text += fmt::format(".PP\n{}\n", roff(text));
    return *this;
}

Page& Page::item(std::string_view tag, std::string_view text) {
    m_text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(tag), roff(text));
    return *this;
}

Page& Page::example(std::string_view lines) {
    m_text += ".PP\n.RS 4\n.nf\n";
    eachLine(lines, [&](std::string_view line) { m_text += escapedLine(line) + '\n'; });
    m_text += ".fi\n.RE\n";
    return *this;
}

Page& Page::examples(std::string_view text) {
    std::string commands;
    std::string sentence;
    const auto flush = [&] {
        if (!commands.empty())
            example(commands);
        if (!sentence.empty())
            paragraph(sentence);
        commands.clear();
        sentence.clear();
    };
    eachLine(text, [&](std::string_view line) {
        const bool isCommand = line.starts_with("  ");
        if (isCommand ? !sentence.empty() : !commands.empty())
            flush();
        if (isCommand)
            commands += std::string(line.substr(2)) + '\n';
        else if (!line.empty())
            sentence += (sentence.empty() ? "" : " ") + std::string(line);
    });
    flush();
    return *this;
}

std::string Page::fileName() const {
    return fmt::format("{}.{}", m_name, m_section);
}

Status write(std::string_view text, const std::filesystem::path& file) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return out ? Status()
               : failure(fmt::format("Cannot write {}", file.string()), Error::Kind::Internal);
}

Status write(const Page& page, const std::filesystem::path& folder) {
    return write(page.text(), folder / page.fileName());
}

} // namespace muster::manual

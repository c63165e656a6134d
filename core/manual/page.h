// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::manual {

// Text as roff prints it: no letter of it is taken for a request, an escape or a hyphen, line ends
// are blanks.
std::string roff(std::string_view text);

// One manual page in the macros of man(7). Takes plain text and escapes it.
class Page {
public:
    // Begins with the sections NAME and `synopsis`, which has one form a line.
    Page(std::string_view name, int section, std::string_view version, std::string_view summary,
        std::string_view synopsis);

    Page& heading(std::string_view title);
    Page& subheading(std::string_view title);
    Page& paragraph(std::string_view text);
    // What is explained, in bold, and the explanation, indented.
    Page& item(std::string_view tag, std::string_view text);
    // Lines as they stand.
    Page& example(std::string_view lines);
    // What stands below "Examples:" in --help: indented lines are commands, the others sentences.
    Page& examples(std::string_view text);

    std::string fileName() const; // "muster-agentd.8"
    const std::string& text() const { return m_text; }

private:
    std::string m_name;
    int m_section;
    std::string m_text;
};

// Into the folder, which is made where it is missing.
Status write(const Page& page, const std::filesystem::path& folder);
// The same for any text.
Status write(std::string_view text, const std::filesystem::path& file);

} // namespace muster::manual

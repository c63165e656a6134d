// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/spec/template.h"

namespace muster::spec {

namespace {

std::string escaped(std::string text) {
    for (auto at = text.find("${{"); at != std::string::npos; at = text.find("${{", at + 4))
        text.insert(at, 1, '$');
    return text;
}

void escape(Text& text) {
    if (text)
        text = escaped(*text);
}

void escape(Texts& texts) {
    for (auto& text : texts)
        text = escaped(text);
}

void escape(bool&) { }

FieldType typeOf(Part part) {
    switch (part) {
    case Part::Gpus:
    case Part::Priority:
    case Part::Retries:
        return FieldType::Integer;
    case Part::Cpus:
        return FieldType::Number;
    case Part::Memory:
        return FieldType::Memory;
    default: // every other one is a text
        return FieldType::Text;
    }
}

} // namespace

std::string templateText(const std::string& title, const std::string& help, const JobText& job,
    std::span<const Part> asked) {
    auto out = fmt::format("template: {}\n", yamlScalar(title));
    if (!help.empty())
        out += fmt::format("help: {}\n", yamlScalar(help));
    auto body = job;
    for (const auto& row : partTable())
        std::visit([&](auto member) { escape(body.*member); }, row.member);
    std::string fields;
    for (const auto part : asked) {
        const auto& row = rowOf(part);
        const auto* member = std::get_if<Text JobText::*>(&row.member);
        // A whole command would be quoted as one word.
        if (!member || !(job.*(*member)) || part == Part::Command)
            continue;
        fields += fmt::format("  - name: {}\n    type: {}\n    default: {}\n", row.key,
            typeName(typeOf(part)), yamlScalar(*(job.*(*member))));
        body.*(*member) = fmt::format("${{{{ {} }}}}", row.key);
    }
    if (!fields.empty())
        out += "fields:\n" + fields;
    return out + "job:\n" + yamlText(body, "  ");
}

} // namespace muster::spec

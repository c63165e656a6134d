// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/listing.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/text.h"
#include "core/kernel/base/time.h"

namespace muster::cli {

namespace {

std::string joined(const std::vector<std::string>& texts) {
    return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, ", "));
}

std::string shown(const Cell& cell) {
    if (!cell.text.empty())
        return escaped(cell.text);
    switch (cell.value.index()) {
    case 1:
        return std::get<bool>(cell.value) ? "yes" : "no";
    case 2:
        return std::to_string(std::get<std::int64_t>(cell.value));
    case 3:
        return escaped(std::get<std::string>(cell.value));
    case 4:
        return escaped(joined(std::get<std::vector<std::string>>(cell.value)));
    }
    return "n/a";
}

nlohmann::ordered_json json(const Cell::Value& value) {
    return std::visit(
        [](const auto& held) -> nlohmann::ordered_json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                return nullptr;
            else
                return held;
        },
        value);
}

std::string line(const std::vector<std::string>& texts, const std::vector<const Field*>& fields,
    const std::vector<unsigned>& widths) {
    std::string text;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string blanks(widths[i] - width(texts[i]), ' ');
        text += (i == 0 ? "" : "  ") + (fields[i]->right ? blanks + texts[i] : texts[i] + blanks);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

} // namespace

std::string tableText(const Listing& listing, bool wide, bool header) {
    std::vector<const Field*> fields;
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < listing.fields.size(); ++i) {
        const Field& field = listing.fields[i];
        if (!field.head.empty() && (wide || !field.wide)) {
            fields.push_back(&field);
            positions.push_back(i);
        }
    }
    std::vector<std::vector<std::string>> lines(header ? 1 : 0);
    for (const auto* field : fields) {
        if (header)
            lines[0].push_back(field->head);
    }
    for (const auto& row : listing.rows) {
        auto& texts = lines.emplace_back();
        for (const auto position : positions)
            texts.push_back(shown(row[position]));
    }
    std::vector<unsigned> widths(fields.size());
    for (const auto& texts : lines) {
        for (std::size_t i = 0; i < texts.size(); ++i)
            widths[i] = std::max(widths[i], width(texts[i]));
    }
    std::string text;
    for (const auto& texts : lines)
        text += line(texts, fields, widths);
    return text;
}

std::string jsonText(const Listing& listing) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& row : listing.rows) {
        auto& object = rows.emplace_back(nlohmann::ordered_json::object());
        for (std::size_t i = 0; i < listing.fields.size(); ++i) {
            if (!listing.fields[i].key.empty())
                object[listing.fields[i].key] = json(row[i].value);
        }
    }
    const nlohmann::ordered_json document
        = {{"schema_version", kSchemaVersion}, {listing.noun, std::move(rows)}};
    return escapedJson(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace))
        + "\n";
}

Cell timeCell(std::int64_t milliseconds) {
    if (milliseconds == 0)
        return Cell::word("");
    const auto iso = isoTime(Instant(std::chrono::milliseconds(milliseconds)));
    return {iso, iso.substr(0, 19) + "Z"};
}

} // namespace muster::cli

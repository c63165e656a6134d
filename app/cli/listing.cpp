// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/listing.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/text.h"
#include "core/kernel/base/text.h"
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
    case 5:
        return fmt::format("{}", std::get<double>(cell.value));
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

struct CsvText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const std::string& text) const { return csvField(text); }
    std::string operator()(const std::vector<std::string>& texts) const {
        return csvField(fmt::format("{}", fmt::join(texts, ", ")));
    }
    std::string operator()(auto number) const { return fmt::format("{}", number); }
};

// 2500 thousandths are 2.5.
Cell::Value wholeUnits(std::int64_t thousandths) {
    constexpr int kThousand = 1000;
    return thousandths % kThousand == 0 ? Cell::Value(thousandths / kThousand)
                                        : Cell::Value(static_cast<double>(thousandths) / kThousand);
}

Cell::Value scripted(columns::Measure measure, std::int64_t number) {
    switch (measure) {
    case columns::Measure::Thousandths:
    case columns::Measure::MebibyteThousandths:
        return wholeUnits(number);
    case columns::Measure::Moment:
        return timeCell(number).value;
    case columns::Measure::Text:
    case columns::Measure::Flag:
    case columns::Measure::List:
    case columns::Measure::Number:
    case columns::Measure::Signed:
    case columns::Measure::Mebibytes:
    case columns::Measure::Duration:
        break;
    }
    return number;
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
    for (const auto& row : listing.rows)
        rows.push_back(jsonOf(listing, row));
    const nlohmann::ordered_json document
        = {{"schema_version", kSchemaVersion}, {listing.noun, std::move(rows)}};
    return escapedJson(document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace))
        + "\n";
}

nlohmann::ordered_json jsonOf(const Listing& listing, const std::vector<Cell>& row) {
    auto object = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < listing.fields.size(); ++i) {
        if (!listing.fields[i].key.empty())
            object[listing.fields[i].key] = json(row[i].value);
    }
    return object;
}

std::string csvText(const Listing& listing) {
    std::vector<std::string> heads;
    for (const auto& field : listing.fields) {
        if (!field.key.empty())
            heads.push_back(csvField(field.key));
    }
    auto text = fmt::format("{}\r\n", fmt::join(heads, ","));
    for (const auto& row : listing.rows) {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < listing.fields.size(); ++i) {
            if (!listing.fields[i].key.empty())
                values.push_back(std::visit(CsvText(), row[i].value));
        }
        text += fmt::format("{}\r\n", fmt::join(values, ","));
    }
    return text;
}

std::string listingText(const Listing& listing, const std::string& format, bool header) {
    if (format == "json")
        return jsonText(listing);
    if (format == "csv")
        return csvText(listing);
    return listing.rows.empty() ? std::string() : tableText(listing, format == "wide", header);
}

Field fieldOf(const columns::Heading& heading) {
    using columns::Listed;
    const bool shown = heading.listed == Listed::Table || heading.listed == Listed::Wide;
    return {.head = shown ? std::string(heading.head) : std::string(),
        .key = std::string(heading.key),
        .wide = heading.listed == Listed::Wide,
        .right = columns::isFigure(heading.measure)};
}

// An empty text is nothing, as what is unknown is.
Cell cellOf(const columns::Heading& heading, const columns::Value& value, std::string text) {
    Cell cell{{}, std::move(text)};
    if (const auto* number = std::get_if<std::int64_t>(&value))
        cell.value = scripted(heading.measure, *number);
    else if (const auto* word = std::get_if<std::string>(&value); word != nullptr && !word->empty())
        cell.value = *word;
    else if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
        cell.value = *texts;
    else if (const auto* flag = std::get_if<bool>(&value))
        cell.value = *flag;
    return cell;
}

Cell timeCell(std::int64_t milliseconds) {
    if (milliseconds == 0)
        return Cell::word("");
    return {isoTime(Instant(std::chrono::milliseconds(milliseconds))),
        columns::momentText(milliseconds)};
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/listing.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/cli/log_writer.h"
#include "app/cli/text.h"
#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

TEST(Text, EscapesWhatATerminalWouldObey) {
    EXPECT_EQ(escaped("plain é 漢 🙂"), "plain é 漢 🙂");
    EXPECT_EQ(escaped("\x1b[2J\r\n\x7f"), "\\x1b[2J\\x0d\\x0a\\x7f");
    EXPECT_EQ(escaped("\xc2\x9b"
                      "31m"),
        "\\u009b31m");
    EXPECT_EQ(escaped("a\u202eb\u2028\u2066"), "a\\u202eb\\u2028\\u2066");
    EXPECT_EQ(escaped("\xff\xc0\x80\xed\xa0\x80"), "\\xff\\xc0\\x80\\xed\\xa0\\x80");
    EXPECT_EQ(escaped("\xe6\xbc"), "\\xe6\\xbc");
}

TEST(Text, CountsColumnsOfATerminal) {
    EXPECT_EQ(width("abc"), 3U);
    EXPECT_EQ(width("é°"), 2U);
    EXPECT_EQ(width("e\u0301"), 1U);
    EXPECT_EQ(width("漢字"), 4U);
    EXPECT_EQ(width("🙂"), 2U);
}

Listing sample() {
    return {"things",
        {{"NAME", "name"}, {"N", "n", false, true}, {"", "hidden"}, {"MORE", "more", true}},
        {{Cell::word("漢"), Cell::number(5, "%"), {true, {}}, Cell::word("")},
            {Cell::word("long\n"), {}, {false, {}}, {std::vector<std::string>{"a", "b"}, {}}}}};
}

TEST(Listing, AlignsByWhatATerminalShows) {
    EXPECT_EQ(tableText(sample(), false, true),
        "NAME        N\n"
        "漢         5%\n"
        "long\\x0a  n/a\n");
}

TEST(Listing, ShowsWideFieldsOnlyWhenAsked) {
    const auto wide = tableText(sample(), true, false);
    EXPECT_EQ(wide, "漢         5%  -\nlong\\x0a  n/a  a, b\n");
}

TEST(Listing, GivesScriptsValuesAndNull) {
    const auto json = nlohmann::json::parse(jsonText(sample()));
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_EQ(json["things"][0]["n"], 5);
    EXPECT_EQ(json["things"][0]["hidden"], true);
    EXPECT_TRUE(json["things"][0]["more"].is_null());
    EXPECT_TRUE(json["things"][1]["n"].is_null());
    EXPECT_EQ(json["things"][1]["name"], "long\n");
    EXPECT_EQ(json["things"][1]["more"], nlohmann::json({"a", "b"}));
}

TEST(Listing, GivesSpreadsheetsTheSameValues) {
    EXPECT_EQ(csvText(sample()),
        "name,n,hidden,more\r\n"
        "漢,5,true,\r\n"
        "long\\x0a,,false,\"a, b\"\r\n");
}

TEST(Listing, IsPrintedInTheFormThatWasAskedFor) {
    EXPECT_EQ(listingText(sample(), "table", true), tableText(sample(), false, true));
    EXPECT_EQ(listingText(sample(), "wide", false), tableText(sample(), true, false));
    EXPECT_EQ(listingText(sample(), "json", true), jsonText(sample()));
    EXPECT_EQ(listingText(sample(), "csv", true), csvText(sample()));
    auto empty = sample();
    empty.rows.clear();
    EXPECT_EQ(listingText(empty, "table", true), "") << "no header of nothing";
    EXPECT_EQ(listingText(empty, "csv", true), "name,n,hidden,more\r\n");
}

TEST(Listing, GivesScriptsWholeUnitsAndTimesOfColumns) {
    using columns::Measure;
    EXPECT_EQ(cellOf({.measure = Measure::Thousandths}, std::int64_t{2000}, "2").value,
        Cell::Value(std::int64_t{2}));
    EXPECT_EQ(cellOf({.measure = Measure::MebibyteThousandths}, std::int64_t{500}, "0.5").value,
        Cell::Value(0.5));
    EXPECT_EQ(cellOf({.measure = Measure::Moment}, std::int64_t{1796040271250}, "").value,
        Cell::Value(std::string("2026-11-30T12:04:31.250Z")));
    EXPECT_EQ(cellOf({.measure = Measure::Moment}, std::int64_t{0}, "-").value, Cell::Value());
    EXPECT_EQ(cellOf({}, std::string(), "-").value, Cell::Value()) << "nothing is null";
    EXPECT_EQ(cellOf({}, columns::Value(), "n/a").value, Cell::Value());
}

TEST(Listing, SurvivesBytesThatAreNotUtf8) {
    Listing listing{"things", {{"NAME", "name"}}, {{Cell::word("\xff")}}};
    EXPECT_EQ(nlohmann::json::parse(jsonText(listing))["things"][0]["name"], "\uFFFD");
    EXPECT_EQ(tableText(listing, false, false), "\\xff\n");
}

TEST(Listing, HoldsNoControlsInAnyForm) {
    Listing listing{"things", {{"NAME", "name"}}, {{Cell::word("\u009b31m\u202e")}}};
    EXPECT_EQ(tableText(listing, false, false), "\\u009b31m\\u202e\n");
    const auto json = jsonText(listing);
    EXPECT_EQ(json.find("\u009b"), std::string::npos) << json;
    EXPECT_EQ(nlohmann::json::parse(json)["things"][0]["name"], "\u009b31m\u202e");
}

TEST(Listing, WritesTimesInIso) {
    EXPECT_EQ(timeCell(1796040271250).text, "2026-11-30T12:04:31Z");
    EXPECT_EQ(timeCell(0).text, "-");
}

TEST(LogWriter, PassesBytesToAPipe) {
    std::ostringstream out;
    LogWriter(out, false).write("\x1b[31m\xff\n");
    EXPECT_EQ(out.str(), "\x1b[31m\xff\n");
}

TEST(LogWriter, EscapesForATerminalAcrossChunks) {
    std::ostringstream out;
    {
        LogWriter log(out, true);
        log.write("a\tb\n\xe6\xbc");
        EXPECT_EQ(out.str(), "a\tb\n");
        log.write("\xa2\x1b[2J\xe6");
    }
    EXPECT_EQ(out.str(), "a\tb\n漢\\x1b[2J\\xe6");
}

TEST(LogWriter, EndsTheLinesOfATaskOnATerminalAsItsOwn) {
    std::ostringstream out;
    {
        LogWriter log(out, true);
        log.write("one\r\ntwo\r");
        EXPECT_EQ(out.str(), "one\ntwo");
        log.write("\n10 %\r20 %\r");
    }
    EXPECT_EQ(out.str(), "one\ntwo\n10 %\\x0d20 %\\x0d");
}

TEST(LogWriter, FindsTheLastLines) {
    EXPECT_EQ(lastLines("a\nb\nc\n", 2), "b\nc\n");
    EXPECT_EQ(lastLines("a\nb\nc", 2), "b\nc");
    EXPECT_EQ(lastLines("a\n", 5), "a\n");
    EXPECT_EQ(lastLines("a\n", 0), "");
    EXPECT_EQ(lastLines("", 3), "");
    EXPECT_EQ(lastLines("\n\n\n", 1), "\n");
}

} // namespace
} // namespace muster::cli

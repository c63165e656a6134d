// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter.h"

#include <random>

#include <gtest/gtest.h>

using namespace muster;
using namespace muster::models;
using namespace muster::widgets;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;

QString q(const char* text) {
    return QString::fromUtf8(text);
}

const std::vector<FilterColumn> kColumns{{{q("node")}}, {{q("state")}}, {{q("user")}},
    {{q("util"), q("gpu")}, Measure::Number}, {{q("mem")}, Measure::Mebibytes},
    {{q("cpus")}, Measure::Thousandths}, {{q("ran")}, Measure::Duration},
    {{q("started"), q("age")}, Measure::Moment}, {{q("priority")}, Measure::Signed}};

struct Row {
    QStringList cells{q("node1"), q("Running"), q("alice"), q("93"), q("40960"), q("2"),
        q("1 h 05 min"), q("12:04:31"), q("-5")};
    std::vector<qint64> raw{0, 0, 0, 93, 40960, 2000, 3900, kNow - 3'600'000, -5};

    bool shownBy(const char* words) const {
        const auto filter = Filter::parse(q(words), kColumns, q("Alice"));
        EXPECT_TRUE(filter) << words << ": " << filter.error().message;
        return filter
            && filter->matches(
                Filter::folded(cells),
                [this](int column) { return raw[static_cast<std::size_t>(column)]; }, kNow);
    }
};

std::string refusal(const char* words, const char* me = "alice") {
    const auto filter = Filter::parse(q(words), kColumns, q(me));
    return filter ? "" : filter.error().message;
}

} // namespace

TEST(Filter, WantsEveryWordInSomeCellWhateverItsCase) {
    const Row row;
    EXPECT_TRUE(row.shownBy(""));
    EXPECT_TRUE(row.shownBy("NODE1 run"));
    EXPECT_FALSE(row.shownBy("node1 failed"));
    EXPECT_FALSE(row.shownBy("node1Running")) << "no word goes over two cells";
    EXPECT_TRUE(row.shownBy("\"1 h\""));
    EXPECT_FALSE(row.shownBy("\"h 1\""));
}

TEST(Filter, TurnsAnyTermRoundByAnExclamationMark) {
    const Row row;
    EXPECT_FALSE(row.shownBy("!node1"));
    EXPECT_TRUE(row.shownBy("!node2 !state:failed !gpu>95 !/^node2$/"));
    EXPECT_FALSE(row.shownBy("!gpu>80"));
    EXPECT_TRUE(row.shownBy("!!node1"));
}

TEST(Filter, MatchesRegularExpressionsWithinACell) {
    const Row row;
    EXPECT_TRUE(row.shownBy("/^node[12]$/"));
    EXPECT_FALSE(row.shownBy("/^ode/"));
    EXPECT_TRUE(row.shownBy("/1 h .5/")) << "a blank does not end it";
    EXPECT_TRUE(row.shownBy("state:/^(running|staging)$/"));
    EXPECT_FALSE(row.shownBy("user:/^(running|staging)$/"));
    EXPECT_FALSE(row.shownBy("/usr/bin/env")) << "a path is a word";
}

TEST(Filter, LooksIntoOneColumn) {
    const Row row;
    EXPECT_TRUE(row.shownBy("state:run"));
    EXPECT_FALSE(row.shownBy("user:run"));
    EXPECT_TRUE(row.shownBy("User:ALI"));
    EXPECT_TRUE(row.shownBy("ran:\"1 h\""));
    EXPECT_TRUE(row.shownBy("state=running state!=run user==alice"));
    EXPECT_FALSE(row.shownBy("state=run"));
}

TEST(Filter, KnowsWhoReads) {
    Row row;
    EXPECT_TRUE(row.shownBy("user:me"));
    row.cells[2] = q("alice2");
    EXPECT_FALSE(row.shownBy("user:me"));
    EXPECT_TRUE(row.shownBy("!user:me"));
    EXPECT_NE(refusal("user:me", ""), "");
}

TEST(Filter, ComparesRawValuesWithUnits) {
    const Row row;
    EXPECT_TRUE(row.shownBy("gpu>80 util>=93 gpu<=93% gpu=93 gpu!=80"));
    EXPECT_FALSE(row.shownBy("gpu>93"));
    EXPECT_TRUE(row.shownBy("mem>=40G mem=40GiB mem<41g mem=40960 mem>0.03T"));
    EXPECT_TRUE(row.shownBy("cpus=2 cpus>1.5"));
    EXPECT_TRUE(row.shownBy("ran>1h ran=1h5m ran<66min ran=3900"));
    EXPECT_TRUE(row.shownBy("age<2h age>=1h started<1d"));
    EXPECT_FALSE(row.shownBy("age<30m"));
    EXPECT_TRUE(row.shownBy("priority<0 priority=-5"));
}

TEST(Filter, NeverHoldsForWhatIsUnknown) {
    Row row;
    row.raw = {0, 0, 0, -1, -1, -1, -1, 0, 0};
    for (const auto* words :
        {"gpu<80", "gpu=-1", "mem>=0", "cpus<1", "ran<1h", "age>1s", "age<9999w"}) {
        EXPECT_FALSE(row.shownBy(words)) << words;
    }
}

TEST(Filter, AsksNothingYetWhileATermIsTyped) {
    const Row row;
    for (const auto* words :
        {"!", "state:", "gpu>", "gpu>=", "\"", "!state:", "//", "node1 gpu!="}) {
        EXPECT_TRUE(row.shownBy(words)) << words;
    }
}

TEST(Filter, SaysWhatIsWrongAndWhatWouldBeRight) {
    EXPECT_EQ(refusal("sate:running"),
        "No column \"sate\"; columns are node, state, user, util, mem, cpus, ran, started, "
        "priority. To search for the text itself: \"sate:…\"");
    EXPECT_EQ(
        refusal("/(/"), "/(/ is not a valid pattern: missing closing parenthesis at character 2");
    EXPECT_EQ(
        refusal("gpu>lots"), "\"lots\" is not a valid value for gpu; use for example gpu>80");
    EXPECT_EQ(
        refusal("age<2y"), "\"2y\" is not a valid value for age; use for example age<2h30m");
    EXPECT_EQ(refusal("gpu> 80"), "gpu> needs a value, as in gpu>80");
    EXPECT_EQ(refusal("state>5"), "state contains text, not numbers: use state:5 or state=5");
    EXPECT_EQ(refusal(std::string(1001, 'a').c_str()),
        "The filter has 1001 characters, the maximum is 1000");
}

TEST(Filter, TakesForWordsWhatOnlyLooksLikeATerm) {
    Row row;
    row.cells[8] = q("00000000:0A:00.0 --lr=0.1 \"quoted\" nvidia/cuda:12.2");
    EXPECT_TRUE(row.shownBy("12:04:31"));
    EXPECT_TRUE(row.shownBy("0a:00.0 --lr=0.1"));
    EXPECT_TRUE(row.shownBy("nvidia/cuda:12.2"));
    EXPECT_TRUE(row.shownBy("\"cuda:12\""));
}

TEST(Filter, SurvivesEveryInput) {
    const char alphabet[] = "!/\\\":<>=()[]*+.$^ \t-%2hGgpu state mem\xc3\xa9";
    for (unsigned seed = 1; seed <= 20'000; ++seed) {
        std::mt19937 random(seed);
        std::string words;
        for (auto left = random() % 24; left > 0; --left) {
            words += alphabet[random() % (sizeof alphabet - 1)];
        }
        const auto text = QString::fromStdString(words);
        const auto filter = Filter::parse(text, kColumns, q("alice"));
        if (!filter) {
            ASSERT_FALSE(filter.error().message.empty()) << "seed " << seed;
            continue;
        }
        const Row row;
        const auto value = [&](int column) { return row.raw[static_cast<std::size_t>(column)]; };
        const auto cells = Filter::folded(row.cells);
        ASSERT_EQ(filter->matches(cells, value, kNow), filter->matches(cells, value, kNow)) << seed;
        const auto spaced = Filter::parse(q("  ") + text, kColumns, q("alice"));
        ASSERT_TRUE(spaced) << "seed " << seed;
        ASSERT_EQ(filter->matches(cells, value, kNow), spaced->matches(cells, value, kNow)) << seed;
    }
}

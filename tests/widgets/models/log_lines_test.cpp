// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/log_lines.h"

#include <gtest/gtest.h>

#include "widgets/models/log_hits.h"
#include "widgets/models/log_pattern.h"

using namespace muster::models;

namespace {

constexpr LogSource kOut{0, LogStream::Out};
constexpr LogSource kError{0, LogStream::Error};

std::vector<std::string> textsOf(const LogLines& lines) {
    std::vector<std::string> texts;
    for (auto number = lines.begin(); number < lines.end(); ++number) {
        texts.push_back(lines.line(number).text.toStdString());
    }
    return texts;
}

using Texts = std::vector<std::string>;
using Numbers = std::vector<qint64>;

LogMatcher matcher(
    const char* text, bool regex = false, bool matchCase = false, bool inverse = false) {
    auto made = LogMatcher::compile({QString::fromUtf8(text), regex, matchCase, inverse});
    EXPECT_TRUE(made) << text;
    return made ? *made : LogMatcher();
}

} // namespace

TEST(LogLines, MergesSourcesInTheOrderOfArrival) {
    LogLines lines;
    lines.append(kOut, "one\n");
    lines.append(kError, "oops\n");
    lines.append(kOut, "two\n");
    EXPECT_EQ(textsOf(lines), (Texts{"one", "oops", "two"}));
    EXPECT_EQ(lines.line(1).source, kError);
}

TEST(LogLines, KnowWhenTheirFirstByteArrivedAndNothingOfWhatStoodInTheFile) {
    LogLines lines;
    lines.append(kOut, "old\nold and ");
    lines.append(kOut, "new\none\nhalf", 10);
    lines.append(kError, "oops\n", 20);
    lines.append(kOut, " and half\n", 30);
    EXPECT_EQ(textsOf(lines), (Texts{"old", "old and new", "one", "half and half", "oops"}));
    const Numbers wanted{0, 0, 10, 10, 20};
    for (qint64 number = 0; number < lines.end(); ++number) {
        EXPECT_EQ(lines.line(number).atMs, wanted[static_cast<std::size_t>(number)]) << number;
    }
}

TEST(LogLines, CompletesALineWhereItBeganAlthoughOthersCameBetween) {
    LogLines lines;
    lines.append(kOut, "half");
    lines.append(kError, "oops\n");
    EXPECT_TRUE(lines.takeChanged().empty()) << "both are new";
    lines.append(kOut, " and half\nnext");
    EXPECT_EQ(textsOf(lines), (Texts{"half and half", "oops", "next"}));
    EXPECT_EQ(lines.takeChanged(), Numbers{0});
}

TEST(LogLines, ShowsAProgressBarInOneLine) {
    LogLines lines;
    lines.append(kOut, "10%");
    lines.append(kOut, "\r20%");
    EXPECT_EQ(textsOf(lines), Texts{"20%"});
    lines.append(kOut, "\r30%\ndone\n");
    EXPECT_EQ(textsOf(lines), (Texts{"30%", "done"}));
}

TEST(LogLines, DropsTheOldestAndKeepsTheNumbers) {
    LogLines lines({.lines = 3});
    lines.append(kOut, "a\nb\nc\nd\ne\n");
    EXPECT_EQ(textsOf(lines), (Texts{"c", "d", "e"}));
    EXPECT_EQ(lines.begin(), 2);
    EXPECT_EQ(lines.line(4).text, QStringLiteral("e"));
}

TEST(LogLines, GoesOnWithANewLineWhenTheBegunOneWasDropped) {
    LogLines lines({.lines = 2});
    lines.append(kOut, "begun");
    lines.append(kError, "a\nb\nc\n");
    lines.append(kOut, " and ended\n");
    EXPECT_EQ(textsOf(lines), (Texts{"c", "begun and ended"}));
    EXPECT_TRUE(lines.takeChanged().empty());
}

TEST(LogLines, KeepsNoMoreThanSoManyCharacters) {
    LogLines lines({.lines = 100, .characters = 10});
    lines.append(kOut, "12345678\n12345678\n");
    EXPECT_EQ(lines.end() - lines.begin(), 1);
    lines.append(kOut, std::string(50, 'x'));
    EXPECT_EQ(lines.end() - lines.begin(), 1) << "the last one stays";
}

TEST(LogLines, BeginsAgain) {
    LogLines lines;
    lines.append(kOut, "half");
    lines.clear();
    lines.append(kOut, "new\n");
    EXPECT_EQ(textsOf(lines), Texts{"new"});
}

TEST(LogMatcher, FindsLettersOfEitherCaseUnlessToldOtherwise) {
    const auto line = QStringLiteral("Error: no error");
    EXPECT_EQ(matcher("ERROR").count(line), 2);
    EXPECT_EQ(matcher("error", false, true).count(line), 1);
    EXPECT_EQ(matcher("a.c").count(QStringLiteral("abc")), 0) << "letter by letter";
    EXPECT_EQ(matcher("a.c", true).count(QStringLiteral("abc")), 1);
}

TEST(LogMatcher, FiltersAndInverts) {
    const auto line = QStringLiteral("epoch 3 loss 0.5");
    EXPECT_TRUE(matcher("").accepts(line));
    EXPECT_TRUE(matcher("^epoch \\d+", true).accepts(line));
    EXPECT_FALSE(matcher("epoch", false, false, true).accepts(line));
    EXPECT_TRUE(matcher("warn", false, false, true).accepts(line));
}

TEST(LogMatcher, StepsOverMatchesOfNothing) {
    EXPECT_EQ(matcher("a*", true).count(QStringLiteral("xaax")), 1);
    EXPECT_FALSE(matcher("x*", true).next(QStringLiteral("abc"), 0));
    EXPECT_EQ(matcher("a*", true).next(QStringLiteral("xaax"), 0), (LogMatcher::Match{1, 2}));
}

TEST(LogMatcher, SaysWhereAnExpressionIsWrong) {
    const auto made = LogMatcher::compile({QStringLiteral("a(b"), true});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("at character"), std::string::npos) << made.error().message;
}

TEST(LogHits, CountsAndStepsAroundTheEnd) {
    LogHits hits;
    hits.set(3, 2);
    hits.set(7, 1);
    hits.set(9, 0);
    EXPECT_EQ(hits.total(), 3);
    EXPECT_EQ(hits.before(7), 2);
    EXPECT_EQ(hits.after(3), 7);
    EXPECT_EQ(hits.after(7), 3);
    EXPECT_EQ(hits.ahead(7), 3);
    EXPECT_EQ(hits.ahead(3), 7);
    hits.set(3, 0);
    EXPECT_EQ(hits.total(), 1);
    hits.dropBefore(8);
    EXPECT_EQ(hits.total(), 0);
    EXPECT_FALSE(hits.after(0));
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/ansi_text.h"

#include <gtest/gtest.h>

using namespace muster::models;

namespace {

using ColourKind = TextColour::Kind;

std::vector<StyledLine> linesOf(std::string_view log) {
    AnsiText text;
    std::vector<StyledLine> lines;
    text.feed(log, lines);
    if (text.isOpen()) {
        lines.push_back(text.open());
    }
    return lines;
}

std::u16string textOf(std::string_view log) {
    const auto lines = linesOf(log);
    return lines.size() == 1 ? lines[0].text : std::u16string(u"<not one line>");
}

TextStyle styleOf(std::string_view parameters, TextStyle style = {}) {
    applySgr(parameters, style);
    return style;
}

TextColour rgb(std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
    return {ColourKind::Rgb, red, green, blue};
}

} // namespace

TEST(AnsiText, SplitsAtLineEndsOfBothKinds) {
    const auto lines = linesOf("one\r\ntwo\n\nfour");
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0].text, u"one");
    EXPECT_EQ(lines[1].text, u"two");
    EXPECT_EQ(lines[2].text, u"");
    EXPECT_EQ(lines[3].text, u"four");
}

TEST(AnsiText, MarksWhatIsColoured) {
    const auto lines = linesOf("\x1b[1;31mFAILED\x1b[0m a.py \x1b[32mok\x1b[m\n");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].text, u"FAILED a.py ok");
    ASSERT_EQ(lines[0].spans.size(), 2u);
    EXPECT_EQ(lines[0].spans[0].begin, 0);
    EXPECT_EQ(lines[0].spans[0].length, 6);
    EXPECT_TRUE(lines[0].spans[0].style.bold);
    EXPECT_EQ(lines[0].spans[0].style.text, (TextColour{ColourKind::Indexed, 1}));
    EXPECT_EQ(lines[0].spans[1].begin, 12);
    EXPECT_FALSE(lines[0].spans[1].style.bold);
}

TEST(AnsiText, KeepsTheStyleAcrossLinesUntilItIsReset) {
    const auto lines = linesOf("\x1b[33mwarn\nstill\x1b[0m\nplain\n");
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1].spans.size(), 1u);
    EXPECT_TRUE(lines[2].spans.empty());
}

TEST(AnsiText, ReadsAllFormsOfColours) {
    EXPECT_EQ(styleOf("38;5;208").text, (TextColour{ColourKind::Indexed, 208}));
    EXPECT_EQ(styleOf("38;2;1;2;3").text, rgb(1, 2, 3));
    EXPECT_EQ(styleOf("38:2:1:2:3").text, rgb(1, 2, 3));
    EXPECT_EQ(styleOf("38:2::1:2:3").text, rgb(1, 2, 3)) << "with a colour space";
    EXPECT_EQ(styleOf("48:5:17").ground, (TextColour{ColourKind::Indexed, 17}));
    EXPECT_EQ(styleOf("97;100").text, (TextColour{ColourKind::Indexed, 15}));
    EXPECT_EQ(styleOf("97;100").ground, (TextColour{ColourKind::Indexed, 8}));
    EXPECT_EQ(styleOf("39", styleOf("31")).text, TextColour());
}

TEST(AnsiText, GoesOnBehindAColourWithTheNextParameter) {
    EXPECT_TRUE(styleOf("38;5;208;1").bold);
    EXPECT_TRUE(styleOf("38;2;1;2;3;4").underlined);
    EXPECT_TRUE(styleOf("58;2;1;2;3;1").bold) << "the underline's colour is not shown";
    EXPECT_FALSE(styleOf("58;5;1").bold) << "1 is a part of it";
}

TEST(AnsiText, EndsWithAResetWhatBegan) {
    const auto all = styleOf("1;2;3;4;7;9;31;42");
    EXPECT_TRUE(all.bold && all.faint && all.italic && all.underlined && all.inverse && all.struck);
    EXPECT_EQ(styleOf("22;23;24;27;29;39;49", all), TextStyle());
    EXPECT_EQ(styleOf("", all), TextStyle());
    EXPECT_FALSE(styleOf("4:0", all).underlined);
}

TEST(AnsiText, OverwritesAfterACarriageReturnAsATerminalDoes) {
    EXPECT_EQ(textOf(" 10%|#  |\r 20%|## |\n"), u" 20%|## |");
    EXPECT_EQ(textOf("12345\rab\n"), u"ab345") << "the rest stays";
    EXPECT_EQ(textOf("12345\rab\x1b[K\n"), u"ab") << "unless it is erased";
    EXPECT_EQ(textOf("/\b-\b\\"), u"\\") << "a wheel that turns";
}

TEST(AnsiText, ForgetsTheColourOfWhatIsOverwritten) {
    const auto lines = linesOf("\x1b[31mbad\x1b[0m\rok\n");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].text, u"okd");
    ASSERT_EQ(lines[0].spans.size(), 1u);
    EXPECT_EQ(lines[0].spans[0].begin, 2);
}

TEST(AnsiText, SwallowsOtherSequences) {
    EXPECT_EQ(textOf("\x1b[2J\x1b[?25l\x1b(B\x1b]0;title\x07"
                     "a\x1b]8;;http://x\x1b\\b\x1b[10;3Hc\x07\x01\n"),
        u"abc");
}

TEST(AnsiText, DoesNotLetAnEndlessSequenceHideTheLog) {
    EXPECT_EQ(linesOf("\x1b]0;never ends\nseen\n").back().text, u"seen");
    EXPECT_EQ(linesOf("\x1b[31;\nseen\n").back().text, u"seen");
    EXPECT_FALSE(linesOf("\x1bP" + std::string(10'000, 'x')).back().text.empty());
}

TEST(AnsiText, JoinsWhatWasCutBetweenChunks) {
    const std::string_view log = "21 \xc2\xb0"
                                 "C \xf0\x9f\x98\x80 \x1b[38;5;208mhot\x1b[0m\rx\n";
    AnsiText text;
    std::vector<StyledLine> lines;
    for (const char byte : log) {
        text.feed({&byte, 1}, lines);
    }
    EXPECT_EQ(lines, linesOf(log));
    EXPECT_EQ(lines[0].text, u"x1 °C \U0001f600 hot");
}

TEST(AnsiText, ReplacesWhatIsNoUtf8) {
    EXPECT_EQ(textOf("a\xff"
                     "b\xc2"
                     "c\xed\xa0\x80\n"),
        u"a\xfffd"
        u"b\xfffd"
        u"c\xfffd\xfffd\xfffd");
    EXPECT_EQ(textOf("\xf0\x9f\x98\x80\b\bx\n"), u"x\xfffd") << "half of a pair";
}

TEST(AnsiText, LetsNoCharacterBreakOrTurnALine) {
    EXPECT_EQ(textOf("a\xe2\x80\xa8"
                     "b\xe2\x80\xae"
                     "c\xef\xb7\x90"
                     "d\n"),
        u"a\xfffd"
        u"b\xfffd"
        u"c\xfffd"
        u"d");
}

TEST(AnsiText, BreaksALineThatIsTooLong) {
    const auto lines = linesOf(std::string(AnsiText::kLongestLine + 5, 'x') + "\n");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].text.size(), AnsiText::kLongestLine);
    EXPECT_EQ(lines[1].text.size(), 5u);
}

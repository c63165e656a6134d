// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/text.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(Text, IsOneLineWithoutControls) {
    EXPECT_EQ(escaped("a\nb\x1b[2J\x7f"), "a\\x0ab\\x1b[2J\\x7f");
    EXPECT_EQ(escaped("\u0085\u009b31m"), "\\u0085\\u009b31m") << "C1";
    EXPECT_EQ(escaped("\u202etxt.exe\u2066\u2028\ufeff"), "\\u202etxt.exe\\u2066\\u2028\\ufeff");
    EXPECT_EQ(escaped("\xff\xc0"), "\\xff\\xc0") << "not UTF-8";
    EXPECT_EQ(escaped("Zoë 漢字 🙂"), "Zoë 漢字 🙂");
    EXPECT_FALSE(hasUnsafe("Zoë 漢字 🙂"));
    EXPECT_TRUE(hasUnsafe("a\u202eb"));
}

TEST(Text, InJsonSaysTheSame) {
    EXPECT_EQ(escapedJson("{\n  \"a\": \"x\u009by\u202e\"\n}\n"),
        "{\n  \"a\": \"x\\u009by\\u202e\"\n}\n");
}

TEST(CsvField, IsNeverAFormula) {
    EXPECT_EQ(
        csvField("=HYPERLINK(\"http://x\",\"y\")"), "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
    EXPECT_EQ(csvField("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(csvField("-1+2"), "'-1+2");
    EXPECT_EQ(csvField("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csvField("\t=1"), "\\x09=1");
    EXPECT_EQ(csvField("\r=1"), "\\x0d=1");
    EXPECT_EQ(csvField("\x1b]0;owned\x07"), "\\x1b]0;owned\\x07");
    EXPECT_EQ(csvField("a\nb"), "a\\x0ab");
}

TEST(CsvField, OfANumberStaysOne) {
    for (const auto* number : {"-1", "+3", "-1.5", "1e9", "-1.25e-3", ".5", "0"}) {
        EXPECT_EQ(csvField(number), number);
    }
    EXPECT_EQ(csvField("-"), "'-");
    EXPECT_EQ(csvField("-1e"), "'-1e");
    EXPECT_EQ(csvField("alice"), "alice");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField(""), "");
}

TEST(Counted, SaysOneOrMany) {
    EXPECT_EQ(counted(0, "GPU"), "0 GPUs");
    EXPECT_EQ(counted(1, "GPU"), "1 GPU");
    EXPECT_EQ(counted(2, "node"), "2 nodes");
}

} // namespace
} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/text_items.h"

#include <gtest/gtest.h>

using namespace muster;
using namespace muster::models;

TEST(TextItems, StandOneALine) {
    EXPECT_EQ(linesOf({"A=1", "B=two words"}), QStringLiteral("A=1\nB=two words"));
    EXPECT_EQ(itemsOf(QStringLiteral("  A=1 \n\n B=2")), (spec::Texts{"A=1", "B=2"}));
    EXPECT_TRUE(itemsOf(QString()).empty());
}

TEST(TextItems, AreQuotedWhereALineCannotHoldThem) {
    EXPECT_EQ(
        linesOf({"print('a')\nprint('\\')"}), QStringLiteral("$'print('a')\\nprint('\\\\')'"));
    EXPECT_EQ(linesOf({""}), QStringLiteral("$''"));
    const spec::Texts odd
        = {"", " ", "a\nb", "$'a'", "$'", "\\n", "a\\", " a", "tail ", "\n", "é漢"};
    EXPECT_EQ(itemsOf(linesOf(odd)), odd);
}

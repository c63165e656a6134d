// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/manual/page.h"

namespace muster::manual {
namespace {

TEST(Roff, TakesNoLetterOfATextForARequest) {
    EXPECT_EQ(roff("--tls_key=a\\b"), "\\-\\-tls_key=a\\(rsb");
    EXPECT_EQ(roff(".SH is a word"), "\\&.SH is a word");
    EXPECT_EQ(roff("'none' watches"), "\\(aqnone\\(aq watches");
    EXPECT_EQ(roff(R"({"PATH":"/bin"})"), "{\\(dqPATH\\(dq:\\(dq/bin\\(dq}");
    EXPECT_EQ(roff("~/.config ^ `x`"), "\\(ti/.config \\(ha \\(gax\\(ga");
}

TEST(Roff, IsOneLine) {
    EXPECT_EQ(roff("one\n.two"), "one .two");
}

TEST(Page, BeginsWithItsNameAndWhatOneTypes) {
    const Page page(
        "muster-gpus", 1, "1.2", "list GPUs", "muster gpus [FLAGS]\nmuster gpus -o json");
    EXPECT_EQ(page.fileName(), "muster-gpus.1");
    EXPECT_EQ(page.text(),
        ".TH \"MUSTER\\-GPUS\" \"1\" \"\" \"muster 1.2\" \"Muster\"\n"
        ".SH NAME\nmuster\\-gpus \\- list GPUs\n"
        ".SH \"SYNOPSIS\"\n\\fBmuster gpus [FLAGS]\\fR\n.br\n\\fBmuster gpus \\-o json\\fR\n");
}

TEST(Page, ShowsCommandsOfAnExampleAsTheyStandAndSentencesAsText) {
    Page page("x", 1, "1", "s", "x");
    const auto before = page.text().size();
    page.examples("  x --all\n  .x\nIt ends by itself,\nas a rule.\n");
    EXPECT_EQ(page.text().substr(before),
        ".PP\n.RS 4\n.nf\nx \\-\\-all\n\\&.x\n.fi\n.RE\n.PP\nIt ends by itself, as a rule.\n");
}

TEST(Page, ExplainsItems) {
    Page page("x", 1, "1", "s", "x");
    const auto before = page.text().size();
    page.heading("OPTIONS").item("--ip=ADDRESS", ".5 is\nno address");
    EXPECT_EQ(page.text().substr(before),
        ".SH \"OPTIONS\"\n.TP\n\\fB\\-\\-ip=ADDRESS\\fR\n\\&.5 is no address\n");
}

} // namespace
} // namespace muster::manual

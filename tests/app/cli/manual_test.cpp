// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/cli/program/manual.h"

namespace muster::cli {
namespace {

bool has(const manual::Page& page, const std::string& text) {
    return page.text().find(text) != std::string::npos;
}

const CommandRow& rowOf(std::string_view name) {
    for (const auto& row : commandTable()) {
        if (row.name == name)
            return row;
    }
    throw std::runtime_error("no such command");
}

TEST(Manual, HasAPageForEachCommandWithAllItsFlags) {
    const auto overview = overviewPage();
    EXPECT_EQ(overview.fileName(), "muster.1");
    for (const auto& row : commandTable()) {
        if (row.hidden)
            continue;
        const auto page = pageOf(row);
        const auto name = page.fileName().substr(0, page.fileName().size() - 2);
        EXPECT_TRUE(has(overview, manual::roff(name) + "(1)")) << row.name;
        EXPECT_TRUE(has(overview, ".TP\n\\fBmuster " + manual::roff(row.name) + "\\fR\n"))
            << row.name;
        const auto command = row.make();
        for (const auto& flag : command->line().flags) {
            const auto last = flag.name.substr(flag.name.find("--"));
            EXPECT_TRUE(has(page, manual::roff(last))) << row.name << " " << flag.name;
        }
    }
}

TEST(Manual, SaysWhatOneTypesAndTheDefault) {
    const auto page = pageOf(rowOf("jobs explain"));
    EXPECT_EQ(page.fileName(), "muster-jobs-explain.1");
    EXPECT_TRUE(has(page, "muster jobs explain [FLAGS] JOB"));
    EXPECT_TRUE(has(page, ".SH \"EXAMPLES\"\n.PP\n.RS 4\n.nf\nmuster jobs explain"));
    const auto gpus = pageOf(rowOf("gpus"));
    EXPECT_TRUE(has(gpus, "\n\\fB\\-o, \\-\\-output=table|wide|json|csv\\fR\n")) << gpus.text();
    EXPECT_TRUE(has(gpus, "Default: table."));
    EXPECT_TRUE(has(pageOf(rowOf("exec")), "[\\-\\- ARGS...]"));
}

} // namespace
} // namespace muster::cli

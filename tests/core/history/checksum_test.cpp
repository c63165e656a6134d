// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/checksum.h"

#include <gtest/gtest.h>

namespace muster::history {
namespace {

using namespace std::string_view_literals;

// Values of journals that exist: another algorithm would call each of their records damaged.
TEST(Checksum, IsWhatJournalsOnDiskHave) {
    EXPECT_EQ(checksum({}), 0U);
    EXPECT_EQ(checksum({""}), 0x6522df69U);
    EXPECT_EQ(checksum({"job", "job-1", ""}), 0x769fa4e4U);
    EXPECT_EQ(checksum({"task", "f/t", "payload\0\xff"sv}), 0x55f33a8U);
    EXPECT_EQ(checksum({std::string(100'000, 'x')}), 0x70cb740cU);
}

TEST(Checksum, TellsHowTheBytesAreSplitIntoParts) {
    EXPECT_NE(checksum({"ab", "c"}), checksum({"a", "bc"}));
    EXPECT_NE(checksum({"ab"}), checksum({"ab", ""}));
}

} // namespace
} // namespace muster::history

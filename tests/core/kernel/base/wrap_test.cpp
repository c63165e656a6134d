// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/wrap.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(Wrapped, BreaksAtBlanksAndNowhereElse) {
    EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
    EXPECT_EQ(wrapped("one two three", 6), "one\ntwo\nthree");
    EXPECT_EQ(wrapped("one two three", 100), "one two three");
    EXPECT_EQ(wrapped("a-very-long-word b", 5), "a-very-long-word\nb");
    EXPECT_EQ(wrapped("", 5), "");
}

} // namespace
} // namespace muster

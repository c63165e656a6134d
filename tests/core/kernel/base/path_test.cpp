// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/path.h"

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(PathTable, IsInEnumOrderAndFindsEachNameAgain) {
    for (std::size_t i = 0; i < pathTable().size(); ++i) {
        const auto& row = pathTable()[i];
        EXPECT_EQ(static_cast<std::size_t>(row.level), i);
        EXPECT_EQ(pathLevel(wireName(row.level)), row.level);
        EXPECT_FALSE(row.meaning.empty()) << row.name;
    }
    EXPECT_EQ(pathTable().size(), static_cast<std::size_t>(PathLevel::System) + 1);
    EXPECT_EQ(pathLevel("PXI"), std::nullopt);
    EXPECT_EQ(pathLevel(""), std::nullopt);
}

} // namespace
} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/cache.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::string_view_literals;

TEST(Cache, GivesBackTheLastStateAndItsTime) {
    test::TemporaryFolder folder;
    {
        auto cache = Cache::open(folder / "cache.db");
        ASSERT_TRUE(cache) << cache.error().message;
        ASSERT_TRUE(cache->store("cluster", "old", kNoon));
        ASSERT_TRUE(cache->store("cluster", "new\0bytes"sv, kNoon + std::chrono::seconds(5)));
    }
    auto cache = Cache::open(folder / "cache.db");
    const Cache::Entry expected{std::string("new\0bytes"sv), kNoon + std::chrono::seconds(5)};
    EXPECT_EQ(cache->load("cluster").value(), expected);
    EXPECT_EQ(cache->load("absent").value(), std::nullopt);
}

TEST(Cache, StartsAnewOnADamagedFileOrOneOfANewerVersion) {
    test::TemporaryFolder folder;
    std::ofstream(folder / "cache.db") << std::string(8192, 'x');
    ASSERT_TRUE(Cache::open(folder / "cache.db"));
    {
        auto newer = Database::open({.path = folder / "cache.db"});
        ASSERT_TRUE(newer->execute("PRAGMA user_version = 99"));
    }
    auto cache = Cache::open(folder / "cache.db");
    ASSERT_TRUE(cache) << cache.error().message;
    EXPECT_TRUE(cache->store("key", "bytes", kNoon));
}

} // namespace
} // namespace muster::history

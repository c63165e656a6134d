// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/schema.h"

#include <array>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/history/cache.h"
#include "core/history/journal.h"
#include "core/history/statement.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

constexpr std::array<std::string_view, 2> kSteps = {
    "PRAGMA application_id = 77; CREATE TABLE pet (name TEXT); PRAGMA user_version = 1;",
    "ALTER TABLE pet ADD COLUMN legs INTEGER NOT NULL DEFAULT 4; PRAGMA user_version = 2;",
};

Schema upTo(std::size_t version) {
    return {"pets", 77, std::span(kSteps).first(version)};
}

Status open(const std::filesystem::path& path, const Schema& schema) {
    return Database::open({.path = path}).and_then([&](Database database) {
        return upgrade(database, schema);
    });
}

TEST(Schema, UpgradesInPlaceAndKeepsTheRows) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(open(folder / "pets.db", upTo(1)));
    auto database = Database::open({.path = folder / "pets.db"});
    ASSERT_TRUE(database->execute("INSERT INTO pet VALUES ('Rex')"));
    ASSERT_TRUE(upgrade(*database, upTo(2)));
    ASSERT_TRUE(upgrade(*database, upTo(2))) << "again is nothing to do";
    Statement pets(*database, "SELECT name, legs FROM pet");
    ASSERT_TRUE(pets.step().value());
    EXPECT_EQ(pets.text(0), "Rex");
    EXPECT_EQ(pets.int64(1), 4);
}

TEST(Schema, RefusesANewerVersionAndNamesBoth) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(open(folder / "pets.db", upTo(2)));
    const auto refused = open(folder / "pets.db", upTo(1));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("has pets schema version 2, this Muster reads version "
                                           "1: use the Muster that wrote it"),
        std::string::npos)
        << refused.error().message;
}

TEST(Schema, RefusesTheDatabaseOfAnotherProgram) {
    test::TemporaryFolder folder;
    {
        auto foreign = Database::open({.path = folder / "photos.db"});
        ASSERT_TRUE(foreign->execute("CREATE TABLE photo (file TEXT)"));
    }
    const auto refused = open(folder / "photos.db", upTo(2));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("not a Muster pets database"), std::string::npos)
        << refused.error().message;
    ASSERT_TRUE(Journal::open(folder / "control.db"));
    EXPECT_FALSE(Cache::open(folder / "control.db")) << "one of ours, but not this one";
    EXPECT_TRUE(Journal::open(folder / "control.db")) << "and it is unharmed";
}

TEST(Schema, RefusesOneThatHasLostItsVersion) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(open(folder / "pets.db", upTo(2)));
    const auto withVersion = [&](const char* pragma) {
        auto database = Database::open({.path = folder / "pets.db"});
        EXPECT_TRUE(database->execute(pragma));
        return upgrade(*database, upTo(2));
    };
    const auto file = folder / "pets.db";
    const auto none = withVersion("PRAGMA user_version = 0");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message,
        file
            + " is damaged: it has lost its pets schema version: user_version is 0, but it is not "
              "empty; move the file away and restore a backup (see 'muster restore --help')");
    EXPECT_EQ(none.error().cause, Error::Cause::Damaged);
    const auto earlier = withVersion("PRAGMA user_version = 1");
    ASSERT_FALSE(earlier);
    EXPECT_EQ(earlier.error().cause, Error::Cause::Damaged);
    EXPECT_TRUE(earlier.error().message.starts_with(
        file + " is damaged: its tables are not those of schema version 1, which it says it has: "))
        << earlier.error().message;
    EXPECT_TRUE(withVersion("PRAGMA user_version = 2")) << "it is unharmed";
}

TEST(Schema, LeavesTheOldVersionWholeWhenAStepFails) {
    test::TemporaryFolder folder;
    const std::array<std::string_view, 2> broken = {kSteps[0],
        "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1); PRAGMA user_version = 2;"};
    EXPECT_FALSE(open(folder / "pets.db", {"pets", 77, broken}));
    auto database = Database::open({.path = folder / "pets.db"});
    Statement state(*database,
        "SELECT user_version, (SELECT count(*) FROM sqlite_schema WHERE name = 'half') FROM "
        "pragma_user_version");
    ASSERT_TRUE(state.step().value());
    EXPECT_EQ(state.int64(0), 1);
    EXPECT_EQ(state.int64(1), 0);
}

TEST(Schema, CallsNoFileDamagedWhereAStepFailsForAnotherReason) {
    test::TemporaryFolder folder;
    ASSERT_TRUE(open(folder / "pets.db", upTo(1)));
    {
        auto database = Database::open({.path = folder / "pets.db"});
        sqlite3_limit(database->handle(), SQLITE_LIMIT_SQL_LENGTH, 40);
        const auto tooBig = upgrade(*database, upTo(2));
        ASSERT_FALSE(tooBig);
        EXPECT_EQ(tooBig.error().cause, Error::Cause::Other) << tooBig.error().message;
    }
    const std::array<std::string_view, 2> unfulfillable = {kSteps[0],
        "CREATE TABLE one (x UNIQUE); INSERT INTO one VALUES (1), (1); PRAGMA user_version = 2;"};
    const auto constraint = open(folder / "pets.db", {"pets", 77, unfulfillable});
    ASSERT_FALSE(constraint);
    EXPECT_EQ(constraint.error().cause, Error::Cause::Other) << constraint.error().message;
    const std::array<std::string_view, 1> wrong = {"INSERT INTO nowhere VALUES (1);"};
    const auto fresh = open(folder / "fresh.db", {"pets", 77, wrong});
    ASSERT_FALSE(fresh);
    EXPECT_EQ(fresh.error().cause, Error::Cause::Other) << "it had no tables to lose";
    EXPECT_TRUE(open(folder / "pets.db", upTo(2))) << "it is unharmed";
}

TEST(Schema, RefusesAStepThatForgetsItsVersion) {
    test::TemporaryFolder folder;
    const std::array<std::string_view, 1> forgetful
        = {"PRAGMA application_id = 77; CREATE TABLE pet (name);"};
    EXPECT_FALSE(open(folder / "pets.db", {"pets", 77, forgetful}));
}

} // namespace
} // namespace muster::history

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/history/statement.h"
#include "core/history/transaction.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::string_view_literals;

Database openNotes(const std::filesystem::path& path, std::chrono::milliseconds wait = {}) {
    auto database = Database::open({.path = path, .busyTimeout = wait});
    EXPECT_TRUE(database) << database.error().message;
    EXPECT_TRUE(
        database->execute("CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, words TEXT)"));
    return std::move(*database);
}

std::int64_t countNotes(Database& database) {
    Statement count(database, "SELECT count(*) FROM note");
    EXPECT_TRUE(count.step().value_or(false));
    return count.int64(0);
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Transaction, RollsBackUnlessCommitted) {
    test::TemporaryFolder folder;
    auto database = openNotes(folder / "notes.db");
    Statement add(database, "INSERT INTO note (words) VALUES (?1)");
    {
        auto transaction = Transaction::begin(database);
        ASSERT_TRUE(transaction && add.run("dropped"sv));
    }
    EXPECT_EQ(countNotes(database), 0);
    {
        auto transaction = Transaction::begin(database);
        ASSERT_TRUE(transaction && add.run("kept"sv) && transaction->commit());
    }
    EXPECT_EQ(countNotes(database), 1);
}

TEST(Statement, IsPreparedOnceAndUsedAgain) {
    test::TemporaryFolder folder;
    auto database = openNotes(folder / "notes.db");
    Statement add(database, "INSERT INTO note (words) VALUES (?1)");
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(add.run(std::string_view(std::to_string(i))));
        EXPECT_EQ(add.changes(), 1);
    }
    EXPECT_EQ(countNotes(database), 100);
}

TEST(Statement, KeepsTextWithNulsAndQuotesApartFromNullAndEmpty) {
    test::TemporaryFolder folder;
    auto database = openNotes(folder / "notes.db");
    Statement add(database, "INSERT INTO note (words) VALUES (?1)");
    const auto nasty = "a\0b'; DROP TABLE note; --\"%_"sv;
    ASSERT_TRUE(add.run(nasty));
    ASSERT_TRUE(add.run(""sv));
    ASSERT_TRUE(add.run(std::string_view()));
    ASSERT_TRUE(add.run(nullptr));
    Statement all(database, "SELECT words FROM note ORDER BY id");
    ASSERT_TRUE(all.step().value());
    EXPECT_EQ(all.text(0), nasty);
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(all.step().value());
        EXPECT_FALSE(all.isNull(0));
        EXPECT_EQ(all.text(0), "");
    }
    ASSERT_TRUE(all.step().value());
    EXPECT_TRUE(all.isNull(0));
    EXPECT_FALSE(all.step().value());
}

TEST(Statement, WorksAgainAfterAnError) {
    test::TemporaryFolder folder;
    auto database = openNotes(folder / "notes.db");
    Statement add(database, "INSERT INTO note (id, words) VALUES (?1, ?2)");
    ASSERT_TRUE(add.run(1, "one"sv));
    const auto twice = add.run(1, "again"sv);
    ASSERT_FALSE(twice);
    EXPECT_TRUE(contains(twice.error().message, "UNIQUE constraint failed: note.id"))
        << twice.error().message;
    EXPECT_TRUE(add.run(2, "two"sv));
}

TEST(Database, NamesTheFileTheReasonAndTheRemedy) {
    test::TemporaryFolder folder;
    const auto missing = Database::open({.path = folder / "no/such/folder.db"});
    ASSERT_FALSE(missing);
    EXPECT_TRUE(contains(missing.error().message, "no/such/folder.db")) << missing.error().message;
    EXPECT_TRUE(contains(missing.error().message, "check that the directory exists"))
        << missing.error().message;

    std::ofstream(folder / "letter.txt")
        << "Dear all, this is long enough to be taken for a page of SQLite. "
        << std::string(500, 'x');
    const auto letter = Database::open({.path = folder / "letter.txt"});
    ASSERT_FALSE(letter);
    EXPECT_EQ(letter.error().cause, Error::Cause::Damaged);
    EXPECT_TRUE(contains(letter.error().message, "not a database; move the file away"))
        << letter.error().message;
}

TEST(Database, SaysThatAnotherProcessHoldsTheLock) {
    test::TemporaryFolder folder;
    auto first = openNotes(folder / "notes.db");
    auto second = openNotes(folder / "notes.db");
    auto held = Transaction::begin(first);
    const auto refused = Transaction::begin(second);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Conflict);
    EXPECT_TRUE(contains(refused.error().message, "locked; another muster process"))
        << refused.error().message;
}

TEST(Database, ReadsButDoesNotWriteWhenReadOnly) {
    test::TemporaryFolder folder;
    auto writer = openNotes(folder / "notes.db");
    ASSERT_TRUE(writer.execute("INSERT INTO note (words) VALUES ('seen')"));
    auto reader = Database::open({.path = folder / "notes.db", .readOnly = true});
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(countNotes(*reader), 1);
    const auto refused = reader->execute("DELETE FROM note");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
    EXPECT_FALSE(Database::open({.path = folder / "absent.db", .readOnly = true}));
    EXPECT_FALSE(std::filesystem::exists(folder / "absent.db"));
}

TEST(Database, IsReadableByItsOwnerOnly) {
    test::TemporaryFolder folder;
    const auto database = openNotes(folder / "notes.db");
    for (const auto* file : {"notes.db", "notes.db-wal"}) {
        struct stat status { };
        ASSERT_EQ(::stat((folder / file).c_str(), &status), 0) << file;
        EXPECT_EQ(status.st_mode & 0777, 0600u) << file;
    }
}

TEST(Database, RefusesExtensionsAttachmentsAndWritesToTheSchema) {
    test::TemporaryFolder folder;
    auto database = openNotes(folder / "notes.db");
    EXPECT_FALSE(database.execute("SELECT load_extension('x')"));
    EXPECT_FALSE(database.execute("ATTACH ':memory:' AS other"));
    static_cast<void>(database.execute("PRAGMA writable_schema = 1"));
    EXPECT_FALSE(database.execute("DELETE FROM sqlite_schema"));
}

TEST(Database, WaitsForTheDiskOnlyWhenAskedForFullDurability) {
    test::TemporaryFolder folder;
    const auto level = [&](Database::Durability durability) {
        auto database = Database::open({.path = folder / "notes.db", .durability = durability});
        Statement pragma(*database, "PRAGMA synchronous");
        EXPECT_TRUE(pragma.step().value_or(false));
        return pragma.int64(0);
    };
    EXPECT_EQ(level(Database::Durability::Full), 2);
    EXPECT_EQ(level(Database::Durability::Normal), 1);
}

} // namespace
} // namespace muster::history

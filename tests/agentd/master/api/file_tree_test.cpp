// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/file_tree.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd::api {
namespace {

struct Files : testing::Test {
    test::TemporaryFolder folder;
    FileTree tree;

    void SetUp() override {
        std::ofstream(folder / "log") << "0123456789";
        tree.mount("/master/log", localFile(folder / "log"));
    }
    Result<FilePiece> read(
        const std::string& path, std::uint64_t offset, std::optional<std::uint64_t> length = {}) {
        Result<FilePiece> out = failure("no answer");
        tree.read(path, offset, length, [&](Result<FilePiece> piece) { out = std::move(piece); });
        return out;
    }
    Result<FileTree::Listing> list(const std::string& path) {
        Result<FileTree::Listing> out = failure("no answer");
        tree.list(path, [&](Result<FileTree::Listing> found) { out = std::move(found); });
        return out;
    }
};

TEST_F(Files, ReadsThePartThatIsAskedFor) {
    EXPECT_EQ(read("/master/log", 0)->data, "0123456789");
    EXPECT_EQ(read("/master/log", 3, 4)->data, "3456");
    EXPECT_EQ(read("/master/log", 8, 100)->data, "89");
    EXPECT_EQ(read("/master/log", 10)->data, "");
    EXPECT_EQ(read("/master/log", 1000)->size, 10u);
}

TEST_F(Files, GivesAtMostSixteenPagesAtOnce) {
    std::ofstream(folder / "log") << std::string(100000, 'x');
    EXPECT_EQ(read("/master/log", 0)->data.size(), kMaximumFileRead);
    EXPECT_EQ(read("/master/log", 0, 99999)->data.size(), kMaximumFileRead);
}

TEST_F(Files, ListsAFileAsItself) {
    const auto found = list("/master/log");
    ASSERT_EQ(found->size(), 1u);
    EXPECT_EQ(found->at(0).path(), "/master/log");
    EXPECT_EQ(found->at(0).size(), 10u);
}

TEST_F(Files, KnowsNothingElseOfTheMachine) {
    for (const auto* path : {"/", "/master", "/master/logs", "/etc/passwd", ""}) {
        EXPECT_EQ(read(path, 0).error().kind, Error::Kind::NotFound) << path;
        EXPECT_EQ(list(path).error().kind, Error::Kind::NotFound) << path;
    }
}

TEST_F(Files, PrefersTheLongestPath) {
    tree.mount("/",
        {.list = {},
            .read = [](const std::string& path, std::uint64_t, std::size_t, const auto& done) {
                done(FilePiece{1, path});
            }});
    EXPECT_EQ(read("/master/log", 0)->data, "0123456789");
    EXPECT_EQ(read("/slave/log", 0)->data, "/slave/log");
}

} // namespace
} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "core/container/beneath.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

struct Folders : testing::Test {
    void SetUp() override {
        fs::remove_all(top);
        fs::create_directories(root);
    }
    void TearDown() override { fs::remove_all(top); }

    const fs::path top = fs::path(testing::TempDir()) / ("files-" + std::to_string(getpid()));
    const fs::path root = top / "sandboxes";
};

TEST_F(Folders, AreMadeBelowTheirRoot) {
    ASSERT_TRUE(makeFoldersBeneath(root, "a/b", 0755));
    EXPECT_TRUE(fs::is_directory(root / "a/b"));
    ASSERT_TRUE(makeFoldersBeneath(root, "a/b", 0700)) << "what exists is taken";
    EXPECT_EQ(fs::status(root / "a/b").permissions(), fs::perms(0755));
}

TEST_F(Folders, AreNeverMadeOutsideOfTheirRoot) {
    for (const auto& path : {"../x"s, ".."s, "a/../../x"s, "a/.."s, "/x"s, ""s, "x\0y"s, "a//x"s}) {
        EXPECT_FALSE(makeFoldersBeneath(root, path, 0755)) << path;
    }
    EXPECT_FALSE(fs::exists(top / "x"));
    EXPECT_FALSE(fs::exists(root / "x"));
}

TEST_F(Folders, AreNotMadeThroughLinks) {
    fs::create_directories(top / "elsewhere");
    fs::create_directory_symlink(top / "elsewhere", root / "link");
    EXPECT_FALSE(makeFoldersBeneath(root, "link/x", 0755));
    EXPECT_FALSE(fs::exists(top / "elsewhere/x"));
}

TEST_F(Folders, AreOpenedByWholeNames) {
    fs::create_directories(root / "stdout");
    const Fd folder(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    EXPECT_TRUE(openBeneath(folder.number(), "stdout", O_PATH));
    EXPECT_FALSE(openBeneath(folder.number(), "stdout\0x"s, O_PATH)) << "a null byte ends no name";
    EXPECT_FALSE(openBeneath(folder.number(), "../sandboxes/stdout", O_PATH));
}

} // namespace
} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "core/container/files.h"
#include "core/container/remove_tree.h"
#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

class RemoveTree : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(m_base / "canary/inner");
        std::ofstream(m_base / "canary/inner/file") << "kept";
        fs::create_directories(m_base / "tree");
    }
    void TearDown() override {
        EXPECT_TRUE(fs::exists(m_base / "canary/inner/file")) << "what is outside was touched";
    }
    std::string tree() const { return (m_base / "tree").string(); }

    const test::TemporaryFolder m_own{"/var/tmp"};
    const fs::path m_base = m_own.path();
};

TEST_F(RemoveTree, TakesFilesFoldersFifosAndLinksAway) {
    fs::create_directories(m_base / "tree/a/b/c");
    std::ofstream(m_base / "tree/a/b/file") << "x";
    ASSERT_EQ(mkfifo((m_base / "tree/a/fifo").c_str(), 0600), 0);
    fs::create_directory_symlink(m_base / "canary", m_base / "tree/a/link");
    fs::create_hard_link(m_base / "canary/inner/file", m_base / "tree/a/b/hard");
    const auto removed = removeTree(tree());
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(fs::exists(tree()));
}

TEST_F(RemoveTree, IsContentWithNothing) {
    EXPECT_TRUE(removeTree((m_base / "absent").string()));
    EXPECT_TRUE(removeTree((m_base / "absent/deeper").string()));
}

TEST_F(RemoveTree, RemovesALinkAndNotWhatItNames) {
    fs::create_directory_symlink(m_base / "canary", m_base / "link");
    EXPECT_TRUE(removeTree((m_base / "link").string()));
    EXPECT_FALSE(fs::is_symlink(m_base / "link"));
}

TEST_F(RemoveTree, GoesAsDeepAsATaskCan) {
    Fd folder(open(tree().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int depth = 0; depth < 3000; ++depth) {
        ASSERT_EQ(mkdirat(folder.number(), "d", 0700), 0);
        folder = Fd(openat(folder.number(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(folder);
    }
    const auto removed = removeTree(tree());
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(fs::exists(tree()));
}

TEST_F(RemoveTree, NeedsFewDescriptors) {
    Fd folder(open(tree().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int depth = 0; depth < 200; ++depth) {
        ASSERT_EQ(mkdirat(folder.number(), "d", 0700), 0);
        folder = Fd(openat(folder.number(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(folder);
    }
    folder = Fd();
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{100, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto removed = removeTree(tree());
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(fs::exists(tree()));
}

// Somebody swaps a folder for a link to the canary while it is being removed.
TEST_F(RemoveTree, IsNotLedOutByAFolderThatBecomesALink) {
    std::atomic<bool> done = false;
    std::thread storm([&] {
        const auto folder = (m_base / "tree/x").string();
        const auto aside = (m_base / "aside").string();
        while (!done) {
            mkdir(folder.c_str(), 0700);
            rename(folder.c_str(), aside.c_str());
            [[maybe_unused]] const int linked
                = symlink((m_base / "canary").c_str(), folder.c_str());
            unlink(folder.c_str());
            rmdir(aside.c_str());
        }
    });
    for (int round = 0; round < 500; ++round) {
        [[maybe_unused]] const auto removed = removeTree(tree()); // may find it filled again
        fs::create_directory(tree());
    }
    done = true;
    storm.join();
}

} // namespace
} // namespace muster::container

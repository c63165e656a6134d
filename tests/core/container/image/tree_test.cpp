// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tests/core/container/image/test_images.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

class Trees : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(m_folder.path() + "/outside");
        std::ofstream(m_folder.path() + "/outside/canary") << "alive";
        fs::create_directories(m_tree);
    }
    Status remove() {
        const auto parent = openDirectory(m_folder.path());
        return removeTree(*parent, "tree");
    }

    TestFolder m_folder;
    const std::string m_tree = m_folder.path() + "/tree";
};

TEST_F(Trees, AreRemovedWholeAndLinksAreNotFollowed) {
    fs::create_directories(m_tree + "/a/b");
    std::ofstream(m_tree + "/a/file") << "x";
    fs::create_directory_symlink(m_folder.path() + "/outside", m_tree + "/a/link");
    fs::create_hard_link(m_folder.path() + "/outside/canary", m_tree + "/a/b/hard");
    ASSERT_EQ(mkfifo((m_tree + "/a/pipe").c_str(), 0600), 0);
    const auto removed = remove();
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(fs::exists(m_tree));
    EXPECT_TRUE(fs::exists(m_folder.path() + "/outside/canary"));
}

TEST_F(Trees, AreALinkThemselvesAtMost) {
    fs::remove(m_tree);
    fs::create_directory_symlink(m_folder.path() + "/outside", m_tree);
    EXPECT_TRUE(remove());
    EXPECT_FALSE(fs::exists(fs::symlink_status(m_tree)));
    EXPECT_TRUE(fs::exists(m_folder.path() + "/outside/canary"));
    EXPECT_TRUE(remove()) << "what is not there needs no removal";
}

TEST_F(Trees, MayBeDeeperThanThereAreDescriptors) {
    auto parent = openDirectory(m_tree);
    for (int i = 0; i < 200; ++i) {
        ASSERT_EQ(mkdirat(parent->number(), "deep", 0700), 0);
        Fd next(openat(parent->number(), "deep", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(next);
        *parent = std::move(next);
    }
    *parent = Fd();
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit few{100, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto removed = remove();
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(fs::exists(m_tree));
}

TEST_F(Trees, MayBeWide) {
    for (int i = 0; i < 300; ++i)
        std::ofstream(fmt::format("{}/{}", m_tree, i));
    EXPECT_EQ(namesIn(*openDirectory(m_tree))->size(), 300U);
    EXPECT_TRUE(remove());
    EXPECT_FALSE(fs::exists(m_tree));
}

TEST_F(Trees, HoldFilesThatAreWrittenWholeOrNotAtAll) {
    ASSERT_TRUE(writeDurably(m_tree, "file", "one"));
    ASSERT_TRUE(writeDurably(m_tree, "file", "two"));
    EXPECT_EQ(readFile(m_tree + "/file"), "two");
    EXPECT_EQ(namesIn(*openDirectory(m_tree)), std::vector<std::string>{"file"});
    EXPECT_FALSE(writeDurably(m_tree + "/nowhere", "file", "x"));
}

} // namespace
} // namespace muster::container::image

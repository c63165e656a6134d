// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/tree.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/core/container/image/test_images.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

class Trees : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(m_tree); }

    test::TemporaryFolder m_folder;
    const std::string m_tree = m_folder / "tree";
};

TEST_F(Trees, AreListedWhole) {
    for (int i = 0; i < 300; ++i)
        std::ofstream(fmt::format("{}/{}", m_tree, i));
    EXPECT_EQ(namesIn(*openDirectory(m_tree))->size(), 300U);
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

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/files.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

TEST(SandboxFiles, NameLinksAndNeverFollowThem) {
    const test::TemporaryFolder folder;
    const std::filesystem::path sandbox = folder.path() / "F/t";
    std::filesystem::create_directories(sandbox / "inner");
    std::ofstream(sandbox / "file") << "hello";
    std::filesystem::create_symlink("/etc/passwd", sandbox / "link");
    ASSERT_EQ(::mkfifo((sandbox / "pipe").c_str(), 0600), 0);
    const SandboxFiles files(folder.path().string());
    const auto list = files.list("/framework/F/task/t");
    ASSERT_TRUE(list);
    ASSERT_EQ(list->size(), 3u);
    EXPECT_EQ((*list)[0].path(), "/framework/F/task/t/file");
    EXPECT_TRUE(S_ISDIR((*list)[1].mode()));
    EXPECT_EQ((*list)[2].path(), "/framework/F/task/t/link");
    EXPECT_TRUE(S_ISLNK((*list)[2].mode()));
    EXPECT_EQ((*list)[2].size(), std::string("/etc/passwd").size()) << "its own";
    EXPECT_FALSE(files.list("/framework/F/task/t/link"));
    EXPECT_FALSE(files.read("/framework/F/task/t/link", 0, 10));
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/files.h"

#include <filesystem>
#include <fstream>
#include <set>

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
    ASSERT_EQ(list->files.size(), 3u);
    EXPECT_EQ(list->files[0].path(), "/framework/F/task/t/file");
    EXPECT_TRUE(S_ISDIR(list->files[1].mode()));
    EXPECT_EQ(list->files[2].path(), "/framework/F/task/t/link");
    EXPECT_TRUE(S_ISLNK(list->files[2].mode()));
    EXPECT_EQ(list->files[2].size(), std::string("/etc/passwd").size()) << "its own";
    EXPECT_FALSE(files.list("/framework/F/task/t/link"));
    EXPECT_FALSE(files.read("/framework/F/task/t/link", 0, 10));
}

TEST(SandboxFiles, ListALargeDirectoryInPagesThatLoseNothing) {
    constexpr std::size_t kFiles = SandboxFiles::kMostEntries + 3;
    const test::TemporaryFolder folder;
    const std::filesystem::path sandbox = folder.path() / "F/t";
    std::filesystem::create_directories(sandbox);
    for (std::size_t i = 0; i < kFiles; ++i) {
        std::ofstream(sandbox / std::to_string(i));
    }
    const SandboxFiles files(folder.path().string());
    const auto first = files.list("/framework/F/task/t");
    ASSERT_TRUE(first);
    EXPECT_EQ(first->files.size(), SandboxFiles::kMostEntries);
    EXPECT_EQ(first->files.back().path(), "/framework/F/task/t/" + first->last);
    const auto rest = files.list("/framework/F/task/t", first->last);
    ASSERT_TRUE(rest);
    EXPECT_EQ(rest->files.size(), 3u);
    EXPECT_EQ(rest->last, "");
    std::set<std::string> paths;
    for (const auto& page : {*first, *rest}) {
        for (const auto& file : page.files) {
            paths.insert(file.path());
        }
    }
    EXPECT_EQ(paths.size(), kFiles);
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/local_folder.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace muster::cli {
namespace {

namespace fs = std::filesystem;

struct LocalFolders : testing::Test {
    void SetUp() override {
        fs::create_directory(base + "/in");
        std::ofstream(base + "/secret") << "before";
    }

    static std::string text(const std::string& path) {
        std::ifstream in(path);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static Status put(const LocalFolder& folder, const std::string& name, const std::string& text,
        unsigned mode = 0644) {
        auto file = folder.create(name, mode);
        if (!file)
            return tl::unexpected(file.error());
        if (auto written = file->write(text); !written)
            return written;
        return file->finish();
    }

    const test::TemporaryFolder folder;
    const std::string base = folder.path();
};

TEST_F(LocalFolders, GetFilesWholeAndWithTheirMode) {
    const auto folder = LocalFolder::open(base + "/in");
    ASSERT_TRUE(folder);
    const auto old = umask(022);
    EXPECT_TRUE(put(*folder, "run", "one", 06777));
    umask(old);
    EXPECT_EQ(text(base + "/in/run"), "one");
    EXPECT_EQ(fs::status(base + "/in/run").permissions(), fs::perms(0755));
    EXPECT_TRUE(put(*folder, "run", "two")) << "replaces it";
    EXPECT_EQ(text(base + "/in/run"), "two");
    {
        auto cut = folder->create("cut", 0644);
        ASSERT_TRUE(cut);
        EXPECT_TRUE(cut->write("half"));
    }
    EXPECT_FALSE(fs::exists(base + "/in/cut"));
    EXPECT_EQ(std::distance(fs::directory_iterator(base + "/in"), {}), 1) << "nothing else is left";
}

// Only close() tells of some errors: here its descriptor is gone, as a stand-in.
TEST_F(LocalFolders, HaveNoFileWhoseEndCouldNotBeWritten) {
    const auto folder = LocalFolder::open(base + "/in");
    ASSERT_TRUE(folder);
    auto file = folder->create("results", 0644);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
    int descriptor = -1;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code ignored;
        if (fs::read_symlink(entry, ignored)
                .string()
                .starts_with(fs::canonical(base).string() + "/in/.muster-"))
            descriptor = std::stoi(entry.path().filename());
    }
    ASSERT_EQ(close(descriptor), 0);
    const auto finished = file->finish();
    ASSERT_FALSE(finished);
    EXPECT_TRUE(finished.error().message.starts_with("Failed to write " + base + "/in/results: "));
    EXPECT_TRUE(fs::is_empty(base + "/in"));
}

TEST_F(LocalFolders, FollowNoLink) {
    fs::create_symlink(base + "/secret", base + "/in/file");
    fs::create_directory(base + "/elsewhere");
    fs::create_directory_symlink(base + "/elsewhere", base + "/in/folder");
    const auto folder = LocalFolder::open(base + "/in");
    ASSERT_TRUE(folder);
    EXPECT_TRUE(put(*folder, "file", "new"));
    EXPECT_EQ(text(base + "/secret"), "before");
    EXPECT_EQ(text(base + "/in/file"), "new");
    EXPECT_FALSE(folder->folder("folder"));
    EXPECT_TRUE(fs::is_empty(base + "/elsewhere"));
}

TEST_F(LocalFolders, AreMadeOrTakenAsTheyAre) {
    const auto folder = LocalFolder::open(base + "/in");
    ASSERT_TRUE(folder);
    for (int i = 0; i < 2; ++i) {
        const auto inner = folder->folder("a");
        ASSERT_TRUE(inner) << inner.error().message;
        EXPECT_TRUE(put(*inner, "f", "x"));
    }
    EXPECT_EQ(text(base + "/in/a/f"), "x");
    EXPECT_FALSE(LocalFolder::open(base + "/nothing"));
}

} // namespace
} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/context.h"

#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/core/net/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::net {

namespace {

Result<Contexts> readText(const test::TemporaryFolder& folder, std::string_view text) {
    std::ofstream(folder.path() / "c.toml") << text;
    return readContexts(folder.path() / "c.toml");
}

TEST(ContextsPath, HonoursXdgAndFallsBackToHome) {
    EXPECT_EQ(contextsPath("/x", "/home/me")->string(), "/x/muster/contexts.toml");
    EXPECT_EQ(contextsPath(nullptr, "/home/me")->string(), "/home/me/.config/muster/contexts.toml");
    EXPECT_EQ(contextsPath("", "/home/me")->string(), "/home/me/.config/muster/contexts.toml");
    EXPECT_EQ(contextsPath("relative", "/h")->string(), "/h/.config/muster/contexts.toml");
    EXPECT_FALSE(contextsPath(nullptr, nullptr).has_value());
}

TEST(Contexts, ComeBackAsTheyWereWritten) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "new" / "contexts.toml";
    Contexts contexts{"lab",
        {{"lab", {"https://gpu.example.org:5050", "/home/me/lab.token", "", "/home/me/ca.pem", "#d55e00"}},
            {"odd \"name\".with dots", {"127.0.0.1:5050", "", "mst_x\\y", ""}}}};
    ASSERT_TRUE(writeContexts(path, contexts).has_value());
    const auto read = readContexts(path);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(*read, contexts);
    struct stat file { };
    ASSERT_EQ(::stat(path.c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 07777, 0600U);
    ASSERT_EQ(::stat(path.parent_path().c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 07777, 0700U);
}

TEST(Contexts, AreNoneWithoutAFile) {
    const test::TemporaryFolder folder;
    const auto read = readContexts(folder.path() / "none");
    ASSERT_TRUE(read.has_value());
    EXPECT_TRUE(read->all.empty());
}

TEST(Contexts, NameFileAndLineOfAnError) {
    const test::TemporaryFolder folder;
    struct {
        const char* text;
        const char* message;
    } const rows[] = {
        {"a = = 1\n", ":1: "},
        {"[contexts.a]\naddress = 'h:1'\n\nshade = 'red'\n", ":4: unknown key 'shade'"},
        {"[contexts.a]\naddress = 'h:1'\ncolour = 'red'\n",
            ":3: colour 'red' is not of the form #rrggbb"},
        {"[contexts.a]\naddress = 5\n", ":2: 'address' must be a string"},
        {"\n[contexts.a]\ntoken = 't'\n", ":2: context 'a' has no address"},
        {"[contexts.a]\naddress = 'h p'\n", ":2: 'h p' is not an address"},
        {"[contexts.a]\naddress = 'h:1'\ntoken = 't'\ntoken_file = 'f'\n",
            ":1: context 'a' has both token and token_file"},
        {"\ncurrent = 'b'\n[contexts.a]\naddress = 'h:1'\n", ":2: current is 'b', but there is no"},
        {"colour = 'red'\n", ":1: unexpected 'colour'"},
        {"contexts = 1\n", ":1: 'contexts' must be a table"},
        {"current = 1\n", ":1: unexpected 'current'"},
    };
    for (const auto& row : rows) {
        const auto read = readText(folder, row.text);
        ASSERT_FALSE(read.has_value()) << row.text;
        EXPECT_TRUE(
            read.error().message.starts_with((folder.path() / "c.toml").string() + row.message))
            << read.error().message;
    }
}

} // namespace

} // namespace muster::net

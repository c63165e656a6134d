// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/token.h"

#include <set>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/core/net/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::net {

namespace {

TEST(Token, IsNeverTheSameTwiceAndCarriesItsChecksum) {
    std::set<std::string> all;
    for (int i = 0; i < 100; ++i) {
        const auto token = createToken();
        ASSERT_TRUE(token.has_value());
        EXPECT_TRUE(isTokenText(*token)) << *token;
        EXPECT_EQ(token->size(), 76U);
        all.insert(*token);
    }
    EXPECT_EQ(all.size(), 100U);
}

TEST(Token, WithOneChangedCharacterIsNoToken) {
    const std::string token = *createToken();
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string changed = token;
        changed[i] = changed[i] == '0' ? '1' : '0';
        EXPECT_FALSE(isTokenText(changed)) << i;
    }
    EXPECT_FALSE(isTokenText(token + "0"));
    EXPECT_FALSE(isTokenText(""));
}

TEST(Token, MatchesItsHashOnly) {
    const std::string token = *createToken();
    EXPECT_TRUE(matches(hashToken(token), token));
    EXPECT_FALSE(matches(hashToken(token), *createToken()));
    EXPECT_FALSE(matches(hashToken(token), ""));
    EXPECT_FALSE(matches(hashToken(token), token.substr(0, token.size() - 1)));
}

TEST(TokenFile, IsForItsOwnerOnlyAndReadsBack) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "a" / "token";
    const std::string token = *createToken();
    ASSERT_TRUE(writeToken(path, token).has_value());
    struct stat file {
    }, parent{};
    ASSERT_EQ(::stat(path.c_str(), &file), 0);
    ASSERT_EQ(::stat(path.parent_path().c_str(), &parent), 0);
    EXPECT_EQ(file.st_mode & 07777, 0600U);
    EXPECT_EQ(parent.st_mode & 07777, 0700U);
    const auto read = readToken(path);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->token, token);
    EXPECT_TRUE(read->warnings.empty());
}

TEST(TokenFile, WarnsWhenOthersCanUseIt) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "token";
    ASSERT_TRUE(writeToken(path, *createToken()).has_value());
    ::chmod(path.c_str(), 0644);
    const auto read = readToken(path);
    ASSERT_TRUE(read.has_value());
    ASSERT_EQ(read->warnings.size(), 1U);
    EXPECT_EQ(read->warnings[0],
        path.string() + " has mode 0644 and others can use it: run chmod 0600 " + path.string());
}

TEST(TokenFile, SaysWhyItCannotBeRead) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(readToken(folder.path() / "none").error().kind, Error::Kind::NotFound);
    ASSERT_TRUE(writeToken(folder.path() / "bad", "mst_123").has_value());
    EXPECT_NE(readToken(folder.path() / "bad").error().message.find("holds no valid token"),
        std::string::npos);
    ASSERT_EQ(::mkfifo((folder.path() / "fifo").c_str(), 0600), 0);
    EXPECT_NE(readToken(folder.path() / "fifo").error().message.find("not a regular file"),
        std::string::npos);
}

TEST(TokenFile, ReplacesTheOldOneAndLeavesNoOtherFile) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeToken(folder.path() / "token", *createToken()).has_value());
    const std::string second = *createToken();
    ASSERT_TRUE(writeToken(folder.path() / "token", second).has_value());
    EXPECT_EQ(readToken(folder.path() / "token")->token, second);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

} // namespace

} // namespace muster::net

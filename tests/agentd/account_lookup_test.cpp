// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/account_lookup.h"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using Account = Acls::Account;

// A directory service that answers as its test lets it.
struct Directory {
    std::promise<void> end;
    std::shared_future<void> ended = end.get_future().share();
    std::atomic<bool> hangs = false;
    std::atomic<bool> fails = false;
    std::atomic<int> asked = 0;

    void awaitAsked(int times) const {
        while (asked < times) {
            std::this_thread::yield();
        }
    }
    Result<std::optional<Account>> ask(const std::string& user) {
        ++asked;
        if (hangs) {
            ended.wait();
        }
        if (fails) {
            return failure("no answer", Error::Kind::Unavailable);
        }
        return user == "alice" ? std::optional(Account{1000, {100}}) : std::nullopt;
    }
};

struct AccountLookups : testing::Test {
    const std::shared_ptr<Directory> directory = std::make_shared<Directory>();

    AccountLookup lookup(AccountLookup::Options options) const {
        return {[directory = directory](const std::string& user) { return directory->ask(user); },
            options};
    }
};

TEST_F(AccountLookups, AskOnceForAWhile) {
    const auto find = lookup({.kept = 1h, .patience = 30s});
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(find("alice").value().value().uid, 1000u);
        EXPECT_EQ(find("nobody").value(), std::nullopt) << "is known as well";
    }
    EXPECT_EQ(directory->asked, 2);
}

TEST_F(AccountLookups, HearOfAChange) {
    const auto find = lookup({.kept = 0s, .patience = 30s});
    ASSERT_TRUE(find("alice"));
    ASSERT_TRUE(find("alice")) << "what was known, at once";
    directory->awaitAsked(2);
}

TEST_F(AccountLookups, DoNotWaitToHearOfAChange) {
    const auto find = lookup({.kept = 0s, .patience = 1h});
    ASSERT_TRUE(find("alice"));
    directory->hangs = true;
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(find("alice").value().value().uid, 1000u);
    }
    directory->end.set_value();
}

TEST_F(AccountLookups, DoNotWaitForADirectoryThatDoesNotAnswer) {
    directory->hangs = true;
    const auto find = lookup({.kept = 1h, .patience = 10ms});
    const auto late = find("alice");
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, Error::Kind::Unavailable);
    const auto patient = lookup({.kept = 1h, .patience = 1s});
    EXPECT_FALSE(patient("alice"));
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) {
        EXPECT_FALSE(patient(fmt::format("bob{}", i))) << "not behind one that is late";
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
    directory->end.set_value();
    while (!find("alice")) { // it came after all
        std::this_thread::yield();
    }
    EXPECT_EQ(find("alice").value().value().uid, 1000u);
}

TEST_F(AccountLookups, WaitOnceForAnAnswer) {
    directory->hangs = true;
    const auto find = lookup({.kept = 1h, .patience = 50ms});
    EXPECT_FALSE(find("alice"));
    const auto late = lookup({.kept = 1h, .patience = 1h});
    const auto first = std::async(std::launch::async, [late] { return late("alice"); });
    directory->awaitAsked(2);
    const auto again = late("alice");
    ASSERT_FALSE(again) << "somebody waits for it already";
    EXPECT_EQ(again.error().message,
        "User 'alice' could not be looked up yet: try again; if it stays so, check the directory "
        "service of the master's host (getent passwd)");
    directory->end.set_value();
}

TEST_F(AccountLookups, KeepWhatWasKnownWhileItFails) {
    const auto find = lookup({.kept = 0s, .patience = 30s});
    ASSERT_TRUE(find("alice"));
    directory->fails = true;
    EXPECT_EQ(find("alice").value().value().uid, 1000u);
    EXPECT_FALSE(find("bob"));
    directory->awaitAsked(3);
    EXPECT_EQ(find("alice").value().value().uid, 1000u);
}

TEST_F(AccountLookups, ForgetSinglyWhatIsNotWantedAndNeverWhatIsPinned) {
    const auto find = lookup({.kept = 1h, .patience = 30s, .most = 2});
    find.pin("alice");
    for (const auto* user : {"alice", "b", "c", "b", "d"}) { // c is not wanted for longest
        ASSERT_TRUE(find(user));
    }
    EXPECT_EQ(directory->asked, 4);
    for (const auto* user : {"alice", "b", "d"}) {
        ASSERT_TRUE(find(user));
    }
    EXPECT_EQ(directory->asked, 4);
    ASSERT_TRUE(find("c"));
    EXPECT_EQ(directory->asked, 5);
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/cache.h"

#include <barrier>
#include <filesystem>
#include <thread>

#include <unistd.h>

#include "tests/core/container/fetch/world.h"

namespace muster::container::fetch {
namespace {

namespace fs = std::filesystem;

class CachedFiles : public FetchWorld {
protected:
    Uri cached(const std::string& path, const std::string& name = "") const {
        return {.value = m_site.url(path), .cache = true, .outputFile = name};
    }
    std::size_t kept() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(m_options.directory), fs::directory_iterator()));
    }
};

TEST_F(CachedFiles, ASecondTaskNeedsNoSecondRequest) {
    m_site.serve("/x", "content");
    const auto first = fetch({cached("/x", "a")});
    const auto second = fetch({cached("/x", "b")});
    ASSERT_TRUE(first && second);
    EXPECT_FALSE(first->front().fromCache);
    EXPECT_TRUE(second->front().fromCache);
    EXPECT_EQ(inSandbox("a"), "content");
    EXPECT_EQ(inSandbox("b"), "content");
    EXPECT_EQ(ownerOf("b"), m_owner.uid);
    EXPECT_EQ(m_site.requests("/x"), 1);
}

TEST_F(CachedFiles, AnswerARestartedAgent) {
    m_site.serve("/x", "content");
    ASSERT_TRUE(fetch({cached("/x")}));
    write(m_options.directory + "/new-7", "half of it");
    reopen();
    const auto again = fetch({cached("/x", "again")});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(again->front().fromCache);
    EXPECT_EQ(m_site.requests("/x"), 1);
    EXPECT_EQ(kept(), 1U);
}

TEST_F(CachedFiles, AreNotChangedThroughTheSandbox) {
    m_site.serve("/x", "content");
    ASSERT_TRUE(fetch({cached("/x", "a")}));
    write(m_sandbox + "/a", "changed by the task");
    ASSERT_TRUE(fetch({cached("/x", "b")}));
    EXPECT_EQ(inSandbox("b"), "content");
}

TEST_F(CachedFiles, AnotherPasswordIsAnotherFile) {
    m_site.on("/x", [](Conversation& c) {
        if (c.request().find("Authorization") == std::string::npos)
            return c.answer("401 Unauthorized", "");
        c.answer("200 OK", "for alice");
    });
    auto withPassword = cached("/x");
    withPassword.value.insert(withPassword.value.find("127"), "alice:secret@");
    ASSERT_TRUE(fetch({withPassword}));
    EXPECT_NE(errorOf({cached("/x", "mine")}).find("status 401"), std::string::npos);
}

TEST_F(CachedFiles, AFailureIsNotKept) {
    EXPECT_NE(errorOf({cached("/later")}), "");
    m_site.serve("/later", "content");
    EXPECT_TRUE(fetch({cached("/later")}));
    EXPECT_EQ(inSandbox("later"), "content");
}

TEST_F(CachedFiles, TheLeastRecentlyUsedGoesFirst) {
    m_options.cacheSize = {2500};
    for (const char* path : {"/a", "/b", "/c"})
        m_site.serve(path, std::string(1000, path[1]));
    ASSERT_TRUE(fetch({cached("/a"), cached("/b")}));
    ASSERT_TRUE(fetch({cached("/a")}));
    ASSERT_TRUE(fetch({cached("/c")}));
    EXPECT_EQ(kept(), 2U);
    ASSERT_TRUE(fetch({cached("/a"), cached("/b")}));
    EXPECT_EQ(m_site.requests("/a"), 1);
    EXPECT_EQ(m_site.requests("/b"), 2);
}

TEST_F(CachedFiles, AFileLargerThanTheCacheIsGivenAndNotKept) {
    m_options.cacheSize = {100};
    m_site.serve("/x", std::string(101, 'x'));
    ASSERT_TRUE(fetch({cached("/x")}));
    EXPECT_EQ(inSandbox("x").size(), 101U);
    EXPECT_EQ(kept(), 0U);
}

TEST_F(CachedFiles, ARemovedFileIsFetchedAgain) {
    m_site.serve("/x", "content");
    ASSERT_TRUE(fetch({cached("/x")}));
    for (const auto& entry : fs::directory_iterator(m_options.directory))
        fs::resize_file(entry.path(), 3); // a disk that lost its end
    ASSERT_TRUE(fetch({cached("/x", "again")}));
    EXPECT_EQ(inSandbox("again"), "content");
    EXPECT_EQ(m_site.requests("/x"), 2);
}

TEST_F(CachedFiles, TasksThatComeTogetherShareOneDownload) {
    constexpr int count = 4;
    m_site.serve("/x", "content");
    fetcher();
    std::barrier start(count);
    std::vector<std::thread> tasks;
    std::array<bool, count> isDone{};
    for (int i = 0; i < count; ++i) {
        tasks.emplace_back([&, i] {
            start.arrive_and_wait();
            isDone[static_cast<std::size_t>(i)]
                = fetch({cached("/x", std::string(1, static_cast<char>('a' + i)))}).has_value();
        });
    }
    for (std::thread& task : tasks)
        task.join();
    EXPECT_EQ(isDone, (std::array<bool, count>{true, true, true, true}));
    EXPECT_EQ(m_site.requests("/x"), 1);
}

TEST_F(CachedFiles, WhoWaitsForACancelledDownloadStartsItsOwn) {
    std::stop_source first;
    std::thread second;
    Result<std::vector<FetchedFile>> answer;
    fetcher();
    m_site.on("/x", [&](Conversation& c) {
        if (c.number > 1)
            return c.answer("200 OK", "content");
        second = std::thread([&] { answer = fetch({cached("/x", "second")}); });
        first.request_stop();
        c.waitUntilClientGoes();
    });
    auto cancelledJob = job({cached("/x", "first")});
    cancelledJob.stop = first.get_token();
    EXPECT_FALSE(fetcher().fetch(cancelledJob));
    second.join();
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(inSandbox("second"), "content");
    EXPECT_FALSE(isInSandbox("first"));
}

TEST_F(CachedFiles, AWaitingTaskCanBeCancelled) {
    auto cache = Cache::open(m_options.directory, Bytes::mebi(1));
    ASSERT_TRUE(cache) << cache.error().message;
    std::stop_source waiting;
    const auto entry = (*cache)->get("key", {}, [&](int file) -> Status {
        std::thread other([&] {
            const auto none
                = (*cache)->get("key", waiting.get_token(), [](int) { return Status(); });
            EXPECT_FALSE(none);
        });
        waiting.request_stop();
        other.join();
        EXPECT_EQ(::write(file, "x", 1), 1);
        return {};
    });
    ASSERT_TRUE(entry) << entry.error().message;
    EXPECT_EQ(entry->bytes, 1U);
}

} // namespace
} // namespace muster::container::fetch

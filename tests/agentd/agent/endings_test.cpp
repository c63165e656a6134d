// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/endings.h"

#include <atomic>
#include <future>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

struct EndedContainers {
    boost::asio::io_context io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
        io.get_executor()};
    boost::asio::thread_pool workers{1};
    Endings endings{io, 1ms};
    std::vector<std::string> ended;
    std::vector<std::string> problems;

    ~EndedContainers() { workers.join(); }
    void begin(const std::string& id, std::function<Result<container::Exit>()> end) {
        endings.begin(
            {.id = {id},
                .end = std::move(end),
                .ended = [this](const container::Exit& exit) { ended.push_back(exit.id.value); },
                .failed = [this](const Error& why) { problems.push_back(why.message); }},
            workers);
    }
    bool until(const std::function<bool()>& isSo) {
        const auto deadline = std::chrono::steady_clock::now() + 10s;
        while (!isSo() && std::chrono::steady_clock::now() < deadline) {
            io.run_for(5ms);
        }
        return isSo();
    }
};

Result<container::Exit> exitOf(const std::string& id) {
    return container::Exit{.id = {id}, .exitCode = 0};
}

TEST(Endings, TellOfAnEndOnce) {
    EndedContainers world;
    world.begin("a", [] { return exitOf("a"); });
    world.begin("gone",
        []() -> Result<container::Exit> { return failure("no such one", Error::Kind::NotFound); });
    EXPECT_TRUE(world.until([&] { return world.ended.size() == 2; }));
    EXPECT_EQ(world.ended, (std::vector<std::string>{"a", "gone"}));
    EXPECT_EQ(world.endings.notEnded(), 0U);
    EXPECT_TRUE(world.problems.empty());
}

TEST(Endings, TryAgainUntilNothingIsLeft) {
    EndedContainers world;
    std::atomic<int> tries = 0;
    world.begin("a", [&]() -> Result<container::Exit> {
        return ++tries < 10 ? failure("state D", Error::Kind::Timeout) : exitOf("a");
    });
    EXPECT_TRUE(world.until([&] { return !world.ended.empty(); }));
    EXPECT_EQ(tries.load(), 10);
    EXPECT_EQ(world.problems, std::vector<std::string>(9, "state D"));
    EXPECT_EQ(world.endings.notEnded(), 1U);
}

TEST(Endings, CountNoneThatIsOnlySlow) {
    EndedContainers world;
    std::atomic<int> tries = 0;
    world.begin("a", [&]() -> Result<container::Exit> {
        return ++tries < 4 ? failure("not yet", Error::Kind::Timeout) : exitOf("a");
    });
    EXPECT_TRUE(world.until([&] { return !world.ended.empty(); }));
    EXPECT_EQ(world.endings.notEnded(), 0U);
}

TEST(Endings, OfWhatCannotBeKilledDelayNoOther) {
    EndedContainers world;
    std::promise<void> driver; // hangs until then
    const auto recovered = driver.get_future().share();
    std::atomic<int> tries = 0;
    for (int i = 0; i < 8; ++i) {
        world.begin("stuck", [&, recovered, isFirst = true]() mutable -> Result<container::Exit> {
            ++tries;
            if (std::exchange(isFirst, false)) {
                return failure("state D", Error::Kind::Timeout);
            }
            recovered.wait();
            return exitOf("stuck");
        });
    }
    EXPECT_TRUE(world.until([&] { return tries >= 10; })) << "two are being tried again";
    world.begin("quick", [] { return exitOf("quick"); });
    EXPECT_TRUE(world.until([&] { return !world.ended.empty(); }));
    EXPECT_EQ(world.ended, std::vector<std::string>{"quick"});
    driver.set_value();
    EXPECT_TRUE(world.until([&] { return world.ended.size() == 9; }));
}

} // namespace
} // namespace muster::agentd

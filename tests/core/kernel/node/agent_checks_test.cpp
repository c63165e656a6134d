// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using States = std::vector<TaskState>;

// A running task with these checks, all of whose updates are acknowledged.
struct Checked : FakeNode {
    explicit Checked(const cluster::TaskInfo& info) {
        connect();
        command(cluster::RunTask{framework(false), info});
        start("t");
        acknowledgeAll();
        updates.clear();
    }
    void answer(CheckKind kind, bool passed, const std::string& payload = "") {
        apply(CheckResult{container("t"), kind, passed, payload});
        acknowledgeAll();
    }
    void fail() { answer(CheckKind::Health, false); }
    void succeed() { answer(CheckKind::Health, true); }
    const cluster::TaskStatus& told() const { return updates.back().status; }
};

cluster::TaskInfo healthChecked() {
    auto info = FakeNode::info("t");
    info.healthCheck = cluster::HealthCheck{.times = {.delay = seconds(2), .interval = seconds(5)},
        .grace = seconds(10),
        .failures = 2};
    return info;
}

TEST(AgentHealth, ChecksAfterTheDelayAndThenAfterEachResult) {
    Checked node(healthChecked());
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(2)).uptime);
    node.pass(seconds(1));
    EXPECT_TRUE(node.checks.empty());
    node.pass(seconds(1));
    ASSERT_EQ(node.checks.size(), 1u);
    EXPECT_EQ(node.checks[0].kind, CheckKind::Health);
    EXPECT_EQ(node.checks[0].task.id.value, "t");
    node.pass(minutes(1));
    EXPECT_EQ(node.checks.size(), 1u) << "the first is still under way";
    node.succeed();
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(5)).uptime);
    node.pass(seconds(5));
    EXPECT_EQ(node.checks.size(), 2u);
}

TEST(AgentHealth, TellsTheFirstSuccessOnce) {
    Checked node(healthChecked());
    for (int round = 0; round < 3; ++round) {
        node.pass(seconds(5));
        node.succeed();
    }
    ASSERT_EQ(node.updates.size(), 1u);
    EXPECT_EQ(node.told().state, TaskState::Running);
    EXPECT_EQ(node.told().healthy, true);
    EXPECT_EQ(node.told().reason, Reason::TaskHealthCheckStatusUpdated);
    EXPECT_EQ(node.told().source, StatusSource::Executor);
}

TEST(AgentHealth, ForgivesFailuresWithinTheGracePeriodUntilTheFirstSuccess) {
    Checked node(healthChecked());
    node.pass(seconds(2));
    node.fail();
    node.pass(seconds(5));
    node.fail();
    EXPECT_TRUE(node.updates.empty());
    node.pass(seconds(5)); // 12 s after the start
    node.fail();
    ASSERT_EQ(node.updates.size(), 1u);
    EXPECT_EQ(node.told().healthy, false);
    EXPECT_TRUE(node.signals.empty());

    Checked healthy(healthChecked());
    healthy.pass(seconds(2));
    healthy.succeed();
    healthy.pass(seconds(5));
    healthy.fail();
    EXPECT_EQ(healthy.told().healthy, false) << "it had been healthy: no grace any more";
}

TEST(AgentHealth, KillsAfterFailuresInARowAndSaysThatItWasUnhealthy) {
    Checked node(healthChecked());
    node.pass(seconds(20));
    node.fail();
    node.pass(seconds(5));
    node.succeed();
    node.pass(seconds(5));
    node.fail();
    EXPECT_TRUE(node.signals.empty()) << "a success between begins the count anew";
    node.pass(seconds(5));
    node.fail();
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
    node.pass(seconds(3));
    EXPECT_EQ(node.signals.back().signal, SIGKILL);
    EXPECT_EQ(node.checks.size(), 4u) << "what is being killed is not checked";
    node.end("t", {.signal = SIGKILL});
    EXPECT_EQ(node.told().state, TaskState::Killed);
    EXPECT_EQ(node.told().healthy, false);
    EXPECT_EQ(node.told().message, "Command terminated with signal Killed");
}

TEST(AgentHealth, IgnoresResultsOfWhatIsKilledOrWasNotAsked) {
    Checked node(healthChecked());
    node.succeed();
    EXPECT_TRUE(node.updates.empty()) << "no check was under way";
    node.pass(seconds(20));
    node.kill("t");
    node.fail();
    node.fail();
    EXPECT_TRUE(node.updates.empty());
    node.apply(CheckResult{{"muster-none"}, CheckKind::Health, false, ""});
}

TEST(AgentHealth, GoesOnAfterARestartWithoutGrace) {
    Checked node(healthChecked());
    node.pass(seconds(2));
    node.succeed();
    node.restart();
    node.connect();
    node.start("t");
    node.pass(seconds(2));
    EXPECT_EQ(node.checks.size(), 2u);
    node.fail();
    EXPECT_EQ(node.told().healthy, false);
}

TEST(AgentCheck, TellsAResultWheneverItChanges) {
    auto info = FakeNode::info("t");
    info.check
        = cluster::Check{.times = {.delay = seconds(0), .interval = seconds(1)}, .none = "?"};
    Checked node(info);
    EXPECT_EQ(node.saved.begin()->second.latest.payload, "?") << "the first status names the check";
    const auto round = [&](const std::string& payload) {
        node.pass(seconds(1));
        node.answer(CheckKind::Check, !payload.empty(), payload);
        return node.updates.size();
    };
    EXPECT_EQ(round("exit 0"), 1u);
    EXPECT_EQ(node.told().reason, Reason::TaskCheckStatusUpdated);
    EXPECT_EQ(node.told().payload, "exit 0");
    EXPECT_EQ(round("exit 0"), 1u);
    EXPECT_EQ(round("exit 1"), 2u);
    EXPECT_TRUE(node.signals.empty()) << "a check only tells";
    EXPECT_EQ(round(""), 3u) << "it could not be made";
    EXPECT_EQ(node.told().payload, "?");
    EXPECT_EQ(round("exit 0"), 4u);
    node.end("t");
    EXPECT_EQ(node.told().payload, "exit 0");
}

TEST(AgentCheck, KeepsOneChangeAtMostForAMasterThatIsAway) {
    auto info = FakeNode::info("t");
    info.check = cluster::Check{.times = {.delay = seconds(0), .interval = seconds(1)}};
    Checked node(info);
    node.apply(MasterLost{});
    for (int round = 0; round < 100; ++round) {
        node.pass(seconds(1));
        node.apply(CheckResult{
            node.container("t"), CheckKind::Check, true, fmt::format("exit {}", round)});
    }
    EXPECT_EQ(node.saved.begin()->second.pending.size(), 2u);
    EXPECT_EQ(node.saved.begin()->second.pending.back().payload, "exit 99");
}

TEST(AgentTimeLimit, FailsATaskThatRunsTooLongInTheWordsOfMesos) {
    auto info = FakeNode::info("t");
    info.maxCompletionTime = seconds(30);
    FakeNode node;
    node.connect();
    node.command(cluster::RunTask{FakeNode::framework(), info});
    node.pass(seconds(20)); // launching does not count
    node.start("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(30)).uptime);
    node.pass(seconds(29));
    EXPECT_TRUE(node.signals.empty());
    node.pass(seconds(1));
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
    node.pass(seconds(0));
    EXPECT_EQ(node.signals.back().signal, SIGKILL) << "there is no grace";
    node.end("t", {.signal = SIGKILL});
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Running, TaskState::Failed}))
        << "nobody asked for the kill: there is no TASK_KILLING";
    EXPECT_EQ(node.updates.back().status.reason, Reason::MaxCompletionTimeReached);
    EXPECT_EQ(node.updates.back().status.killedBy,
        (cluster::KilledBy{"muster", "time limit of 30secs reached"}));
    EXPECT_EQ(node.updates.back().status.message, "Command terminated with signal Killed");
}

TEST(AgentTimeLimit, IsCountedFromTheStartAlsoOverARestart) {
    auto info = FakeNode::info("t");
    info.maxCompletionTime = seconds(30);
    Checked node(info);
    node.pass(seconds(20));
    node.restart();
    node.connect();
    node.start("t");
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(10)).uptime);
}

TEST(AgentTimeLimit, NoLongerCountsForATaskThatIsKilled) {
    auto info = FakeNode::info("t");
    info.maxCompletionTime = seconds(30);
    Checked node(info);
    node.kill("t", minutes(5));
    node.pass(minutes(1));
    EXPECT_EQ(node.signals.size(), 1u);
    node.end("t", {.signal = SIGTERM});
    EXPECT_EQ(node.told().state, TaskState::Killed);
}

TEST(AgentStatus, NamesExecutorContainerAddressAndProcess) {
    FakeNode node;
    node.options.ip = "10.0.0.7";
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.end("t");
    for (const auto& update : node.updates) {
        EXPECT_EQ(update.status.executor.value, "t");
        ASSERT_TRUE(update.status.container);
        EXPECT_EQ(update.status.container->id, node.launches[0].container);
        EXPECT_EQ(update.status.container->ip, "10.0.0.7");
        EXPECT_EQ(update.status.container->pid, 4711) << "also in the first";
    }
    node.run("refused", "cpus:99;mem:64");
    EXPECT_FALSE(node.updates.back().status.container);
}

TEST(AgentStatus, NamesTheAddressInTheContainersOwnNetwork) {
    FakeNode node;
    node.options.ip = "10.0.0.7";
    node.agent.emplace(node.options, RecoveredAgent{}, node.now);
    node.connect();
    node.run("t");
    node.apply(ContainerStarted{node.container("t"), 4711, "172.17.0.2"});
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Running);
    EXPECT_EQ(node.updates.back().status.container->ip, "172.17.0.2");
}

} // namespace
} // namespace muster::node

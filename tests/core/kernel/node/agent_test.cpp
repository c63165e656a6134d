// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent.h"

#include <csignal>

#include <gtest/gtest.h>

#include "tests/core/kernel/node/fake_node.h"

namespace muster::node {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using States = std::vector<TaskState>;

TEST(Agent, RunsATaskToItsEndInTheOrderOfMesos) {
    FakeNode node;
    node.connect();
    node.run("t");
    ASSERT_EQ(node.launches.size(), 1u);
    EXPECT_EQ(node.launches[0].gpus.at(0).uuid.value, "GPU-0");
    EXPECT_LT(node.position<SaveTask>(), node.position<Launch>());
    EXPECT_TRUE(node.updates.empty()) << "nothing is told before its container is there";
    node.start("t");
    node.acknowledgeAll();
    node.exit("t", {.code = 0});
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Running}))
        << "the end is told only when the container is gone";
    EXPECT_EQ(node.gpuState(0), GpuState::Allocated);
    EXPECT_LT(node.position<SaveTask>(), node.position<Destroy>());
    node.destroyed("t");
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
    EXPECT_EQ(
        node.states(), (States{TaskState::Starting, TaskState::Running, TaskState::Finished}));
    EXPECT_EQ(node.updates.back().status.message, "Command exited with status 0");
    EXPECT_EQ(node.updates.back().status.source, StatusSource::Executor);
    EXPECT_EQ(node.updates.back().status.exitCode, 0);
    node.acknowledgeLast();
    EXPECT_TRUE(node.saved.empty());
    EXPECT_TRUE(node.agent->tasks().empty());
}

TEST(Agent, SaysWhetherATaskLivesUntilItHasEnded) {
    FakeNode node;
    node.connect();
    EXPECT_FALSE(node.agent->lives(FakeNode::key("t")));
    node.run("t");
    EXPECT_TRUE(node.agent->lives(FakeNode::key("t")));
    EXPECT_FALSE(node.agent->lives({{"M-0001"}, {"t"}})) << "of another framework";
    node.start("t");
    node.acknowledgeAll();
    EXPECT_TRUE(node.agent->lives(FakeNode::key("t")));
    node.end("t");
    ASSERT_EQ(node.agent->tasks().size(), 1u) << "its end was not acknowledged";
    EXPECT_FALSE(node.agent->lives(FakeNode::key("t")));
}

TEST(Agent, SavesOnceThatATaskStartsAndRunsBeforeItTells) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    EXPECT_EQ(std::ranges::count_if(node.last,
                  [](const auto& output) { return std::holds_alternative<SaveTask>(output); }),
        1);
    EXPECT_LT(node.position<SaveTask>(), node.position<ToMaster>());
    EXPECT_EQ(node.states(), States{TaskState::Starting});
    const auto& pending = node.saved.begin()->second.pending;
    ASSERT_EQ(pending.size(), 2u);
    EXPECT_EQ(pending[0], node.updates.back().status);
    EXPECT_EQ(pending[1].state, TaskState::Running);
    node.acknowledgeLast();
    EXPECT_EQ(node.updates.back().status, pending.front());
}

TEST(Agent, NamesItsContainersWithinTheAllowedLetters) {
    FakeNode node;
    node.connect();
    node.run("t");
    const auto name = node.container("t").value;
    EXPECT_TRUE(name.starts_with("muster-"));
    EXPECT_LE(name.size(), 64u);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos);
}

TEST(Agent, RefusesWhatItDoesNotHave) {
    const std::vector<std::pair<std::string, std::string>> table{
        {"cpus:1;mem:64;gpus:4", "Requested 4 gpus but only 2 available"},
        {"cpus:7.5;mem:64", "Requested 7.5 cpus but only 7 available"},
        {"cpus:1;mem:5000", "Requested 5000 mem but only 4032 available"},
        {"cpus:1;mem:64;disk:1001", "Requested 1001 disk but only 1000 available"},
        {"cpus:1;mem:64;gpus:0.5", "The 'gpus' resource must be an unsigned integer"},
    };
    for (const auto& [resources, cause] : table) {
        FakeNode node(3);
        node.connect();
        node.run("first");
        node.run("t", resources);
        const auto& status = node.updates.back().status;
        EXPECT_EQ(status.task.value, "t");
        const bool never = cause.starts_with("The 'gpus'"); // at no time and no place
        EXPECT_EQ(status.state, never ? TaskState::Failed : TaskState::Dropped) << cause;
        EXPECT_EQ(status.source, StatusSource::Agent);
        EXPECT_EQ(status.reason, Reason::ContainerLaunchFailed);
        EXPECT_EQ(status.message, "Failed to launch container: " + cause);
        EXPECT_EQ(node.launches.size(), 1u);
        EXPECT_EQ(node.saved.size(), 2u) << "the refusal must outlive a crash";
        node.acknowledgeLast();
        EXPECT_EQ(node.saved.size(), 1u);
    }
}

TEST(Agent, SendsTheLatestUpdateAgainWhenATaskIsRunTwice) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    const auto latest = node.updates.back();
    node.run("t");
    EXPECT_EQ(node.launches.size(), 1u);
    EXPECT_EQ(node.updates.size(), 3u);
    EXPECT_EQ(node.updates.back().status, latest.status);
    EXPECT_EQ(node.agent->tasks().size(), 1u);
}

TEST(Agent, ReportsALaunchThatFailedOnlyOnceItIsCleanedUp) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.apply(ContainerFailed{node.container("t"), "no such image"});
    EXPECT_TRUE(node.updates.empty());
    EXPECT_EQ(node.destroys.size(), 1u);
    node.destroyed("t");
    EXPECT_EQ(node.updates.back().status.message, "Failed to launch container: no such image");
    EXPECT_EQ(node.updates.back().status.source, StatusSource::Agent);
    EXPECT_EQ(node.gpuState(0), GpuState::Free);
}

TEST(Agent, NamesTheLimitThatATaskBroke) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.end("t", {.signal = SIGKILL, .outOfMemory = true});
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Failed);
    EXPECT_EQ(node.updates.back().status.reason, Reason::ContainerLimitationMemory);
    EXPECT_EQ(node.updates.back().status.message, "Memory limit exceeded: Requested: 64MB");
}

TEST(AgentKill, AsksThenForcesAfterTheGrace) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.kill("t");
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killing);
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(3)).uptime);
    node.pass(seconds(2));
    EXPECT_EQ(node.signals.size(), 1u);
    node.pass(seconds(1));
    ASSERT_EQ(node.signals.size(), 2u);
    EXPECT_EQ(node.signals[1].signal, SIGKILL);
    node.acknowledgeAll();
    node.end("t", {.signal = SIGKILL});
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killed);
    EXPECT_EQ(node.updates.back().status.message, "Command terminated with signal Killed");
    EXPECT_EQ(node.updates.back().status.signal, SIGKILL);
}

TEST(AgentKill, ItsGraceEndsHoweverTheWallClockIsSet) {
    for (const Duration step : {Duration(-seconds(40)), Duration(-hours(1)), Duration(hours(1))}) {
        FakeNode node;
        node.connect();
        node.run("t");
        node.start("t");
        node.acknowledgeAll();
        node.kill("t");
        node.wallStep = step;
        node.pass(seconds(2));
        EXPECT_EQ(node.signals.size(), 1u) << "the task may clean up for 3 s";
        node.pass(seconds(1));
        EXPECT_EQ(node.signals.size(), 2u);
    }
}

TEST(AgentUpdates, AreRepeatedHoweverTheWallClockIsSet) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    const auto told = node.updates.size();
    node.wallStep = -hours(1);
    node.pass(seconds(10));
    EXPECT_EQ(node.updates.size(), told + 1);
}

TEST(AgentLaunch, SharesTheDecodedTaskWithWhatIsSaved) {
    const auto owner = std::make_shared<int>();
    const std::shared_ptr<const mesos::v1::TaskInfo> message( // only its address counts here
        owner, reinterpret_cast<const mesos::v1::TaskInfo*>(owner.get()));
    FakeNode node;
    node.connect();
    auto info = FakeNode::info("t");
    info.payload = {"bytes", message};
    node.command(cluster::RunTask{FakeNode::framework(), info});
    std::size_t launches = 0;
    for (const auto& output : node.last) {
        if (const auto* launch = std::get_if<Launch>(&output)) {
            EXPECT_TRUE(launch->task.payload.message() == message);
            ++launches;
        }
    }
    EXPECT_EQ(launches, 1u);
    ASSERT_EQ(node.saved.size(), 1u);
    EXPECT_TRUE(node.saved.begin()->second.info.payload.message() == message);
}

TEST(AgentKill, TakesTheGraceOfTheMessageThenOfTheTask) {
    FakeNode node;
    node.connect();
    cluster::TaskInfo info;
    info.id = {"t"};
    info.resources = *Resources::parse("cpus:1;mem:64");
    info.killGrace = seconds(20);
    node.command(cluster::RunTask{FakeNode::framework(), info});
    info.id = {"u"};
    node.command(cluster::RunTask{FakeNode::framework(), info});
    node.start("t");
    node.start("u");
    node.apply(MasterLost{}); // no retries: the only deadlines are those of the kills
    node.kill("t");
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(20)).uptime);
    node.kill("u", seconds(7));
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(7)).uptime);
}

TEST(AgentKill, SaysNothingOfKillingToWhoCannotHearIt) {
    FakeNode node;
    node.connect();
    node.run("t", "cpus:1;mem:64", false);
    node.start("t");
    node.kill("t");
    node.end("t", {.signal = SIGTERM});
    node.acknowledgeAll();
    EXPECT_EQ(node.states(),
        (States{TaskState::Starting, TaskState::Starting, TaskState::Running, TaskState::Killed}))
        << "the first once more, as the task is over";
}

TEST(AgentKill, IsHarmlessWhenRepeatedOrLateOrOfNobody) {
    FakeNode node;
    node.connect();
    node.kill("nobody");
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.kill("t");
    node.kill("t");
    node.kill("t");
    EXPECT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.states().size(), 3u);
    node.exit("t", {.signal = SIGTERM});
    node.kill("t");
    node.destroyed("t");
    node.kill("t");
    EXPECT_EQ(node.signals.size(), 1u);
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killed);
    EXPECT_TRUE(node.saved.empty());
}

TEST(AgentKill, WaitsForAContainerThatIsStillStarting) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.kill("t");
    EXPECT_TRUE(node.signals.empty());
    node.start("t");
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGTERM);
    node.end("t", {.signal = SIGTERM});
    node.acknowledgeAll();
    EXPECT_EQ(node.states(), (States{TaskState::Killing, TaskState::Killing, TaskState::Killed}))
        << "the first once more, as the task is over";
}

TEST(AgentKill, OfAContainerThatNeverStartsIsAKillDuringLaunch) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.kill("t");
    EXPECT_EQ(node.cancels, std::vector{node.container("t")});
    node.apply(ContainerFailed{node.container("t"), "no such image"});
    node.destroyed("t");
    node.acknowledgeAll();
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killed);
    EXPECT_EQ(node.updates.back().status.reason, Reason::TaskKilledDuringLaunch);
}

TEST(AgentKill, OfARemovedFrameworkGivesUpTheLaunch) {
    FakeNode node;
    node.connect();
    node.run("t");
    const auto container = node.container("t");
    node.command(cluster::RemoveFramework{{"M-0000"}});
    EXPECT_EQ(node.cancels, std::vector{container});
}

TEST(AgentProgress, IsToldWhileTheContainerIsMadeAndNotQueued) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.apply(ContainerProgress{node.container("t"), "Pulling image busybox: 1 of 3 MiB"});
    node.apply(ContainerProgress{node.container("t"), "Pulling image busybox: 2 of 3 MiB"});
    node.acknowledgeAll();
    EXPECT_EQ(node.states(), States{TaskState::Starting});
    EXPECT_EQ(node.updates.back().status.message, "Pulling image busybox: 1 of 3 MiB");
    node.start("t");
    node.acknowledgeAll();
    node.apply(ContainerProgress{node.container("t"), "late"});
    EXPECT_EQ(node.updates.back().status.state, TaskState::Running);
}

TEST(AgentProgress, OfAKilledTaskIsNotTold) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.kill("t");
    node.acknowledgeAll();
    node.apply(ContainerProgress{node.container("t"), "Pulling image busybox: 1 of 3 MiB"});
    EXPECT_EQ(node.states(), States{TaskState::Killing});
}

TEST(AgentKill, NamesTheKillerWhileItGoesOnAndAtTheEnd) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    const cluster::KilledBy alice{"alice", "wrong data"};
    node.command(cluster::KillTask{FakeNode::key("t"), std::nullopt, alice});
    node.command(cluster::KillTask{FakeNode::key("t"), seconds(1), {"bob", "me, too"}});
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killing);
    EXPECT_EQ(node.updates.back().status.killedBy, alice);
    node.acknowledgeAll();
    node.restart();
    node.connect();
    node.start("t");
    node.end("t", {.signal = SIGTERM});
    EXPECT_EQ(node.updates.back().status.state, TaskState::Killed);
    EXPECT_EQ(node.updates.back().status.killedBy, alice) << "also over a restart";
    EXPECT_EQ(node.updates.back().status.message, "Command terminated with signal Terminated");
}

TEST(AgentKill, HasNoKillerOfATaskThatEndsByItself) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.acknowledgeAll();
    node.end("t", {.code = 1});
    EXPECT_EQ(node.updates.back().status.killedBy, std::nullopt);
}

TEST(AgentUpdates, WaitForTheFormerToBeAcknowledged) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    EXPECT_EQ(node.states(), States{TaskState::Starting});
    node.acknowledgeLast();
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Running}));
    node.command(cluster::AcknowledgeStatus{
        FakeNode::key("t"), *node.updates.front().status.uuid}); // an old one, again
    EXPECT_EQ(node.updates.size(), 2u);
    node.acknowledgeLast();
    node.end("t");
    EXPECT_EQ(node.updates.back().status.state, TaskState::Finished);
    EXPECT_NE(node.updates[1].status.uuid, node.updates[2].status.uuid);
}

TEST(AgentUpdates, SayAtOnceThatTheTaskIsOverWhileAnEarlierOneWaits) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    EXPECT_FALSE(node.updates.back().over);
    node.end("t");
    ASSERT_EQ(node.states(), (States{TaskState::Starting, TaskState::Starting}));
    EXPECT_EQ(node.updates[1].status, node.updates[0].status);
    EXPECT_TRUE(node.updates[1].over);
    node.acknowledgeLast();
    node.acknowledgeLast();
    EXPECT_EQ(node.updates.size(), 4u);
    EXPECT_EQ(node.updates.back().status.state, TaskState::Finished);
    EXPECT_TRUE(node.updates.back().over);
}

TEST(AgentUpdates, AreSentAgainAfterTenSecondsDoublingToTenMinutes) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    Duration wait = seconds(10);
    for (std::size_t sent = 1; sent < 12; ++sent) {
        ASSERT_EQ(node.updates.size(), sent);
        node.pass(wait - seconds(1));
        ASSERT_EQ(node.updates.size(), sent);
        node.pass(seconds(1));
        ASSERT_EQ(node.updates.size(), sent + 1);
        EXPECT_EQ(node.updates.back().status, node.updates.front().status);
        wait = std::min<Duration>(wait * 2, minutes(10));
    }
}

TEST(AgentUpdates, AreSentAtOnceAfterAReconnect) {
    FakeNode node;
    node.connect();
    node.run("t");
    node.start("t");
    node.apply(MasterLost{});
    node.pass(minutes(30));
    EXPECT_EQ(node.updates.size(), 1u);
    node.apply(MasterConnected{});
    EXPECT_EQ(node.updates.size(), 1u) << "not before the master knows the agent";
    ASSERT_EQ(node.registration->tasks.size(), 1u);
    EXPECT_EQ(node.registration->tasks[0].latest.state, TaskState::Running);
    node.command(cluster::Registered{AgentId{"M-S0"}});
    EXPECT_EQ(node.states(), (States{TaskState::Starting, TaskState::Starting}));
    EXPECT_EQ(node.agent->nextDeadline(), Now(node.now + seconds(10)).uptime);
}

TEST(AgentFramework, RemovedIsKilledWithoutAWord) {
    FakeNode node;
    node.connect();
    node.run("running", "cpus:1;mem:64;gpus:1");
    node.run("starting", "cpus:1;mem:64;gpus:1");
    node.run("ended", "cpus:1;mem:64");
    node.start("running");
    node.start("ended");
    node.end("ended");
    const auto told = node.updates.size();
    node.command(cluster::RemoveFramework{{"M-0000"}});
    EXPECT_EQ(node.saved.size(), 2u);
    ASSERT_EQ(node.signals.size(), 1u);
    EXPECT_EQ(node.signals[0].signal, SIGKILL);
    EXPECT_EQ(node.offeredGpus(), Milli::whole(2)) << "they still hold their GPUs";
    EXPECT_EQ(node.agentUpdates.back().info.total.total("cpus"), Milli::whole(6));
    node.start("starting");
    EXPECT_EQ(node.signals.size(), 2u);
    node.end("running", {.signal = SIGKILL});
    node.end("starting", {.signal = SIGKILL});
    node.pass(minutes(1));
    EXPECT_EQ(node.updates.size(), told);
    EXPECT_TRUE(node.saved.empty());
    EXPECT_EQ(node.offeredGpus(), Milli::whole(4));
    EXPECT_EQ(node.agentUpdates.back().info.total.total("cpus"), Milli::whole(8));
}

TEST(AgentFramework, RemovedIsConfirmedEvenIfItHeldNothing) {
    FakeNode node;
    node.connect();
    node.agentUpdates.clear(); // of the registration
    node.command(cluster::RemoveFramework{{"M-0000"}});
    EXPECT_EQ(node.agentUpdates.size(), 1u);
}

TEST(AgentOrphans, AreDestroyed) {
    FakeNode node;
    node.connect();
    node.apply(ContainerStarted{{"muster-stranger"}});
    node.apply(ContainerExited{{"muster-stranger"}, {.code = 0}});
    EXPECT_EQ(node.destroys.size(), 2u);
    node.apply(ContainerDestroyed{{"muster-stranger"}});
    EXPECT_TRUE(node.updates.empty());
}

} // namespace
} // namespace muster::node

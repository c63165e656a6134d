// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/task.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using KillOutcome = Task::KillOutcome;
using Phase = Task::Phase;

const Task::Timing timing{seconds(3), {seconds(10), minutes(10)}};
const Now start{Instant(hours(1))};
const Uptime begin = start.uptime;

TaskCheckpoint checkpoint(const std::string& id = "train") {
    TaskCheckpoint out;
    out.container = {"container-" + id};
    out.framework.id = {"M-0000"};
    out.info.id = {id};
    out.info.resources = *Resources::parse("cpus:1;mem:64");
    return out;
}

Task task(const TaskCheckpoint& saved = checkpoint()) {
    return {saved, timing, start};
}

Task running(const TaskCheckpoint& saved = checkpoint()) {
    auto out = task(saved);
    out.start(4711, "");
    return out;
}

KillOutcome kill(Task& task, std::optional<Duration> grace = {}, Uptime now = begin) {
    return task.kill(KillCause::Asked, {"alice", "too slow"}, grace, now);
}

cluster::TaskStatus ended(TaskState state = TaskState::Finished) {
    return {.state = state};
}

} // namespace

TEST(Task, GoesThroughItsPhasesInTheirOrder) {
    auto train = task();
    EXPECT_EQ(train.phase(), Phase::Launching);
    EXPECT_TRUE(train.start(4711, ""));
    EXPECT_EQ(train.phase(), Phase::Running);
    EXPECT_FALSE(train.start(4711, "")) << "that was known";
    EXPECT_TRUE(train.decideEnd(ended()));
    EXPECT_EQ(train.phase(), Phase::Ending);
    EXPECT_TRUE(train.isLive()) << "it may hold its GPUs still";
    train.finish();
    EXPECT_FALSE(train.isLive());
}

TEST(Task, EndsAsWasDecidedFirst) {
    auto train = running();
    train.decideEnd(ended(TaskState::Failed));
    EXPECT_FALSE(train.decideEnd(ended(TaskState::Finished)));
    EXPECT_EQ(train.decidedEnd()->state, TaskState::Failed);
}

TEST(Task, IsRecoveredInThePhaseThatItsCheckpointSays) {
    auto saved = checkpoint();
    saved.latest.state = TaskState::Running;
    EXPECT_EQ(task(saved).phase(), Phase::Launching) << "until its container is told of";
    saved.end = ended();
    EXPECT_EQ(task(saved).phase(), Phase::Ending);
    saved.latest.state = TaskState::Finished;
    EXPECT_EQ(task(saved).phase(), Phase::Ended);
}

TEST(Task, SavesItsUpdatesWithAllElse) {
    auto train = running();
    train.setGpus({{"GPU-0"}});
    train.updates().add({.state = TaskState::Running});
    const auto saved = train.checkpoint();
    EXPECT_EQ(saved.container, train.container());
    EXPECT_EQ(saved.gpus, train.gpus());
    EXPECT_EQ(saved.latest.state, TaskState::Running);
    ASSERT_EQ(saved.pending.size(), 1u);
    EXPECT_EQ(task(saved).updates().pending(), saved.pending);
}

TEST(Task, GetsSigkillAfterTheGracePeriodOnce) {
    auto train = running();
    EXPECT_EQ(kill(train), KillOutcome::Begun);
    train.terminate(begin);
    EXPECT_EQ(train.nextDeadline(), begin + seconds(3)) << "the agent's, for none is named";
    EXPECT_FALSE(train.takeKill(begin + seconds(2)));
    EXPECT_TRUE(train.takeKill(begin + seconds(3)));
    EXPECT_FALSE(train.takeKill(begin + seconds(4)));
}

TEST(Task, PrefersTheGracePeriodOfTheKillToItsOwn) {
    auto saved = checkpoint();
    saved.info.killGrace = seconds(20);
    auto own = running(saved);
    kill(own);
    own.terminate(begin);
    EXPECT_EQ(own.nextDeadline(), begin + seconds(20));
    auto asked = running(saved);
    kill(asked, seconds(1));
    asked.terminate(begin);
    EXPECT_EQ(asked.nextDeadline(), begin + seconds(1));
}

TEST(Task, IsKilledSoonerButNeverLaterWhenThatIsAskedAgain) {
    auto train = running();
    kill(train, seconds(10));
    train.terminate(begin);
    EXPECT_EQ(kill(train, seconds(60)), KillOutcome::Ignored);
    EXPECT_EQ(train.nextDeadline(), begin + seconds(10));
    kill(train, seconds(2), begin + seconds(1));
    EXPECT_EQ(train.nextDeadline(), begin + seconds(3));
}

TEST(Task, HasAShorterGracePeriodSavedWhileItDoesNotRunYet) {
    auto train = task();
    kill(train, seconds(10));
    EXPECT_EQ(kill(train, seconds(5)), KillOutcome::Hastened);
    EXPECT_EQ(train.killGrace(), seconds(5));
    kill(train, seconds(8));
    EXPECT_EQ(train.killGrace(), seconds(5));
    EXPECT_EQ(kill(train), KillOutcome::Ignored);
}

TEST(Task, IsNotKilledOnceItsEndIsDecidedOrItsFrameworkIsGone) {
    auto ending = running();
    ending.decideEnd(ended());
    EXPECT_EQ(kill(ending), KillOutcome::Ignored);
    auto removed = running();
    removed.remove();
    EXPECT_EQ(kill(removed), KillOutcome::Ignored);
    EXPECT_FALSE(removed.killed());
}

TEST(Task, HasNothingToTellAndNothingDueWhenItsFrameworkIsGone) {
    auto train = running();
    train.updates().add({.state = TaskState::Running});
    train.updates().onSent(begin);
    kill(train);
    train.terminate(begin);
    EXPECT_TRUE(train.remove());
    EXPECT_TRUE(train.updates().pending().empty());
    EXPECT_EQ(train.nextDeadline(), std::nullopt);
    EXPECT_FALSE(train.remove()) << "it was already";
}

TEST(Task, NamesWhoHadItKilledInWhatComesOfThat) {
    auto train = running();
    kill(train);
    EXPECT_EQ(train.describe(ended(TaskState::Killed)).killedBy->author, "alice");
    EXPECT_EQ(train.describe(ended(TaskState::Killing)).killedBy->author, "alice");
    EXPECT_EQ(train.describe(ended(TaskState::Finished)).killedBy, std::nullopt);
    EXPECT_EQ(train.describe(ended(TaskState::Running)).killedBy, std::nullopt);
}

TEST(Task, NamesItsContainerAsLongAsItHasOne) {
    auto train = running();
    const auto status = train.describe({.state = TaskState::Running});
    EXPECT_EQ(status.task.value, "train");
    EXPECT_EQ(status.executor.value, "train") << "a command's executor has the task's id";
    ASSERT_TRUE(status.container);
    EXPECT_EQ(status.container->id, train.container());
    EXPECT_EQ(status.container->pid, 4711);
    train.finish();
    EXPECT_FALSE(train.describe({.state = TaskState::Failed}).container);
}

TEST(Task, IsKilledForItsTimeLimitAlsoInALaterLifeOfTheAgent) {
    auto saved = checkpoint();
    saved.info.maxCompletionTime = minutes(10);
    auto train = running(saved);
    EXPECT_FALSE(train.isOvertime(begin + hours(1))) << "its time does not run yet";
    train.startTimeLimit(start);
    EXPECT_EQ(train.nextDeadline(), begin + minutes(10));
    EXPECT_FALSE(train.isOvertime(begin + minutes(9)));
    EXPECT_TRUE(train.isOvertime(begin + minutes(10)));
    Task later(train.checkpoint(), timing, {start.wall + minutes(4), Uptime(hours(7))});
    later.start(4711, "");
    EXPECT_EQ(later.nextDeadline(), Uptime(hours(7)) + minutes(6));
}

TEST(Task, TellsOfAChecksResultWhenItChanges) {
    auto saved = checkpoint();
    saved.info.check = cluster::Check{.times = {.delay = seconds(1)}, .none = "none"};
    auto train = running(saved);
    train.startChecks(begin);
    EXPECT_TRUE(train.takeDueChecks(begin).empty());
    EXPECT_EQ(train.takeDueChecks(begin + seconds(1)), std::vector{CheckKind::Check});
    EXPECT_TRUE(train.takeDueChecks(begin + hours(1)).empty()) << "it is under way";
    const CheckResult result{train.container(), CheckKind::Check, true, "0"};
    const auto news = train.finishCheck(result, begin + seconds(2));
    ASSERT_TRUE(news);
    EXPECT_EQ(news->status.payload, "0");
    EXPECT_EQ(news->status.reason, Reason::TaskCheckStatusUpdated);
    train.updates().add(news->status);
    EXPECT_FALSE(train.takeDueChecks(begin + hours(1)).empty());
    EXPECT_FALSE(train.finishCheck(result, begin + hours(1))) << "the same again";
}

TEST(Task, IsToBeKilledWhenItsHealthCheckFailsTooOften) {
    auto saved = checkpoint();
    saved.info.healthCheck = cluster::HealthCheck{
        .times = {.delay = seconds(0), .interval = seconds(1)}, .grace = {}, .failures = 2};
    auto train = running(saved);
    train.startChecks(begin);
    const auto fail = [&](Uptime at) {
        train.takeDueChecks(at);
        return train.finishCheck({train.container(), CheckKind::Health, false, {}}, at);
    };
    const auto first = fail(begin + seconds(1));
    ASSERT_TRUE(first);
    EXPECT_EQ(first->status.healthy, false);
    EXPECT_FALSE(first->kill);
    EXPECT_TRUE(fail(begin + seconds(2))->kill);
}

TEST(Task, IsNotCheckedWhileItIsKilled) {
    auto saved = checkpoint();
    saved.info.check = cluster::Check{.times = {.delay = seconds(1)}, .none = "none"};
    auto train = running(saved);
    train.startChecks(begin);
    kill(train);
    EXPECT_TRUE(train.takeDueChecks(begin + hours(1)).empty());
    EXPECT_EQ(train.nextDeadline(), std::nullopt);
}

TEST(Task, WhoseContainerIsGoneUnseenHasNotBegunOrIsLost) {
    EXPECT_EQ(task().endOfGone().state, TaskState::Dropped) << "it never began";
    EXPECT_EQ(running().endOfGone().reason, Reason::ExecutorTerminated);
}

} // namespace muster::node

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/target.h"

#include <gtest/gtest.h>

#include "app/cli/files/remote_folder.h"
#include "app/cli/sessions/detach_keys.h"
#include "app/cli/sessions/exec.h"
#include "core/kernel/base/nearest.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

const Instant kAsked{std::chrono::minutes(100)};
constexpr std::int64_t kMinute = 60'000;

struct Targets : testing::Test {
    muster::v1::Message message;
    muster::v1::Rows& rows = *message.mutable_snapshot()->mutable_rows();

    muster::v1::Task& task(
        const std::string& id, const std::string& name, const std::string& state = "TASK_RUNNING") {
        auto& out = *rows.add_tasks();
        out.set_framework_id("F");
        out.set_id(id);
        out.set_name(name);
        out.set_agent_id("S0");
        out.set_hostname("node-1");
        out.set_state(test::worded(state));
        out.set_created_ms(rows.tasks_size());
        return out;
    }
    muster::v1::Job& job(const std::string& id, const std::string& name, const std::string& state,
        const std::string& task = "") {
        auto& out = *rows.add_jobs();
        out.set_framework_id("F");
        out.set_id(id);
        out.set_name(name);
        out.set_state(test::worded(state));
        out.set_task_id(task);
        out.set_agent_id("S0");
        return out;
    }
    std::string find(const TaskName& name, Wanted wanted = Wanted::Running) const {
        ClusterView view;
        view.apply(message);
        const auto target = findTarget(view, name, wanted, kAsked);
        return target ? target->framework + "/" + target->task + "@" + target->node
                      : target.error().message;
    }
};

TEST_F(Targets, AreFoundByIdOrName) {
    task("job-1.2", "train");
    job("job-1", "train", "running", "job-1.2");
    task("t-9", "serve");
    EXPECT_EQ(find({"job-1"}), "F/job-1.2@node-1");
    EXPECT_EQ(find({"job-1.2"}), "F/job-1.2@node-1");
    EXPECT_EQ(find({"train"}), "F/job-1.2@node-1");
    EXPECT_EQ(find({"serve"}), "F/t-9@node-1");
}

TEST_F(Targets, OfOneNameAreTheOneThatRuns) {
    task("old", "train", "TASK_FAILED").set_ended_ms(5 * kMinute);
    task("a", "train");
    EXPECT_EQ(find({"train"}), "F/a@node-1");
    EXPECT_EQ(find({"train"}, Wanted::RanOrRuns), "F/a@node-1");
    task("b", "train");
    EXPECT_EQ(find({"train"}), "2 tasks are named 'train': choose one, b or a");
}

TEST_F(Targets, OfTheNameOfSeveralJobsAreTheOnlyOneThatHasNotEnded) {
    auto& old = job("job-1", "train", "failed", "job-1.1");
    old.set_submitted_ms(90 * kMinute);
    old.set_ended_ms(91 * kMinute);
    auto& last = job("job-2", "train", "running", "job-2.1");
    last.set_submitted_ms(95 * kMinute);
    task("job-1.1", "train", "TASK_FAILED").set_ended_ms(91 * kMinute);
    task("job-2.1", "train");
    for (const auto wanted : {Wanted::Running, Wanted::RanOrRuns})
        EXPECT_EQ(find({"train"}, wanted), "F/job-2.1@node-1");
    last.set_state(test::worded("failed"));
    last.set_ended_ms(96 * kMinute);
    EXPECT_EQ(find({"train"}, Wanted::RanOrRuns),
        "2 jobs are named 'train': use the id of one, job-2 (failed, submitted 5 min ago) or "
        "job-1 (failed, submitted 10 min ago)");
    job("job-3", "train", "queued").set_submitted_ms(99 * kMinute);
    EXPECT_EQ(find({"train"}, Wanted::RanOrRuns),
        "The job 'job-3' has not started. See 'muster jobs explain job-3'");
    job("job-4", "train", "queued").set_submitted_ms(98 * kMinute);
    EXPECT_TRUE(find({"train"}).starts_with(
        "4 jobs are named 'train': use the id of one, job-3 (queued, submitted 1 min ago) or job-4 "
        "(queued, submitted 2 min ago) or job-2 (failed, "))
        << find({"train"});
    EXPECT_EQ(find({"job-1"}, Wanted::RanOrRuns), "F/job-1.1@node-1");
}

TEST_F(Targets, KnowTheIdsOfJobs) {
    EXPECT_TRUE(isJobId("job-7"));
    for (const auto* other : {"", "job-", "job-7.1", "job-x", "train"})
        EXPECT_FALSE(isJobId(other)) << other;
}

TEST_F(Targets, OfOneIdAreToldApartByTheirFrameworks) {
    task("t", "train");
    task("t", "train").set_framework_id("G");
    EXPECT_EQ(find({"t"}), "2 tasks are named 't': choose one, t --framework=G or t --framework=F");
    EXPECT_EQ(find({"t", "G"}), "G/t@node-1");
    EXPECT_EQ(find({"train", "F"}), "F/t@node-1");
    EXPECT_EQ(find({"t", "H"}),
        "No job or task 't' of framework 'H': see 'muster jobs' and 'muster tasks'");
}

TEST_F(Targets, ThatHaveEndedSayHowAndWhen) {
    auto& gone = task("t", "train", "TASK_FAILED");
    gone.set_ended_ms(95 * kMinute);
    gone.set_message("Command exited with status 7");
    EXPECT_EQ(
        find({"t"}), "The task 't' ended 5 min ago: TASK_FAILED, Command exited with status 7");
    EXPECT_EQ(find({"t"}, Wanted::RanOrRuns), "F/t@node-1");
    auto& job = this->job("job-3", "j", "failed", "job-3.1");
    job.set_ended_ms(99 * kMinute + 30'000);
    job.set_message("Command exited with status 1");
    EXPECT_EQ(
        find({"job-3"}), "The job 'job-3' ended 30 s ago: failed, Command exited with status 1");
    EXPECT_EQ(find({"job-3"}, Wanted::RanOrRuns), "F/job-3.1@S0");
}

TEST_F(Targets, ThatWaitSayWhy) {
    job("job-4", "wide", "queued").set_wait_text("8 GPUs requested, 4 free");
    for (const auto* typed : {"job-4", "wide"}) {
        for (const auto wanted : {Wanted::Running, Wanted::RanOrRuns})
            EXPECT_EQ(find({typed}, wanted),
                "The job 'job-4' has not started: 8 GPUs requested, 4 free. See 'muster jobs "
                "explain job-4'");
    }
    auto& again = job("job-5", "again", "queued", "job-5.1");
    again.set_attempts(1);
    again.set_wait_text("attempt 2 starts soon");
    EXPECT_EQ(find({"again"}),
        "The job 'job-5' is waiting for its next attempt: attempt 2 starts soon. See 'muster jobs "
        "explain job-5'");
    EXPECT_EQ(find({"again"}, Wanted::RanOrRuns), "F/job-5.1@S0");
    task("s", "s", "TASK_STAGING");
    EXPECT_EQ(find({"s"}), "The task 's' is not running: it is TASK_STAGING");
}

TEST_F(Targets, ThatAreUnknownHaveNeighbours) {
    task("job-1.1", "train");
    job("job-1", "train", "running", "job-1.1");
    job("job-7", "other", "running", "job-7.1");
    EXPECT_EQ(find({"trian"}), "No job or task 'trian'. Did you mean 'train'?");
    EXPECT_EQ(find({"job-2"}), "No job or task 'job-2'. Did you mean 'job-1' or 'job-7'?");
    EXPECT_EQ(find({"zzzzzz"}), "No job or task 'zzzzzz': see 'muster jobs' and 'muster tasks'");
}

TEST(DetachKeys, AreFoundAcrossPieces) {
    DetachKeys keys;
    EXPECT_EQ(keys.take("abc").forCommand, "abc");
    EXPECT_EQ(keys.take("a\x10").forCommand, "a");
    EXPECT_EQ(keys.take("b").forCommand,
        "\x10"
        "b");
    EXPECT_EQ(keys.take("\x10\x10").forCommand, "\x10");
    const auto last = keys.take("\x11 never seen");
    EXPECT_TRUE(last.detach);
    EXPECT_EQ(last.forCommand, "");
    EXPECT_FALSE(keys.take("\x11").detach) << "without the first key";
}

TEST(SandboxPath, StaysInsideTheSandbox) {
    EXPECT_EQ(sandboxPath("").value(), "");
    EXPECT_EQ(sandboxPath("./a//b/").value(), "a/b");
    EXPECT_EQ(sandboxPath("/mnt/mesos/sandbox/a").value(), "a");
    EXPECT_EQ(sandboxPath("/mnt/mesos/sandbox").value(), "");
    for (const auto* bad : {"/etc/passwd", "..", "a/../../b", "/mnt/mesos/sandboxes"})
        EXPECT_FALSE(sandboxPath(bad)) << bad;
    EXPECT_FALSE(isPlainName(".."));
    EXPECT_FALSE(isPlainName("a/b"));
    EXPECT_FALSE(isPlainName(std::string(256, 'x')));
    EXPECT_TRUE(isPlainName("..."));
}

TEST(ExecPlan, IsASessionWithTheCommandsOwnWords) {
    mesos::v1::ContainerID parent;
    parent.set_value("c");
    ExecFlags flags{.terminal = true, .env = {"A=b=c"}, .argv = {"ls", "-l", "a b"}};
    const auto call = planExec(flags, parent, "n", 40, 120);
    ASSERT_TRUE(call) << call.error().message;
    const auto& launch = call->launch_nested_container_session();
    EXPECT_EQ(launch.container_id().value(), "n");
    EXPECT_EQ(launch.container_id().parent().value(), "c");
    EXPECT_FALSE(launch.command().shell());
    EXPECT_EQ(launch.command().value(), "ls");
    ASSERT_EQ(launch.command().arguments_size(), 3);
    EXPECT_EQ(launch.command().arguments(2), "a b");
    EXPECT_EQ(launch.command().environment().variables(0).value(), "b=c");
    EXPECT_EQ(launch.container().tty_info().window_size().columns(), 120U);
    flags.detach = true;
    EXPECT_EQ(planExec(flags, parent, "n", 0, 0)->type(),
        mesos::v1::agent::Call::LAUNCH_NESTED_CONTAINER);
}

TEST(ExecPlan, RefusesWhatCannotRun) {
    const auto refusal = [](const ExecFlags& flags) {
        const auto call = planExec(flags, {}, "n", 0, 0);
        return call ? "accepted" : call.error().message;
    };
    EXPECT_TRUE(refusal({}).starts_with("The command must follow '--'"));
    EXPECT_EQ(refusal({.env = {"=b"}, .argv = {"ls"}}), "'--env==b' must be NAME=VALUE");
    EXPECT_TRUE(refusal({.interactive = true, .detach = true, .argv = {"ls"}})
                    .starts_with("--interactive and --detach cannot be combined"));
}

} // namespace
} // namespace muster::cli

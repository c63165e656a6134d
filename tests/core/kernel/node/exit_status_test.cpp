// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/exit_status.h"

#include <cstring>

#include <gtest/gtest.h>

namespace muster::node {
namespace {

struct Row {
    Exit exit;
    std::optional<KillCause> killed;
    TaskState state;
    StatusSource source;
    std::optional<Reason> reason;
    std::string message;
};

TEST(ExitStatus, BecomesTheStateAndTheWordsOfMesos) {
    const auto executor = StatusSource::Executor;
    const std::vector<Row> table{
        {{.code = 0}, {}, TaskState::Finished, executor, {}, "Command exited with status 0"},
        {{.code = 7}, {}, TaskState::Failed, executor, {}, "Command exited with status 7"},
        {{.code = 255}, {}, TaskState::Failed, executor, {}, "Command exited with status 255"},
        {{.signal = 9}, {}, TaskState::Failed, executor, {},
            "Command terminated with signal Killed"},
        {{.signal = 11}, {}, TaskState::Failed, executor, {},
            "Command terminated with signal Segmentation fault"},
        {{.signal = 15}, KillCause::Asked, TaskState::Killed, executor, {},
            "Command terminated with signal Terminated"},
        {{.signal = 9}, KillCause::Asked, TaskState::Killed, executor, {},
            "Command terminated with signal Killed"},
        {{.code = 0}, KillCause::Asked, TaskState::Killed, executor, {},
            "Command exited with status 0"},
        {{.signal = 9, .outOfMemory = true}, {}, TaskState::Failed, StatusSource::Agent,
            Reason::ContainerLimitationMemory, "Memory limit exceeded: Requested: 64MB"},
        {{.code = 137, .outOfMemory = true}, {}, TaskState::Failed, StatusSource::Agent,
            Reason::ContainerLimitationMemory, "Memory limit exceeded: Requested: 64MB"},
        {{.outOfMemory = true}, {}, TaskState::Failed, StatusSource::Agent,
            Reason::ContainerLimitationMemory, "Memory limit exceeded: Requested: 64MB"},
        {{.code = 0, .outOfMemory = true}, {}, TaskState::Finished, executor, {},
            "Command exited with status 0"},
        {{.signal = 9, .outOfMemory = true}, KillCause::Asked, TaskState::Killed, executor, {},
            "Command terminated with signal Killed"},
        {{.signal = 15}, KillCause::Overtime, TaskState::Failed, executor,
            Reason::MaxCompletionTimeReached, "Command terminated with signal Terminated"},
        {{}, {}, TaskState::Failed, StatusSource::Agent, Reason::ExecutorTerminated,
            "Executor terminated"},
    };
    for (const auto& row : table) {
        const auto end = endOf(row.exit, row.killed, Milli::whole(64));
        EXPECT_EQ(end.state, row.state) << row.message;
        EXPECT_EQ(end.source, row.source) << row.message;
        EXPECT_EQ(end.reason, row.reason) << row.message;
        EXPECT_EQ(end.message, row.message);
        EXPECT_EQ(end.exitCode, row.exit.code);
        EXPECT_EQ(end.signal, row.exit.signal);
    }
}

TEST(ExitStatus, OfAnUnhealthyTaskSaysSo) {
    const auto end = endOf({.signal = 15}, KillCause::Unhealthy, {});
    EXPECT_EQ(end.state, TaskState::Killed);
    EXPECT_EQ(end.healthy, false);
    EXPECT_EQ(endOf({.signal = 15}, KillCause::Asked, {}).healthy, std::nullopt);
}

TEST(ExitStatus, SaysHowMuchMemoryThereWas) {
    const auto end = endOf(
        {.signal = 9, .outOfMemory = true, .memoryPeak = Bytes::mebi(65)}, {}, Milli::whole(64));
    const cluster::MemoryExceeded expected{Bytes::mebi(64), Bytes::mebi(65)};
    EXPECT_EQ(end.memoryExceeded, expected);
    EXPECT_EQ(
        endOf({.code = 1, .memoryPeak = Bytes::mebi(65)}, {}, Milli::whole(64)).memoryExceeded,
        std::nullopt);
}

TEST(ExitStatus, NamesEverySignalAsTheCLibraryDoes) {
    for (int signal = -1; signal <= 70; ++signal) {
        EXPECT_EQ(signalWord(signal), std::string(strsignal(signal))) << signal;
    }
}

TEST(ExitStatus, TellsAFailedLaunchFromAKilledOne) {
    EXPECT_EQ(
        endOfLaunch("no such image", false).message, "Failed to launch container: no such image");
    EXPECT_EQ(endOfLaunch("no such image", false).reason, Reason::ContainerLaunchFailed);
    EXPECT_EQ(endOfLaunch("no such image", false, LaunchFault::Task, LaunchStep::Image).launchStep,
        LaunchStep::Image);
    EXPECT_EQ(endOfLaunch("no such image", true).launchStep, std::nullopt);
    EXPECT_EQ(endOfLaunch("no such image", true).state, TaskState::Killed);
    EXPECT_EQ(endOfLaunch("no such image", true).reason, Reason::TaskKilledDuringLaunch);
}

} // namespace
} // namespace muster::node

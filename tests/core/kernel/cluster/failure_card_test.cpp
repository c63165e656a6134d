// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/failure_card.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

TaskStatus failed(std::string message = {}) {
    return {.state = TaskState::Failed, .message = std::move(message)};
}

std::string print(const TaskStatus& status) {
    std::string text;
    for (const auto& line : failureCard(status)) {
        text += std::string(line.label) + ": " + std::string(line.words) + line.text + "\n";
    }
    return text;
}

TEST(FailureCard, IsOfTasksThatDidNotEndWell) {
    for (const auto state : {TaskState::Staging, TaskState::Running, TaskState::Killing,
             TaskState::Unreachable, TaskState::Finished}) {
        EXPECT_TRUE(failureCard({.state = state, .message = "old"}).empty()) << wireName(state);
    }
    for (const auto state : {TaskState::Failed, TaskState::Killed, TaskState::Lost,
             TaskState::Error, TaskState::Dropped, TaskState::Gone, TaskState::GoneByOperator}) {
        EXPECT_FALSE(failureCard({.state = state}).empty()) << wireName(state);
    }
}

TEST(FailureCard, SaysTheExitStatusOnceAndWhereToLook) {
    auto status = failed("Command exited with status 7");
    status.exitCode = 7;
    EXPECT_EQ(print(status),
        "Cause: The command ended with an error\n"
        "Exit status: 7\n"
        "Hint: Read the end of its stderr\n");
    status.exitCode = 127;
    EXPECT_TRUE(print(status).starts_with("Cause: The shell did not find a command\n"));
    status.exitCode = 126;
    EXPECT_TRUE(print(status).starts_with("Cause: A program could not be executed\n"));
}

TEST(FailureCard, NamesTheSignalAlsoWhereAShellStandsBetween) {
    auto status = failed("Command terminated with signal Segmentation fault");
    status.signal = 11;
    EXPECT_NE(
        print(status).find("Cause: The program crashed\nSignal: SIGSEGV (11)\n"), std::string::npos)
        << print(status);
    status = failed("Command exited with status 137");
    status.exitCode = 137;
    EXPECT_TRUE(print(status).starts_with(
        "Cause: The program was ended by a signal that Muster did not send\n"
        "Exit status: 137\n"
        "Signal: SIGKILL (9)\n"
        "Hint: "))
        << print(status);
}

TEST(FailureCard, HasThePeakOfMemoryBesideItsLimit) {
    auto status = failed("Memory limit exceeded: Requested: 48MB");
    status.reason = Reason::ContainerLimitationMemory;
    status.exitCode = 137;
    status.memoryExceeded = MemoryExceeded{Bytes::mebi(48), Bytes{(48ULL << 20) + (614ULL << 10)}};
    EXPECT_TRUE(print(status).starts_with("Cause: The task used more memory than it requested\n"
                                          "Exit status: 137\n"
                                          "Signal: SIGKILL (9)\n"
                                          "Memory limit: 48 MiB\n"
                                          "Memory peak: 48.6 MiB\n"
                                          "Hint: Request more memory (--mem)"))
        << print(status);
}

TEST(FailureCard, TellsAnImageFromAFetchFromALaunch) {
    const auto cause = [](const char* message, std::optional<LaunchStep> step) {
        auto status = failed(std::string("Failed to launch container: ") + message);
        status.reason = Reason::ContainerLaunchFailed;
        status.launchStep = step;
        return print(status);
    };
    EXPECT_TRUE(cause("The image alpin does not exist at docker.io", LaunchStep::Image)
                    .starts_with("Cause: The image could not be pulled or used\n"
                                 "Message: The image alpin does not exist at docker.io\nHint: "));
    EXPECT_TRUE(cause("Failed to fetch http://10.0.0.1/data: 404", LaunchStep::Fetch)
                    .starts_with("Cause: A file that the task needs could not be fetched\n"
                                 "Message: Failed to fetch http://10.0.0.1/data: 404\nHint: "));
    const auto* ofLaunch = "Failed to start the container of image a: runc exited with status 1";
    for (const auto step : {std::optional(LaunchStep::Container), std::optional<LaunchStep>()}) {
        EXPECT_TRUE(
            cause(ofLaunch, step).starts_with("Cause: The container could not be launched\n"))
            << "whatever the message has in it";
    }
}

TEST(FailureCard, SaysWhoKilledATask) {
    TaskStatus status{.state = TaskState::Killed,
        .message = "Command terminated with signal Terminated",
        .signal = 15,
        .killedBy = KilledBy{"alice", "wrong data"}};
    EXPECT_TRUE(print(status).starts_with(
        "Cause: The task was killed on request\nKilled by: alice: wrong data\n"))
        << print(status);
    status = failed("Command terminated with signal Killed");
    status.reason = Reason::MaxCompletionTimeReached;
    status.signal = 9;
    status.killedBy = KilledBy{"muster", "time limit of 1mins reached"};
    EXPECT_TRUE(print(status).starts_with("Cause: The task exceeded its time limit\n"
                                          "Killed by: muster: time limit of 1mins reached\n"))
        << print(status);
}

TEST(FailureCard, TakesTheWordsOfAReasonThatSaysItAll) {
    TaskStatus status{.state = TaskState::Lost, .message = "Agent n1 is unreachable"};
    status.reason = Reason::AgentRemoved;
    EXPECT_EQ(print(status),
        "Cause: The agent did not come back in time\nMessage: Agent n1 is unreachable\n"
        "Hint: Check the agent\n");
    status.reason.reset();
    EXPECT_TRUE(print(status).starts_with("Cause: The task was lost\n"));
}

TEST(FailureCard, HasItsWordsTranslated) {
    auto words = failureWords();
    for (const auto& line : failureCard(failed())) {
        EXPECT_NE(std::find(words.begin(), words.end(), line.label), words.end()) << line.label;
    }
    std::sort(words.begin(), words.end());
    EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
}

} // namespace
} // namespace muster::cluster

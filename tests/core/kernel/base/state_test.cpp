// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/state.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "core/kernel/base/refusal.h"

namespace muster {
namespace {

// The values from `first` to `last`; a Reason has gaps, which have the wording of nothing known.
template <typename Enum>
std::vector<Enum> values(Enum first, Enum last) {
    std::vector<Enum> out;
    for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
        if (wireName(static_cast<Enum>(i)) != "unknown") {
            out.push_back(static_cast<Enum>(i));
        }
    }
    return out;
}

template <typename Enum>
void expectWorded(Enum first, Enum last, std::size_t count, std::string_view prefix = "") {
    const auto all = values(first, last);
    EXPECT_EQ(all.size(), count) << prefix
                                 << ": a value was added: give it a row and count it here";
    EXPECT_EQ(wireName(static_cast<Enum>(static_cast<int>(last) + 1)), "unknown")
        << wireName(last) << " is no longer the last";
    std::set<std::string_view> wires;
    for (const auto value : all) {
        const auto& row = wording(value);
        EXPECT_TRUE(wires.insert(row.wire).second) << row.wire << " stands twice";
        EXPECT_TRUE(row.wire.starts_with(prefix)) << row.wire;
        EXPECT_FALSE(row.wire.empty());
        EXPECT_FALSE(row.sentence.empty()) << row.wire;
        EXPECT_FALSE(row.sentence.ends_with('.')) << row.wire;
        EXPECT_FALSE(row.remedy.ends_with('.')) << row.wire;
    }
}

TEST(Wording, IsThereForEveryValue) {
    expectWorded(TaskState::Starting, TaskState::Unknown, 14, "TASK_");
    expectWorded(StatusSource::Master, StatusSource::Executor, 3, "SOURCE_");
    expectWorded(Reason::ExecutorTerminated, Reason::AgentDraining, 27, "REASON_");
    expectWorded(GpuState::Free, GpuState::NoData, 9);
    expectWorded(NodeProblem::CannotLaunch, NodeProblem::GpuClaimedTwice, 4);
    expectWorded(AgentState::Active, AgentState::Unreachable, 3);
    expectWorded(JobState::Queued, JobState::Killed, 5);
    expectWorded(WaitReason::None, WaitReason::Quota, 11);
    expectWorded(RefusalReason::Declined, RefusalReason::NoGpuCapability, 4);
}

TEST(Wording, OfANumberFromANewerVersionSaysSo) {
    EXPECT_EQ(wireName(static_cast<TaskState>(99)), "unknown");
    EXPECT_FALSE(wording(static_cast<GpuState>(99)).sentence.empty());
}

TEST(TaskStates, HaveTheNumbersOfMesos) {
    EXPECT_EQ(static_cast<int>(TaskState::Staging), 6);
    EXPECT_EQ(static_cast<int>(TaskState::Starting), 0);
    EXPECT_EQ(static_cast<int>(TaskState::Running), 1);
    EXPECT_EQ(static_cast<int>(TaskState::Error), 7);
    EXPECT_EQ(static_cast<int>(TaskState::GoneByOperator), 12);
    EXPECT_EQ(wireName(TaskState::GoneByOperator), "TASK_GONE_BY_OPERATOR");
    EXPECT_EQ(wireName(Reason::TaskInvalid), "REASON_TASK_INVALID");
}

TEST(TaskStates, ThatAreTerminalAreTheseEight) {
    std::vector<std::string_view> terminal;
    for (const auto state : values(TaskState::Starting, TaskState::Unknown)) {
        if (isTerminal(state)) {
            terminal.push_back(wireName(state));
        }
    }
    EXPECT_EQ(terminal,
        (std::vector<std::string_view>{"TASK_FINISHED", "TASK_FAILED", "TASK_KILLED", "TASK_LOST",
            "TASK_ERROR", "TASK_DROPPED", "TASK_GONE", "TASK_GONE_BY_OPERATOR"}));
}

TEST(JobStates, ThatAreTerminalAreTheLastThree) {
    EXPECT_FALSE(isTerminal(JobState::Queued));
    EXPECT_FALSE(isTerminal(JobState::Running));
    EXPECT_TRUE(isTerminal(JobState::Finished));
    EXPECT_TRUE(isTerminal(JobState::Failed));
    EXPECT_TRUE(isTerminal(JobState::Killed));
}

} // namespace
} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/operator_command.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace muster {
namespace {

using Reason = OperatorCommandInfo::Reason;

constexpr ObjectState kStates[] = {ObjectState::Ready, ObjectState::Draining, ObjectState::Drained,
    ObjectState::Deactivated, ObjectState::Gone, ObjectState::Restricted, ObjectState::Held,
    ObjectState::Paused, ObjectState::Starting, ObjectState::Running, ObjectState::Ended};

TEST(OperatorCommands, StandInTheirOwnRows) {
    std::size_t position = 0;
    for (const auto& row : operatorCommands()) {
        EXPECT_EQ(static_cast<std::size_t>(row.command), position++) << row.name;
        EXPECT_EQ(&info(row.command), &row) << row.name;
        EXPECT_FALSE(row.name.empty());
        EXPECT_FALSE(row.right.empty()) << row.name;
    }
    EXPECT_EQ(position, static_cast<std::size_t>(CommandKind::ResetServiceDelay) + 1);
}

TEST(OperatorCommands, HaveAllWordsOfAPlaceOrNone) {
    for (const auto& row : operatorCommands()) {
        EXPECT_EQ(row.reason == Reason::Required, !row.subject.empty()) << row.name;
        EXPECT_EQ(row.line.empty(), row.summary.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.entry.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.tip.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.choose.empty()) << row.name;
    }
}

TEST(OperatorCommands, AreUndoneByOnesThatFitWhatTheyLeave) {
    EXPECT_EQ(info(CommandKind::HoldJob).undo, CommandKind::ReleaseJob);
    EXPECT_EQ(refusal(CommandKind::ReleaseJob, ObjectState::Held), "");
    EXPECT_EQ(info(CommandKind::RestrictGpu).undo, CommandKind::ReleaseGpu);
    EXPECT_EQ(refusal(CommandKind::ReleaseGpu, ObjectState::Restricted), "");
    EXPECT_EQ(info(CommandKind::DrainNode).undo, CommandKind::ResumeNode);
    EXPECT_EQ(refusal(CommandKind::ResumeNode, ObjectState::Drained), "");
    EXPECT_EQ(info(CommandKind::KillJob).undo, std::nullopt);
}

TEST(OperatorCommands, AreRefusedInWordsThatTranslatorsHave) {
    const auto words = refusalWords();
    for (const auto& row : operatorCommands()) {
        for (const auto state : kStates) {
            const auto refused = refusal(row.command, state);
            EXPECT_TRUE(refused.empty() || std::ranges::count(words, refused) == 1) << refused;
            EXPECT_TRUE(refused.empty() || refused.starts_with("%1 ")) << refused;
        }
    }
}

TEST(CheckReason, WantsOneWhereOthersAskForIt) {
    EXPECT_EQ(checkReason(CommandKind::DrainNode, "").error().message,
        "A drain needs a reason, which is shown to others");
    EXPECT_EQ(checkReason(CommandKind::HoldJob, "", "--reason").error().message,
        "A hold needs a --reason, which is shown to others");
    EXPECT_TRUE(checkReason(CommandKind::DrainNode, "fan rattles"));
    EXPECT_TRUE(checkReason(CommandKind::KillJob, ""));
}

TEST(CheckReason, RefusesOneThatIsTooLongForTables) {
    EXPECT_TRUE(checkReason(CommandKind::KillJob, std::string(kLongestReason, 'x')));
    for (const auto* unsafe : {"\x1b[31m", "a\nb", "turned \u202e around"}) {
        EXPECT_EQ(checkReason(CommandKind::KillJob, unsafe).error().message,
            "The reason must be one line without control characters");
    }
    EXPECT_EQ(
        checkReason(CommandKind::KillJob, std::string(kLongestReason + 1, 'x')).error().message,
        "The reason has 1001 bytes, the maximum is 1000");
}

TEST(UnknownObject, SaysHowToFindOne) {
    using Object = OperatorCommandInfo::Object;
    const auto error = unknownObject(Object::Node, "node-9").value();
    EXPECT_EQ(error.message, "No node 'node-9': see 'muster nodes'");
    EXPECT_EQ(error.kind, Error::Kind::NotFound);
    EXPECT_EQ(unknownObject(Object::Offer, "O9").value().message,
        "No offer 'O9' is outstanding: see 'muster offers'");
    EXPECT_EQ(
        unknownObject(Object::Framework, "F").value().message, "No framework 'F' is subscribed");
}

TEST(CheckState, SaysWhyAndByWhom) {
    const auto refused = checkState(
        CommandKind::DrainNode, ObjectState::Drained, "node-7", "by alice: fan rattles");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "node-7 is already drained, by alice: fan rattles");
    EXPECT_EQ(refused.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(checkState(CommandKind::HoldJob, ObjectState::Running, "job-1").error().message,
        "job-1 is already running: only pending jobs can be held");
    for (const auto command : {CommandKind::HoldJob, CommandKind::ReleaseJob, CommandKind::KillJob})
        EXPECT_EQ(checkState(command, ObjectState::Ended, "job-1", "killed").error().message,
            "job-1 has ended: killed");
    EXPECT_TRUE(checkState(CommandKind::DrainNode, ObjectState::Ready, "node-7"));
}

TEST(CheckState, LetsANodeBeDrainedOnceAndThenResumed) {
    const auto refused = [](CommandKind command, ObjectState state) {
        const auto status = checkState(command, state, "node-7");
        return status ? "" : status.error().message;
    };
    using enum CommandKind;
    EXPECT_EQ(refused(DrainNode, ObjectState::Deactivated), "") << "its tasks are still there";
    EXPECT_EQ(refused(ResumeNode, ObjectState::Deactivated), "");
    EXPECT_EQ(refused(ResumeNode, ObjectState::Ready), "node-7 is not drained");
    EXPECT_EQ(refused(ResumeNode, ObjectState::Draining),
        "node-7 is still draining: it can be resumed when its tasks have ended");
    EXPECT_EQ(refused(MarkNodeGone, ObjectState::Draining), "");
    for (const auto command : {DrainNode, ResumeNode, MarkNodeGone, DeactivateNode}) {
        EXPECT_EQ(refused(command, ObjectState::Gone), "node-7 was marked gone");
    }
}

TEST(CheckState, LetsAGpuBeRestrictedOnceAndThenReleased) {
    const auto check = [](CommandKind command, ObjectState state) {
        return checkState(command, state, "GPU GPU-a");
    };
    EXPECT_TRUE(check(CommandKind::RestrictGpu, ObjectState::Ready));
    EXPECT_EQ(check(CommandKind::RestrictGpu, ObjectState::Restricted).error().message,
        "GPU GPU-a is already restricted");
    EXPECT_TRUE(check(CommandKind::ReleaseGpu, ObjectState::Restricted));
    EXPECT_EQ(check(CommandKind::ReleaseGpu, ObjectState::Ready).error().message,
        "GPU GPU-a is not restricted");
}

} // namespace
} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/operator_command.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace muster {
namespace {

using Reason = OperatorCommandInfo::Reason;

constexpr ObjectState kStates[]
    = {ObjectState::Ready, ObjectState::Draining, ObjectState::Drained, ObjectState::Restricted,
        ObjectState::Held, ObjectState::Starting, ObjectState::Running, ObjectState::Ended};

TEST(OperatorCommands, StandInTheirOwnRows) {
    std::size_t position = 0;
    for (const auto& row : operatorCommands()) {
        EXPECT_EQ(static_cast<std::size_t>(row.command), position++) << row.name;
        EXPECT_EQ(&info(row.command), &row) << row.name;
        EXPECT_FALSE(row.name.empty());
        EXPECT_FALSE(row.right.empty()) << row.name;
    }
    EXPECT_EQ(position, static_cast<std::size_t>(OperatorCommand::UpdateWeight) + 1);
}

TEST(OperatorCommands, HaveAllWordsOfAPlaceOrNone) {
    for (const auto& row : operatorCommands()) {
        EXPECT_EQ(row.reason == Reason::Required, !row.subject.empty()) << row.name;
        EXPECT_EQ(row.subject.empty(), row.purpose.empty()) << row.name;
        EXPECT_EQ(row.line.empty(), row.summary.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.entry.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.tip.empty()) << row.name;
        EXPECT_EQ(row.verb.empty(), row.choose.empty()) << row.name;
    }
}

TEST(OperatorCommands, AreUndoneByOnesThatFitWhatTheyLeave) {
    EXPECT_EQ(info(OperatorCommand::HoldJob).undo, OperatorCommand::ReleaseJob);
    EXPECT_EQ(refusal(OperatorCommand::ReleaseJob, ObjectState::Held), "");
    EXPECT_EQ(info(OperatorCommand::RestrictGpu).undo, OperatorCommand::ReleaseGpu);
    EXPECT_EQ(refusal(OperatorCommand::ReleaseGpu, ObjectState::Restricted), "");
    EXPECT_EQ(info(OperatorCommand::DrainNode).undo, OperatorCommand::ResumeNode);
    EXPECT_EQ(refusal(OperatorCommand::ResumeNode, ObjectState::Drained), "");
    EXPECT_EQ(info(OperatorCommand::KillJob).undo, std::nullopt);
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
    EXPECT_EQ(checkReason(OperatorCommand::DrainNode, "").error().message,
        "A drain needs a reason: others want to know why the machine is gone");
    EXPECT_EQ(checkReason(OperatorCommand::HoldJob, "", "--reason").error().message,
        "A hold needs a --reason: others want to know why the job waits");
    EXPECT_TRUE(checkReason(OperatorCommand::DrainNode, "fan rattles"));
    EXPECT_TRUE(checkReason(OperatorCommand::KillJob, ""));
}

TEST(CheckReason, RefusesOneThatIsTooLongForTables) {
    EXPECT_TRUE(checkReason(OperatorCommand::KillJob, std::string(kLongestReason, 'x')));
    EXPECT_EQ(
        checkReason(OperatorCommand::KillJob, std::string(kLongestReason + 1, 'x')).error().message,
        "The reason is 1001 bytes long: 1000 are enough for it");
}

TEST(UnknownObject, SaysHowToFindOne) {
    using Object = OperatorCommandInfo::Object;
    const auto error = unknownObject(Object::Node, "node-9").value();
    EXPECT_EQ(error.message, "No machine 'node-9': 'muster nodes' lists them");
    EXPECT_EQ(error.kind, Error::Kind::NotFound);
    EXPECT_EQ(unknownObject(Object::Offer, "O9").value().message,
        "No offer 'O9' is outstanding: 'muster offers' lists those that are");
    EXPECT_EQ(
        unknownObject(Object::Framework, "F").value().message, "No framework 'F' is subscribed");
}

TEST(CheckState, SaysWhyAndByWhom) {
    const auto refused = checkState(
        OperatorCommand::DrainNode, ObjectState::Drained, "node-7", "by alice: fan rattles");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "node-7 is drained already, by alice: fan rattles");
    EXPECT_EQ(refused.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(checkState(OperatorCommand::HoldJob, ObjectState::Running, "job-1").error().message,
        "job-1 runs already: only a job that waits can be held");
    EXPECT_TRUE(checkState(OperatorCommand::DrainNode, ObjectState::Ready, "node-7"));
}

} // namespace
} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/admission.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

// A master with a disk and a journal, both of which can be bad.
struct Door {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    std::uintmax_t free = DiskRoom::kEnough;
    DiskRoom room{folder.path(), [] {}, [this](const std::filesystem::path&) { return free; }};
    JournalAge age{journal.mark(), *history::Incarnations::recover(journal)};
    Admission admission{room, age};

    Door() { age.begin("M1"); }
    void fillDisk() {
        free = 0;
        room.look();
    }
    void failWrite() {
        free = 0;
        room.onWriteFailed({"full", Error::Kind::Internal, Error::Cause::DiskFull});
    }
    void proveOlder() {
        auto seen = age.mark();
        seen.sequence += 7;
        ASSERT_TRUE(age.onSeen(seen));
    }
};

TEST(Admission, TakesOnAllWhileAllIsWell) {
    const Door door;
    EXPECT_EQ(door.admission.whyNotBegin(), nullptr);
    EXPECT_EQ(door.admission.whyNotEnd(), nullptr);
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorDrain>(), nullptr);
    EXPECT_EQ(door.admission.whyNot(cluster::Subscribe{}), nullptr);
}

TEST(Admission, TakesOnOnlyWhatEndsSomethingWithoutRoomOnTheDisk) {
    Door door;
    door.fillDisk();
    EXPECT_EQ(door.admission.whyNotBegin(), door.room.problem());
    EXPECT_EQ(door.admission.whyNotEnd(), nullptr);
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorRestrict>(), door.room.problem());
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorKill>(), nullptr);
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorTeardown>(), nullptr);
    EXPECT_EQ(door.admission.whyNot(cluster::Accept{}), door.room.problem());
    EXPECT_EQ(door.admission.whyNot(cluster::Revive{}), door.room.problem());
    EXPECT_EQ(door.admission.whyNot(cluster::Kill{}), nullptr);
    EXPECT_EQ(door.admission.whyNot(cluster::Decline{}), nullptr);
}

TEST(Admission, TakesOnNothingWhileAWriteWaitsForRoom) {
    Door door;
    door.failWrite();
    EXPECT_EQ(door.admission.whyNotBegin(), door.room.problem());
    EXPECT_EQ(door.admission.whyNotEnd(), door.room.problem());
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorRelease>(), door.room.problem());
    EXPECT_EQ(door.admission.whyNot(cluster::Acknowledge{}), door.room.problem());
    door.room.onWritten();
    EXPECT_EQ(door.admission.whyNotEnd(), nullptr) << "the disk is full, and all is written";
    EXPECT_NE(door.admission.whyNotBegin(), nullptr);
}

TEST(Admission, TakesOnNothingOnAnOlderCopyOfTheJournal) {
    Door door;
    door.proveOlder();
    const auto* why = door.age.olderCopy();
    ASSERT_NE(why, nullptr);
    EXPECT_EQ(door.admission.whyNotBegin(), why);
    EXPECT_EQ(door.admission.whyNotEnd(), why);
    EXPECT_EQ(door.admission.whyNot<cluster::OperatorKill>(), why);
    EXPECT_EQ(door.admission.whyNot(cluster::Acknowledge{}), why);
    EXPECT_EQ(door.admission.diskProblem(), nullptr);
}

TEST(Admission, TellsWhichCallsOfAFrameworkAreAwaited) {
    EXPECT_TRUE(Admission::isAwaited(cluster::Subscribe{}));
    EXPECT_TRUE(Admission::isAwaited(cluster::Accept{}));
    EXPECT_TRUE(Admission::isAwaited(cluster::Kill{}));
    EXPECT_TRUE(Admission::isAwaited(cluster::UpdateFramework{}));
    EXPECT_FALSE(Admission::isAwaited(cluster::Decline{}));
    EXPECT_FALSE(Admission::isAwaited(cluster::Acknowledge{})) << "the update is sent again";
    EXPECT_FALSE(Admission::isAwaited(cluster::Reconcile{})) << "it is asked again";
}

TEST(Admission, NamesTheOlderCopyBeforeTheDisk) {
    Door door;
    door.failWrite();
    door.proveOlder();
    EXPECT_EQ(door.admission.whyNotBegin(), door.age.olderCopy());
    EXPECT_EQ(door.admission.whyNotEnd(), door.age.olderCopy());
    EXPECT_EQ(door.admission.diskProblem(), door.room.problem()) << "each is shown";
}

} // namespace
} // namespace muster::agentd

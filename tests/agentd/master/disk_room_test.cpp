// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/disk_room.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

constexpr std::uintmax_t kMebi = std::uintmax_t{1} << 20;

// A disk of which the test says how much is free.
struct Disk {
    std::optional<std::uintmax_t> free = 100 * kMebi;
    unsigned told = 0;
    DiskRoom room{"/var/lib/muster", [this] { ++told; },
        [this](const std::filesystem::path&) { return free; }};

    bool hasRoom(std::optional<std::uintmax_t> now) {
        free = now;
        room.look();
        return room.problem() == nullptr;
    }
};

const Error kFull{"database or disk is full", Error::Kind::Internal, Error::Cause::DiskFull};

TEST(DiskRoom, IsGoneBelowTheLeastUntilThereIsEnough) {
    Disk disk;
    EXPECT_TRUE(disk.hasRoom(DiskRoom::kLeast));
    EXPECT_EQ(disk.told, 0u);
    EXPECT_FALSE(disk.hasRoom(DiskRoom::kLeast - 1));
    EXPECT_FALSE(disk.hasRoom(DiskRoom::kEnough - 1));
    EXPECT_EQ(disk.told, 1u);
    EXPECT_TRUE(disk.hasRoom(DiskRoom::kEnough));
    EXPECT_TRUE(disk.hasRoom(DiskRoom::kLeast));
    EXPECT_EQ(disk.told, 2u);
}

TEST(DiskRoom, SaysWhatIsFreeAndWhatIsNeeded) {
    Disk disk;
    ASSERT_FALSE(disk.hasRoom(7 * kMebi));
    EXPECT_EQ(disk.room.problem()->message,
        "The master's disk is nearly full: 7 MiB of /var/lib/muster free, 16 MiB needed. Free some "
        "space there; running tasks continue");
    EXPECT_EQ(disk.room.problem()->kind, Error::Kind::Unavailable);
    Disk other;
    ASSERT_FALSE(other.hasRoom(kMebi - 1));
    EXPECT_EQ(other.room.problem()->message,
        "The master's disk is full: 0 MiB of /var/lib/muster free, 16 MiB needed. Free some space "
        "there; running tasks continue");
}

TEST(DiskRoom, StaysAsItIsWhereTheFileSystemDoesNotSay) {
    Disk disk;
    EXPECT_TRUE(disk.hasRoom(std::nullopt));
    EXPECT_FALSE(disk.hasRoom(0));
    EXPECT_FALSE(disk.hasRoom(std::nullopt));
    EXPECT_EQ(disk.told, 1u);
}

TEST(DiskRoom, IsGoneFromAWriteThatFailedUntilItIsWritten) {
    Disk disk;
    disk.room.onWriteFailed(kFull);
    disk.room.onWriteFailed(kFull);
    EXPECT_TRUE(disk.room.hasFailedWrite());
    EXPECT_FALSE(disk.hasRoom(100 * kMebi)) << "whatever the file system says";
    EXPECT_EQ(disk.told, 1u);
    disk.room.onWritten();
    EXPECT_FALSE(disk.room.hasFailedWrite());
    EXPECT_EQ(disk.room.problem(), nullptr);
    EXPECT_EQ(disk.told, 2u);
}

TEST(DiskRoom, IsStillGoneWhenWhatFailedHasTakenTheLast) {
    Disk disk;
    disk.free = std::nullopt;
    disk.room.onWriteFailed(kFull);
    EXPECT_NE(disk.room.problem()->message.find(" 0 MiB of "), std::string::npos);
    disk.free = DiskRoom::kEnough - 1;
    disk.room.onWritten();
    EXPECT_FALSE(disk.room.hasFailedWrite());
    EXPECT_NE(disk.room.problem(), nullptr);
    EXPECT_TRUE(disk.hasRoom(DiskRoom::kEnough));
}

TEST(DiskRoom, DoesNotLookForAWriteThatDidNotFail) {
    Disk disk;
    disk.free = 0;
    disk.room.onWritten();
    EXPECT_EQ(disk.room.problem(), nullptr);
}

TEST(DiskRoom, IsMeasuredOnTheDiskOfAFolder) {
    const test::TemporaryFolder folder;
    EXPECT_TRUE(freeBytes(folder.path()));
    EXPECT_EQ(freeBytes(folder.path() / "none"), std::nullopt);
}

} // namespace
} // namespace muster::agentd

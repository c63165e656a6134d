// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/agent/disk_watch.h"

namespace muster::agentd {
namespace {

struct Disk {
    boost::asio::io_context io;
    std::optional<Bytes> free = Bytes::mebi(1000);
    bool settles = true;
    int roomMade = 0;
    std::vector<std::string> told;
    DiskWatch watch{io, "/w", std::chrono::seconds(5),
        {.free = [this] { return free; },
            .settle = [this] { return settles; },
            .makeRoom = [this] { ++roomMade; },
            .tell = [this](const std::string& problem) { told.push_back(problem); }}};

    void is(std::uint64_t mebibytes) {
        free = Bytes::mebi(mebibytes);
        watch.look();
    }
};

TEST(DiskWatch, TellsOnceThatTheDiskIsFullAndOnceThatItIsNot) {
    Disk disk;
    disk.is(17);
    EXPECT_TRUE(disk.told.empty());
    disk.is(15);
    disk.is(0);
    disk.is(31);
    EXPECT_EQ(
        disk.told, std::vector<std::string>{"The disk of /w is full: 15 MiB free, 32 MiB needed"});
    EXPECT_EQ(disk.roomMade, 3) << "with each look";
    disk.is(32);
    ASSERT_EQ(disk.told.size(), 2u);
    EXPECT_EQ(disk.told[1], "");
}

TEST(DiskWatch, StaysAsItIsWhereTheFileSystemDoesNotSay) {
    Disk disk;
    disk.free.reset();
    disk.watch.look();
    EXPECT_TRUE(disk.told.empty());
    disk.is(15);
    ASSERT_EQ(disk.told.size(), 1u);
    disk.free.reset();
    disk.watch.look();
    EXPECT_EQ(disk.told.size(), 1u);
}

TEST(DiskWatch, WaitsUntilWhatWasKeptIsWritten) {
    Disk disk;
    disk.settles = false;
    disk.is(1000);
    EXPECT_EQ(disk.told.size(), 1u);
    disk.settles = true;
    disk.is(1000);
    EXPECT_EQ(disk.told.back(), "");
}

} // namespace
} // namespace muster::agentd

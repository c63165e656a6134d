// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/container/files.h"
#include "core/container/host_facts.h"
#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

TEST(Mountinfo, GivesPlaceTypeAndOptions) {
    const auto mounts = parseMountinfo(
        "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard\n"
        "36 31 0:33 /docker/x /sys/fs/cgroup/devices rw,relatime - cgroup cgroup rw,devices\n");
    ASSERT_EQ(mounts.size(), 2U);
    EXPECT_EQ(mounts[0], (Mount{"/", "/", "ext4", "rw,discard", "254:0"}));
    EXPECT_EQ(
        mounts[1], (Mount{"/docker/x", "/sys/fs/cgroup/devices", "cgroup", "rw,devices", "0:33"}));
}

TEST(Mountinfo, UndoesTheKernelsEscapes) {
    const auto mounts = parseMountinfo("1 1 8:1 / /a\\040b\\134c rw - ext4 /dev/sda1 rw\n");
    ASSERT_EQ(mounts.size(), 1U);
    EXPECT_EQ(mounts[0].mountPoint, "/a b\\c");
}

TEST(Mountinfo, LeavesOutWhatIsNoMount) {
    EXPECT_TRUE(parseMountinfo("").empty());
    EXPECT_TRUE(parseMountinfo("garbage\n1 2 3 4 5 6 -\n\n- - - -\n").empty());
}

TEST(HostFacts, DescribeThisHost) {
    const auto facts = readHostFacts({"/var/lib/muster"});
    ASSERT_TRUE(facts);
    EXPECT_FALSE(facts->mounts.empty());
    EXPECT_EQ(facts->hidden, std::vector<std::string>{"/var/lib/muster"});
}

class LoadUvm : public testing::Test {
protected:
    void add(const char* name) { ASSERT_TRUE(writeFileAtomically(m_dev + '/' + name, "")); }

    const test::TemporaryFolder m_folder;
    const std::string m_dev = m_folder.path();
};

TEST_F(LoadUvm, DoesNothingWithoutADriverOrWhenItIsLoaded) {
    EXPECT_TRUE(loadUvm(m_dev, "/bin/false"));
    add("nvidiactl");
    add("nvidia-uvm");
    EXPECT_TRUE(loadUvm(m_dev, "/bin/false"));
}

TEST_F(LoadUvm, SaysWhatFailed) {
    add("nvidiactl");
    EXPECT_EQ(loadUvm(m_dev, "/bin/false").error().message,
        "Failed to load '/dev/nvidia-uvm': /bin/false exited with status 1: ");
    EXPECT_EQ(loadUvm(m_dev, "/no/modprobe").error().message,
        "Failed to load '/dev/nvidia-uvm': Failed to run /no/modprobe: No such file or directory");
    EXPECT_TRUE(loadUvm(m_dev, "/bin/true"));
}

} // namespace
} // namespace muster::container

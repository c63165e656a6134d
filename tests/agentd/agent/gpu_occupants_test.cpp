// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/gpu_occupants.h"

#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

namespace muster::agentd {
namespace {

// A free GPU, the processes of the machine, and the containers that run.
struct OneGpu {
    std::map<std::uint32_t, ProcessOwner> machine;
    std::set<ContainerId> running;
    gpu::GpuSample gpu{.uuid = {"GPU-a"}};
    GpuOccupants occupants{{[this](std::uint32_t pid) { return machine[pid]; },
        [this](const ContainerId& id) { return running.contains(id); }}};

    OneGpu() { gpu.values.fill(kUnknown); }
    void uses(std::uint32_t pid, const std::string& name, std::optional<Bytes> memory,
        bool graphics = false) {
        gpu.processes.push_back({pid, name, graphics, memory});
    }
    void load(MetricValue percent) {
        gpu.values[static_cast<std::size_t>(Metric::GpuUtilization)] = percent;
    }
    std::string after(unsigned samples) {
        std::string out;
        for (unsigned i = 0; i < samples; ++i) {
            occupants.beginSample();
            out = occupants.look(gpu);
        }
        return out;
    }
};

TEST(GpuOccupants, AProcessOutsideMusterIsNamedInItsSecondSample) {
    OneGpu world;
    world.machine[77] = {true, std::nullopt, "bob"};
    world.uses(77, "python3", Bytes::mebi(59000));
    EXPECT_EQ(world.after(1), "");
    EXPECT_TRUE(world.occupants.isSuspicious());
    EXPECT_EQ(world.after(1), "in use by python3 of bob (pid 77, 59000 MiB)");
    EXPECT_FALSE(world.occupants.isSuspicious());
    world.gpu.processes[0].memory = Bytes::mebi(60000);
    EXPECT_EQ(world.after(1), "in use by python3 of bob (pid 77, 59000 MiB)") << "no news";
    world.gpu.processes.clear();
    EXPECT_EQ(world.after(1), "");
}

TEST(GpuOccupants, ATaskThatRunsOccupiesNothingAndWhatItLeavesDoes) {
    OneGpu world;
    const ContainerId container{"muster-1"};
    world.machine[78] = {true, container, "alice"};
    world.running.insert(container);
    world.uses(78, "train", Bytes::mebi(900));
    EXPECT_EQ(world.after(5), "");
    world.running.clear();
    EXPECT_EQ(world.after(2),
        "train (pid 78, 900 MiB) is left over from container muster-1, which has ended");
}

TEST(GpuOccupants, ADisplayAndSmallToolsDoNotCount) {
    OneGpu world;
    world.machine[1] = world.machine[2] = {true, std::nullopt, "root"};
    world.uses(1, "Xorg", Bytes::mebi(640), true);
    world.uses(2, "mps", Bytes::mebi(30));
    EXPECT_EQ(world.after(9), "");
    world.uses(2, "hidden", std::nullopt);
    EXPECT_EQ(world.after(2), "in use by hidden of root (pid 2)") << "nobody says how much it has";
}

TEST(GpuOccupants, AProcessThatTheMachineDoesNotShowCounts) {
    OneGpu world;
    world.uses(40960, "python3", Bytes::mebi(61440));
    EXPECT_EQ(world.after(2),
        "in use by python3 (pid 40960, 61440 MiB), which is not visible on this host");
}

TEST(GpuOccupants, LoadWithoutAProcessHasToLastForFiveSamples) {
    OneGpu world;
    world.load(81);
    EXPECT_EQ(world.after(4), "");
    EXPECT_EQ(world.after(1), "busy, but the driver reports no process");
    world.load(3);
    EXPECT_EQ(world.after(1), "");
    world.load(kUnknown);
    EXPECT_EQ(world.after(9), "");
}

TEST(GpuOccupants, ReadOwnersFromProc) {
    const auto self = ownerOf(static_cast<std::uint32_t>(::getpid()));
    EXPECT_TRUE(self.alive);
    EXPECT_FALSE(self.container);
    EXPECT_FALSE(self.user.empty());
    EXPECT_FALSE(ownerOf(4'000'000).alive);
}

} // namespace
} // namespace muster::agentd

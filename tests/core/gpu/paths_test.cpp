// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/paths.h"

#include "tests/core/gpu/machine.h"

namespace muster::gpu {
namespace {

struct Devices {
    Machine folder;
    std::string root = std::filesystem::path(folder.path()).parent_path();

    void add(const char* name, const char* vendor, const char* node) const {
        std::filesystem::create_directory(root + "/" + name);
        std::ofstream(root + "/" + name + "/vendor") << vendor << '\n';
        std::ofstream(root + "/" + name + "/numa_node") << node << '\n';
    }
};

TEST(KernelNumaNode, IsThatOfTheDevice) {
    const Devices devices;
    devices.add("0000:4a:00.0", "0x10de", "1");
    devices.add("10000:04:00.0", "0x10de", "3");
    EXPECT_EQ(kernelNumaNode("00000000:4A:00.0", devices.root), 1U);
    EXPECT_EQ(kernelNumaNode("00010000:04:00.0", devices.root), 3U);
}

TEST(KernelNumaNode, IsUnknownOnAMachineWithoutNumaOrOfAnotherDevice) {
    const Devices devices;
    devices.add("0000:04:00.0", "0x10de", "-1");
    devices.add("0000:05:00.0", "0x8086", "1");
    devices.add("0000:06:00.0", "0x10de", "garbage");
    for (const auto* busId : {"00000000:04:00.0", "00000000:05:00.0", "00000000:06:00.0",
             "00000000:07:00.0", "", "nonsense"}) {
        EXPECT_EQ(kernelNumaNode(busId, devices.root), std::nullopt) << busId;
    }
}

} // namespace
} // namespace muster::gpu

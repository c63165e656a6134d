// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/topology.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

void join(muster::v1::Gpu& from, const std::string& to, const char* level, unsigned lanes) {
    from.add_paths()->set_peer(to);
    from.mutable_paths()->rbegin()->set_level(test::worded(level));
    if (lanes > 0) {
        from.add_links()->set_peer(to);
        from.mutable_links()->rbegin()->set_lanes(lanes);
    }
}

// node-1: GPUs 0 and 1 on one bridge, 2 behind the other socket; node-2: nothing.
Message linkedGpus() {
    Message message;
    auto& rows = *message.mutable_snapshot()->mutable_rows();
    for (const auto* id : {"1", "2"}) {
        auto& agent = *rows.add_agents();
        agent.set_id(std::string("S") + id);
        agent.set_hostname(std::string("node-") + id);
    }
    for (const unsigned index : {2U, 0U, 1U}) {
        auto& gpu = *rows.add_gpus();
        gpu.set_uuid("GPU-" + std::to_string(index));
        gpu.set_agent_id("S1");
        gpu.set_index(index);
        gpu.set_numa_node(index / 2);
        for (const unsigned peer : {0U, 1U, 2U}) {
            if (peer != index)
                join(gpu, "GPU-" + std::to_string(peer), peer / 2 == index / 2 ? "PIX" : "SYS",
                    peer + index == 1 ? 4 : 0);
        }
    }
    return message;
}

struct AskedTopology {
    World world;
    int code;

    explicit AskedTopology(std::vector<std::string> arguments) {
        FakeMaster master;
        master.onRequest = [](const Request&) { return std::vector{linkedGpus()}; };
        arguments.insert(arguments.begin(), {"nodes", "topology"});
        arguments.push_back("--master=" + master.start());
        code = world.run(arguments);
    }
};

TEST(MusterNodesTopology, PrintsTheMatrixOfNvidiaSmiWithItsLegend) {
    const AskedTopology asked({"node-1"});
    EXPECT_EQ(asked.code, 0) << asked.world.err.str();
    EXPECT_EQ(asked.world.out.str(),
        "GPU   GPU0  GPU1  GPU2  NUMA\n"
        "GPU0  X     NV4   SYS      0\n"
        "GPU1  NV4   X     SYS      0\n"
        "GPU2  SYS   SYS   X        1\n"
        "\n"
        "X     the GPU itself\n"
        "NV#   number of NVLinks\n"
        "PIX   at most a single PCIe bridge\n"
        "PXB   multiple PCIe bridges, without the PCIe host bridge\n"
        "PHB   a PCIe host bridge, typically the CPU\n"
        "NODE  PCIe host bridges within a NUMA node\n"
        "SYS   the interconnect between NUMA nodes, such as QPI or UPI\n");
}

TEST(MusterNodesTopology, GivesScriptsTheSameWays) {
    const AskedTopology asked({"S1", "-o", "json"});
    EXPECT_EQ(asked.code, 0) << asked.world.err.str();
    const auto json = nlohmann::json::parse(asked.world.out.str());
    EXPECT_EQ(json["gpus"][2]["gpu"], "GPU2");
    EXPECT_EQ(json["gpus"][2]["ways"], nlohmann::json({"SYS", "SYS", "X"}));
    EXPECT_EQ(json["gpus"][2]["numa_node"], 1);
}

TEST(MusterNodesTopology, LeavesHeaderAndLegendOut) {
    EXPECT_EQ(AskedTopology({"node-1", "--no-header"}).world.out.str(),
        "GPU0  X    NV4  SYS  0\nGPU1  NV4  X    SYS  0\nGPU2  SYS  SYS  X    1\n");
}

TEST(MusterNodesTopology, SaysWhereThereIsNoGpuOrNoSuchMachine) {
    const AskedTopology bare({"node-2"});
    EXPECT_EQ(bare.code, 0);
    EXPECT_EQ(bare.world.err.str(), "No GPUs on node-2\n");
    const AskedTopology misspelt({"nod-1"});
    EXPECT_EQ(misspelt.code, 3);
    EXPECT_NE(misspelt.world.err.str().find("No node is named 'nod-1'; did you mean node-1?"),
        std::string::npos)
        << misspelt.world.err.str();
}

TEST(FindNode, AsksWhichOfTwoMachinesOfOneName) {
    auto message = linkedGpus();
    message.mutable_snapshot()->mutable_rows()->mutable_agents(1)->set_hostname("node-1");
    ClusterView view;
    view.apply(message);
    EXPECT_EQ(findNode(view, "node-1").error().message,
        "2 nodes are named 'node-1': use the id of one, S1 or S2");
    EXPECT_EQ((*findNode(view, "S2"))->id(), "S2");
}

} // namespace
} // namespace muster::cli

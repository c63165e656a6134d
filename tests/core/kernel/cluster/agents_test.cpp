// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "core/kernel/cluster/master.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {
namespace {

// One agent's messages to a master, and the GPUs of which each says that they have changed.
struct OneAgent {
    Master master{MasterOptions{.id = "M"}, {}, Instant{}};
    AgentInfo info;
    std::vector<GpuStatus> gpus;

    using Uuids = std::vector<std::string>;

    void has(const Uuids& uuids) {
        info.hostname = "node1";
        info.gpus.clear();
        gpus.clear();
        for (const auto& uuid : uuids) {
            info.gpus.push_back({.uuid = GpuUuid{uuid}});
            gpus.push_back({.gpu = GpuUuid{uuid}});
        }
    }
    Uuids changedBy(AgentMessage message) {
        Uuids changed;
        for (const auto& output : master.apply(FromAgent{Link{1}, std::move(message)}, Instant{})) {
            if (const auto* events = std::get_if<Events>(&output)) {
                for (const auto& event : of<GpuChanged>(events->list)) {
                    changed.push_back(event.gpu.value);
                }
            }
        }
        std::sort(changed.begin(), changed.end());
        return changed;
    }
};

} // namespace

TEST(Agents, TellOfTheirGpusAsSoonAsTheyRegister) {
    OneAgent agent;
    agent.has({"a", "b"});
    EXPECT_EQ(
        agent.changedBy(Register{{}, agent.info, agent.gpus, {}, {}}), (OneAgent::Uuids{"a", "b"}));
}

TEST(Agents, TellOfGpusThatCameAndOfThoseThatWentOnceEach) {
    OneAgent agent;
    agent.has({"a", "b"});
    agent.changedBy(Register{{}, agent.info, agent.gpus, {}, {}});
    agent.has({"b", "c"});
    EXPECT_EQ(
        agent.changedBy(AgentUpdate{agent.info, agent.gpus}), (OneAgent::Uuids{"a", "b", "c"}));
    EXPECT_FALSE(agent.master.gpu(GpuUuid{"a"}));
    EXPECT_TRUE(agent.master.gpu(GpuUuid{"c"}));
}

} // namespace muster::cluster

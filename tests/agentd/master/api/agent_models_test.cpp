// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_models.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/proto/task.h"

namespace muster::agentd::api {
namespace {

using Containers = mesos::v1::agent::Response::GetContainers;

void add(Containers& out, const std::string& executor, const std::string& container, double cpus,
    std::uint64_t memory) {
    auto& row = *out.add_containers();
    row.mutable_framework_id()->set_value("F");
    row.mutable_executor_id()->set_value(executor);
    row.set_executor_name(executor);
    row.mutable_container_id()->set_value(container);
    row.mutable_resource_statistics()->set_timestamp(1000);
    row.mutable_resource_statistics()->set_cpus_limit(cpus);
    row.mutable_resource_statistics()->set_mem_rss_bytes(memory);
}

// A default executor with two tasks, and a command.
struct Machine {
    Containers containers;
    google::protobuf::RepeatedPtrField<muster::v1::GpuUse> gpus;
    cluster::Agent agent;

    Machine() {
        add(containers, "group", "c1", 0.5, 10);
        add(containers, "command", "c2", 1, 5);
        add(containers, "group", "c3", 0.25, 20);
        auto& gpu = *gpus.Add();
        gpu.set_container_id("c3");
        gpu.set_uuid("GPU-a");
        mesos::v1::ExecutorInfo info;
        info.mutable_executor_id()->set_value("group");
        info.set_type(mesos::v1::ExecutorInfo::DEFAULT);
        info.set_source("nightly");
        agent.executors[{{"F"}, {"group"}}] = proto::fromProto(info);
    }
    nlohmann::json rows(bool status) const {
        return nlohmann::json::parse("[" + containerRows(containers, gpus, &agent, status) + "]");
    }
};

TEST(AgentStatistics, ListAnExecutorOnceWithWhatAllItsContainersUse) {
    const auto rows = Machine().rows(false);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0]["executor_id"], "group");
    EXPECT_EQ(rows[0]["statistics"]["cpus_limit"], 0.75);
    EXPECT_EQ(rows[0]["statistics"]["mem_rss_bytes"], 30);
    EXPECT_EQ(rows[0]["statistics"]["timestamp"], 1000);
    EXPECT_EQ(rows[0]["statistics"]["gpus"][0]["uuid"], "GPU-a");
    EXPECT_EQ(rows[1]["executor_id"], "command");
}

TEST(AgentStatistics, NameTheSourceThatTheFrameworkGave) {
    const auto rows = Machine().rows(false);
    EXPECT_EQ(rows[0]["source"], "nightly");
    EXPECT_EQ(rows[1]["source"], "command") << "a command is its own executor";
}

TEST(AgentContainers, AreListedOneByOne) {
    const auto rows = Machine().rows(true);
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[2]["container_id"], "c3");
    EXPECT_EQ(rows[2]["statistics"]["cpus_limit"], 0.25);
}

} // namespace
} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/agent_metrics.h"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "agentd/agent/operator_api.h"
#include "tests/agentd/absent_metrics.h"
#include "tests/support/paths.h"

namespace muster::agentd {
namespace {

std::map<std::string, double> listed(const AgentMetrics& metrics) {
    std::map<std::string, double> out;
    metrics.list({}, out);
    return out;
}

TEST(AgentMetrics, HaveTheRecordedNamesOrSayWhyNot) {
    const OperatorApi api({.info = {}, .flags = {}, .started = {}, .sandboxes = "/none"}, {});
    mesos::v1::agent::Call call;
    call.set_type(mesos::v1::agent::Call::GET_METRICS);
    muster::v1::AgentCommand::Query query;
    query.set_request(call.SerializeAsString());
    mesos::v1::agent::Response response;
    ASSERT_TRUE(response.ParseFromString(api.answer(query, Instant{}).body()));
    std::set<std::string> served;
    for (const auto& metric : response.get_metrics().metrics()) {
        served.insert(metric.name());
    }
    std::ifstream file(MUSTER_SOURCE_DIR "/tests/data/mesos/agent_metric_names.txt");
    int recorded = 0;
    for (std::string name; std::getline(file, name); ++recorded) {
        EXPECT_NE(served.contains(name), isAbsent(kAbsentAgentMetrics, name)) << name;
    }
    EXPECT_EQ(recorded, 69);
}

TEST(AgentMetrics, FollowAContainerFromItsLaunchToItsEnd) {
    AgentMetrics metrics;
    const auto phases = [&] {
        const auto all = listed(metrics);
        return std::vector<double>{all.at("slave/executors_registering"),
            all.at("slave/executors_running"), all.at("slave/executors_terminating"),
            all.at("slave/executors_terminated"), all.at("slave/frameworks_active")};
    };
    const auto step = [&](const node::AgentInput& input, std::vector<node::AgentOutput> outputs) {
        metrics.onInput(input);
        for (const auto& output : outputs) {
            metrics.onOutput(output);
        }
        metrics.done();
    };
    node::TaskCheckpoint task;
    task.container = {"c"};
    task.latest.uuid = Uuid{};
    step(node::Tick{},
        {node::SaveTask{task},
            node::Launch{.container = {"c"}, .framework = {.id = {"F"}}, .task = {}, .gpus = {}}});
    EXPECT_EQ(phases(), (std::vector<double>{1, 0, 0, 0, 1}));
    EXPECT_EQ(listed(metrics).at("slave/valid_status_updates"), 1);
    step(node::ContainerStarted{.container = {"c"}, .pid = 1, .ip = {}}, {});
    EXPECT_EQ(phases(), (std::vector<double>{0, 1, 0, 0, 1}));
    step(node::Tick{}, {node::Destroy{{"c"}}});
    EXPECT_EQ(phases(), (std::vector<double>{0, 0, 1, 0, 1}));
    step(node::Tick{}, {node::ForgetTask{{"c"}}});
    EXPECT_EQ(phases(), (std::vector<double>{0, 0, 0, 1, 0}));
}

TEST(AgentMetrics, TellWhatReachedNobody) {
    AgentMetrics metrics;
    metrics.onInput(node::ExecutorUpdate{{"c"}, {}});
    metrics.done();
    EXPECT_EQ(listed(metrics).at("slave/invalid_status_updates"), 1);
    metrics.onInput(node::FromMaster{cluster::ToExecutor{{"F"}, {"e"}, "hello"}});
    metrics.done();
    EXPECT_EQ(listed(metrics).at("slave/invalid_framework_messages"), 1);
    metrics.onInput(node::FromMaster{cluster::ToExecutor{{"F"}, {"e"}, "hello"}});
    metrics.onOutput(node::TellExecutor{{"c"}, node::TellExecutor::Message{"hello"}});
    metrics.done();
    EXPECT_EQ(listed(metrics).at("slave/valid_framework_messages"), 1);
    metrics.onInput(node::ContainerFailed{{"c"}, "no"});
    metrics.done();
    EXPECT_EQ(listed(metrics).at("slave/container_launch_errors"), 1);
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What is shown and counted of a machine of which nothing is known any more.
#include <csignal>

#include <nlohmann/json.hpp>

#include "core/proto/states.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct LostNode : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        m_agent = &agent(*m_master, {"--simulate=m60x4", "--sample_interval=200ms"});
    }

    nlohmann::json muster(Flags words) {
        words.push_back("--master=127.0.0.1:" + std::to_string(m_master->port));
        words.push_back("--token_file=" + m_master->workDir + "/token");
        words.insert(words.end(), {"-o", "json"});
        const auto process = command(std::move(words));
        EXPECT_EQ(process->wait(20s), 0) << process->err();
        return nlohmann::json::parse(process->out(), nullptr, false);
    }
    std::size_t freeGpus() { return muster({"gpus", "--state=free"})["gpus"].size(); }
    nlohmann::json metrics() {
        const auto answer = http(m_master->port, "GET", "/metrics/snapshot",
            {{"Authorization", "Bearer " + m_master->token()}});
        return nlohmann::json::parse(answer.body, nullptr, false);
    }
    std::string exported() {
        return http(m_master->port, "GET", "/metrics?holders=true",
            {{"Authorization", "Bearer " + m_master->token()}})
            .body;
    }
    bool exports(const std::string& text) { return exported().find(text) != std::string::npos; }
    // One GPU is held, then the agent is gone.
    void lose(Console& console) {
        ASSERT_TRUE(console.until([&] { return console.gpus.size() == 4; }));
        const auto job = console.submit("hold", "sleep 600", "cpus:0.1;mem:32;gpus:1");
        ASSERT_TRUE(console.jobIs(job, "running", 20s));
        EXPECT_TRUE(eventually([&] { return freeGpus() == 3; }));
        EXPECT_EQ(metrics()["master/gpus_used"], 1.0);
        EXPECT_TRUE(eventually([&] { return exports("muster_gpu_power_watts{"); }));
        EXPECT_TRUE(exports("job=\"" + job + "\"")) << exported();
        m_agent->process->signal(SIGKILL);
        ASSERT_EQ(m_agent->process->wait(5s), 128 + SIGKILL);
    }

    Daemon* m_master = nullptr;
    Daemon* m_agent = nullptr;
};

TEST_F(LostNode, HasNoDataAndCountsNowhereAsUsable) {
    auto console = this->console(*m_master);
    ASSERT_NO_FATAL_FAILURE(lose(console));
    for (const auto& [uuid, row] : console.gpus) {
        EXPECT_TRUE(console.gpuIs(uuid, "no-data")) << uuid;
    }
    const auto& node = console.agents.begin()->second;
    EXPECT_NE(node.no_data_since_ms(), 0);
    EXPECT_EQ(freeGpus(), 0u);
    const auto gpus = muster({"gpus"})["gpus"];
    ASSERT_EQ(gpus.size(), 4u);
    for (const auto& gpu : gpus) {
        EXPECT_EQ(gpu["state"], "no-data");
        EXPECT_TRUE(gpu["utilization_percent"].is_null()) << gpu;
        EXPECT_TRUE(gpu["no_data_since"].is_string()) << gpu;
    }
    EXPECT_EQ(muster({"nodes"})["nodes"][0]["state"], "disconnected");
    EXPECT_EQ(metrics()["master/gpus_total"], 0.0);
    EXPECT_EQ(metrics()["master/gpus_used"], 0.0);
    EXPECT_EQ(metrics()["master/gpus_percent"], 0.0);
    for (const auto& [uuid, row] : console.gpus) {
        EXPECT_FALSE(exports(uuid)) << "old data is never shown as live";
    }
    EXPECT_TRUE(exports("muster_gpus{state=\"no-data\"} 4"));
    EXPECT_TRUE(exports("muster_nodes{state=\"disconnected\"} 1"));
    EXPECT_TRUE(exports("muster_agent_last_seen_timestamp_seconds{"));

    restart(*m_agent);
    EXPECT_TRUE(console.until(
        [&] { return node.no_data_since_ms() == 0 && proto::word(node.state()) == "active"; },
        20s));
    EXPECT_TRUE(eventually([&] { return freeGpus() == 3; }));
    EXPECT_TRUE(eventually([&] { return exports("muster_gpu_power_watts{"); }));
}

// Its link is there, and it says nothing.
TEST_F(LostNode, IsOneThatHangs) {
    auto console = this->console(*m_master);
    ASSERT_TRUE(console.until([&] { return console.gpus.size() == 4; }));
    const auto uuid = console.gpus.begin()->first;
    ASSERT_TRUE(eventually( // it has begun to say something
        [&] { return !muster({"gpus"})["gpus"][0]["utilization_percent"].is_null(); }));
    m_agent->process->signal(SIGSTOP);
    EXPECT_TRUE(console.gpuIs(uuid, "no-data", 25s));
    EXPECT_EQ(proto::word(console.agents.begin()->second.state()), "active")
        << "the link is not given up yet";
    EXPECT_EQ(metrics()["master/gpus_total"], 0.0);
    m_agent->process->signal(SIGCONT);
    EXPECT_TRUE(console.gpuIs(uuid, "free", 10s));
}

} // namespace
} // namespace muster::e2e

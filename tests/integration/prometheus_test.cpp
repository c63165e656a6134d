// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A Prometheus of Debian's scrapes a simulated cluster by the example configuration, with its alert
// rules, and is asked what it knows.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

constexpr const char* kExamples = MUSTER_SOURCE_DIR "/resources/prometheus/";
constexpr const char* kListening = "msg=\"Listening on\" address=127.0.0.1:";

class Prometheus : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone({"--simulate=m60x4", "--metrics_dcgm_names"});
        m_folder = m_base + "/prometheus";
        std::filesystem::create_directory(m_folder);
        std::filesystem::copy_file(
            std::string(kExamples) + "muster.rules.yml", m_folder + "/muster.rules.yml");
        std::filesystem::copy_file(m_daemon->workDir + "/token", m_folder + "/muster.token");
        m_config = fileText(std::string(kExamples) + "prometheus.yml.example");
        // What whoever copies the example fills in.
        fillIn("/etc/prometheus/muster.token", m_folder + "/muster.token");
        fillIn("scheme: https", "scheme: http");
        fillIn("gpu1:5050", fmt::format("127.0.0.1:{}", m_daemon->port));
        fillIn("scrape_interval: 15s", "scrape_interval: 1s");
        m_config += "global:\n  evaluation_interval: 1s\n";
        writeText(m_folder + "/prometheus.yml", m_config);
        const Process::Setting words{m_folder + "/out", m_folder + "/err", {}, false};
        m_prometheus = std::make_unique<Process>(
            std::vector<std::string>{"/usr/bin/prometheus",
                "--config.file=" + m_folder + "/prometheus.yml",
                "--storage.tsdb.path=" + m_folder + "/data", "--web.listen-address=127.0.0.1:0"},
            words);
        ASSERT_TRUE(m_prometheus->saysErr(kListening, 20s))
            << "the server is in Debian's package prometheus\n"
            << m_prometheus->err();
        const auto said = m_prometheus->err();
        m_port = static_cast<std::uint16_t>(
            std::stoi(said.substr(said.find(kListening) + std::string(kListening).size())));
    }
    void TearDown() override {
        m_prometheus.reset();
        World::TearDown();
    }
    void fillIn(const std::string& what, const std::string& with) {
        const auto at = m_config.find(what);
        ASSERT_NE(at, std::string::npos) << what;
        m_config.replace(at, what.size(), with);
    }

    json ask(const std::string& target) const {
        const auto answer = http(m_port, "GET", "/api/v1/" + target);
        const auto body = json::parse(answer.body, nullptr, false);
        return body.is_object() && body.value("status", "") == "success" ? body.at("data") : json();
    }
    // The series that the expression gives now.
    json query(const std::string& expression) const {
        std::string text;
        for (const unsigned char c : expression) {
            text += fmt::format("%{:02X}", c);
        }
        const auto data = ask("query?query=" + text);
        return data.is_object() ? data.at("result") : json::array();
    }
    // Of its only series; empty: there is none.
    std::string value(const std::string& expression) const {
        const auto result = query(expression);
        return result.size() == 1 ? result[0].at("value").at(1).get<std::string>() : "";
    }
    bool becomes(const std::string& expression, const std::string& wanted) const {
        return eventually([&] { return value(expression) == wanted; }, 30s);
    }

    Daemon* m_daemon = nullptr;
    std::string m_folder;
    std::string m_config;
    std::unique_ptr<Process> m_prometheus;
    std::uint16_t m_port = 0;
};

TEST_F(Prometheus, ScrapesAClusterByTheExample) {
    ASSERT_TRUE(becomes("up{job=\"muster\"}", "1"))
        << m_prometheus->err() << ask("targets").dump(2);
    EXPECT_TRUE(becomes("muster_nodes{state=\"active\"}", "1"));
    EXPECT_TRUE(becomes("sum(muster_gpus)", "4"));
    EXPECT_TRUE(becomes("muster_gpus{state=\"free\"}", "4"));
    EXPECT_TRUE(becomes("sum(muster_gpu_memory_total_bytes)", std::to_string(4 * (7613LL << 20))));
    EXPECT_TRUE(becomes("count(muster_gpu_utilization_ratio <= 1)", "4"));
    EXPECT_TRUE(becomes("count(DCGM_FI_DEV_GPU_UTIL)", "4"));
    EXPECT_TRUE(becomes("count(DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE)", "4"));
    EXPECT_EQ(query("muster_node_problem").size(), 0u);

    auto console = this->console(*m_daemon);
    const auto runs = console.submit("runs", "sleep 300", "cpus:0.1;mem:32;gpus:1");
    const auto waits = console.submit("waits", "true", "cpus:0.1;mem:32;gpus:64");
    ASSERT_TRUE(console.jobIs(runs, "running", 20s));
    EXPECT_TRUE(becomes("muster_gpus{state=\"allocated\"}", "1"));
    EXPECT_TRUE(becomes("muster_jobs{state=\"running\"}", "1"));
    EXPECT_TRUE(becomes("sum(muster_jobs{state=\"queued\"})", "1"));
    EXPECT_TRUE(becomes("count(muster_jobs_oldest_pending_seconds > 1)", "1"));
    EXPECT_TRUE(
        becomes(fmt::format("count(muster_gpu_holder_info{{exported_job=\"{}\"}})", runs), "1"))
        << "the example asks for holders; `job` is Prometheus' own";
}

TEST_F(Prometheus, LoadsTheAlertRules) {
    ASSERT_TRUE(becomes("up{job=\"muster\"}", "1")) << m_prometheus->err();
    json rules;
    EXPECT_TRUE(eventually(
        [&] {
            const auto data = ask("rules?type=alert");
            rules = data.is_object() && data.at("groups").size() == 1
                ? data.at("groups")[0].at("rules")
                : json::array();
            return !rules.empty() && std::all_of(rules.begin(), rules.end(), [](const json& rule) {
                return rule.value("health", "") == "ok";
            });
        },
        30s))
        << rules.dump(2);
    EXPECT_GE(rules.size(), 8u);
    for (const auto& rule : rules) {
        EXPECT_EQ(rule.value("lastError", ""), "") << rule.dump(2);
    }
    EXPECT_TRUE(
        eventually([&] { return query("ALERTS{alertname=\"MusterMasterDown\"}").empty(); }));
    m_daemon->process->signal(SIGKILL);
    EXPECT_TRUE(becomes("count(ALERTS{alertname=\"MusterMasterDown\"})", "1"))
        << "it is pending, and fires a minute later";
    m_daemon->process->wait(8s);
    restart(*m_daemon);
    EXPECT_TRUE(becomes("up{job=\"muster\"}", "1"));
}

} // namespace
} // namespace muster::e2e

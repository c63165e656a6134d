// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/metrics_page.h"

#include <gtest/gtest.h>

#include "tests/agentd/master/api/page_lines.h"

namespace muster::agentd::api {
namespace {

MetricsPage::Gpu gpuOf(const char* uuid) {
    return {.labels = fmt::format("node=\"n1\",gpu=\"0\",uuid=\"{}\"", uuid),
        .about = "model=\"Tesla M60\",driver=\"535.1\"",
        .state = "allocated"};
}

TelemetryHub::Values valuesOf(MetricValue value) {
    TelemetryHub::Values values;
    values.fill(value);
    return values;
}

TEST(MetricsPage, HasASeriesOfEachRowOfTheTable) {
    MetricsPage page;
    page.gpus.push_back(gpuOf("GPU-a"));
    page.gpus[0].values = valuesOf(3);
    const auto text = encode(page);
    for (const auto& row : metricTable()) {
        const auto name = std::string(row.prometheus);
        EXPECT_TRUE(has(text, fmt::format("# HELP {} {}", name, row.help))) << name;
        EXPECT_TRUE(has(text, fmt::format("# TYPE {} gauge", name))) << name;
        EXPECT_NE(text.find("\n" + name + "{node=\"n1\",gpu=\"0\",uuid=\"GPU-a\"} "), text.npos)
            << name;
    }
    EXPECT_TRUE(has(text, R"(muster_gpu_utilization_ratio{node="n1",gpu="0",uuid="GPU-a"} 0.03)"));
    EXPECT_TRUE(has(text, R"(muster_gpu_power_watts{node="n1",gpu="0",uuid="GPU-a"} 0.003)"));
    EXPECT_TRUE(
        has(text, R"(muster_gpu_memory_used_bytes{node="n1",gpu="0",uuid="GPU-a"} 3145728)"));
}

TEST(MetricsPage, HasTheNamesAndUnitsOfDcgmExporterWhereTheyAreWanted) {
    MetricsPage page;
    page.gpus = {gpuOf("GPU-a"), gpuOf("GPU-b")};
    for (auto& gpu : page.gpus) {
        gpu.values = valuesOf(1410);
        gpu.memoryBytes = 7613LL << 20;
    }
    page.gpus[0].dcgm = R"(gpu="0",UUID="GPU-a")";
    const auto text = encode(page);
    for (const auto& row : metricTable()) {
        if (!row.dcgm.empty()) {
            EXPECT_NE(
                text.find(fmt::format("\n{}{{gpu=\"0\",UUID=\"GPU-a\"}} ", row.dcgm)), text.npos)
                << row.key;
        }
    }
    for (const auto* line : {R"(DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a"} 1410)",
             R"(DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a"} 1410)",
             R"(DCGM_FI_DEV_FB_FREE{gpu="0",UUID="GPU-a"} 6203)",
             R"(DCGM_FI_DEV_SM_CLOCK{gpu="0",UUID="GPU-a"} 1410)",
             R"(DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-a"} 1.41)",
             R"(DCGM_FI_PROF_PCIE_RX_BYTES{gpu="0",UUID="GPU-a"} 1478492160)"}) {
        EXPECT_TRUE(has(text, line)) << line << "\n" << text;
    }
    EXPECT_EQ(text.find("{}"), text.npos) << "of the other GPU nothing";
}

TEST(MetricsPage, LeavesOutWhatIsUnknown) {
    MetricsPage page;
    page.gpus = {gpuOf("GPU-a"), gpuOf("GPU-lost")};
    page.gpus[0].values = valuesOf(kUnknown);
    page.gpus[0].values->at(static_cast<std::size_t>(Metric::Temperature)) = 0;
    page.gpus[1].state = "lost";
    const auto text = encode(page);
    EXPECT_TRUE(has(text, R"(muster_gpu_temperature_celsius{node="n1",gpu="0",uuid="GPU-a"} 0)"))
        << "measured as zero";
    EXPECT_EQ(text.find("muster_gpu_fan_speed_ratio"), text.npos);
    EXPECT_TRUE(has(text, R"(muster_gpu_state{node="n1",gpu="0",uuid="GPU-lost",state="lost"} 1)"));
    EXPECT_EQ(text.find("celsius{node=\"n1\",gpu=\"0\",uuid=\"GPU-lost\""), text.npos);
}

TEST(MetricsPage, SaysWhatAGpuIsAndWhoHoldsIt) {
    MetricsPage page;
    page.gpus = {gpuOf("GPU-a"), gpuOf("GPU-b")};
    page.gpus[0].holder = R"(task="t1",user="ann")";
    page.gpus[0].memoryBytes = 8LL << 30;
    const auto text = encode(page);
    EXPECT_TRUE(
        has(text, R"(muster_gpu_memory_total_bytes{node="n1",gpu="0",uuid="GPU-a"} 8589934592)"));
    EXPECT_EQ(text.find(R"(total_bytes{node="n1",gpu="0",uuid="GPU-b")"), text.npos)
        << "the board does not say";
    EXPECT_EQ(text.find("DCGM_"), text.npos);
    EXPECT_TRUE(has(text,
        R"(muster_gpu_info{node="n1",gpu="0",uuid="GPU-b",model="Tesla M60",driver="535.1"} 1)"));
    EXPECT_TRUE(has(
        text, R"(muster_gpu_holder_info{node="n1",gpu="0",uuid="GPU-a",task="t1",user="ann"} 1)"));
    EXPECT_EQ(text.find(R"(holder_info{node="n1",gpu="0",uuid="GPU-b")"), text.npos);
}

TEST(MetricsPage, CountsTheCluster) {
    MetricsPage page{.version = "1.2\"3"};
    page.nodesByState = {{"state=\"active\"", 2}, {"state=\"unreachable\"", 0}};
    page.gpusByState = {{"state=\"free\"", 7}};
    page.jobs = {{R"(state="queued",reason="Gpus")", 4}};
    page.oldestPending = {{R"(reason="Gpus")", 4200}};
    page.nodeProblems = {{R"(node="n1",agent="S0",problem="driver-broken")", 1}};
    page.endedJobs = {{"state=\"failed\"", 1}};
    page.tasks = {{"state=\"running\"", 5}};
    page.endedTasks = {{"state=\"finished\"", 6}};
    page.nodes = {{R"(node="n1",agent="S0")", 1'700'000'000.5}};
    page.waits.add(std::chrono::seconds(2));
    page.waits.add(std::chrono::hours(48));
    const auto text = encode(page);
    for (const auto* line : {R"(muster_build_info{version="1.2\"3"} 1)",
             R"(muster_nodes{state="active"} 2)", R"(muster_nodes{state="unreachable"} 0)",
             R"(muster_gpus{state="free"} 7)", R"(muster_jobs{state="queued",reason="Gpus"} 4)",
             R"(muster_jobs_oldest_pending_seconds{reason="Gpus"} 4200)",
             R"(muster_node_problem{node="n1",agent="S0",problem="driver-broken"} 1)",
             R"(muster_jobs_ended_total{state="failed"} 1)", R"(muster_tasks{state="running"} 5)",
             R"(muster_tasks_ended_total{state="finished"} 6)",
             R"(muster_agent_last_seen_timestamp_seconds{node="n1",agent="S0"} 1700000000.5)",
             R"(muster_job_wait_seconds_bucket{le="1"} 0)",
             R"(muster_job_wait_seconds_bucket{le="5"} 1)",
             R"(muster_job_wait_seconds_bucket{le="86400"} 1)",
             R"(muster_job_wait_seconds_bucket{le="+Inf"} 2)", "muster_job_wait_seconds_sum 172802",
             "muster_job_wait_seconds_count 2"}) {
        EXPECT_TRUE(has(text, line)) << line << " is not in\n" << text;
    }
}

} // namespace
} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/exporter.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "tests/agentd/master/api/page_lines.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd::api {
namespace {

using namespace std::chrono_literals;

// One agent with a GPU that a task of ann holds, a free one and a lost one.
struct ExporterOfAMaster : testing::Test, TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    ClusterMeter meter{hub, live};
    Metrics metrics{*control, now()};
    Gate gate;
    WholeAnswers answers{io, gate};
    std::unique_ptr<Exporter> exporter;

    void SetUp() override {
        control->onInput = [this](const auto& input) { metrics.onInput(input); };
        control->onOutputs = [this](const auto& outputs) { metrics.onOutputs(outputs); };
        const auto framework = control->addFramework({.send = [](const auto&) {}, .close = {}});
        cluster::Subscribe subscribe;
        subscribe.info.id = {"F"};
        subscribe.info.name = "research";
        subscribe.info.user = "root";
        control->fromFramework(framework, std::move(subscribe));
        connectAgent();
        cluster::Register message;
        message.id.value = "S0";
        message.info.hostname = "node\"1";
        message.info.driverVersion = "535.1";
        message.info.total = *Resources::parse("cpus:8;mem:1024;gpus:2");
        unsigned index = 0;
        for (const auto* uuid : {"GPU-a", "GPU-b", "GPU-c"}) {
            message.info.gpus.push_back(
                {.uuid = {uuid}, .index = index, .minor = index, .model = "Tesla M60"});
            message.gpus.push_back({.gpu = {uuid}});
            ++index;
        }
        message.gpus[0].state = GpuState::Allocated;
        message.gpus[0].holder = cluster::TaskKey{{"F"}, {"t1"}};
        message.gpus[2].state = GpuState::Lost;
        cluster::LiveTask task{.framework = {"F"}};
        task.info.id = {"t1"};
        task.info.agent = message.id;
        task.info.user = "ann";
        task.info.role = "*";
        task.info.resources = *Resources::parse("cpus:1;gpus:1");
        task.latest = {.task = {"t1"},
            .state = TaskState::Running,
            .source = StatusSource::Executor,
            .at = now(),
            .agent = message.id};
        task.gpus = {{"GPU-a"}};
        message.tasks.push_back(std::move(task));
        hub.setGpus("S0", {{"GPU-a"}, {"GPU-b"}, {"GPU-c"}});
        control->fromAgent(agent, std::move(message));
        run();
        sample();
        restrict("{}");
    }
    void sample() {
        muster::v1::Telemetry sample;
        sample.set_at_us(1);
        auto& column = *sample.add_columns();
        column.set_metric(static_cast<std::uint32_t>(Metric::GpuUtilization));
        for (const int value : {93, 0, 55}) {
            column.add_values(value);
        }
        ASSERT_TRUE(hub.take("S0", sample));
        live.sampled("S0", now());
    }
    void restrict(const char* acls) {
        gate = Gate(Acls::parse(acls).value());
        exporter = std::make_unique<Exporter>(
            io, Exporter::Sources{*control, hub, live, meter, metrics, gate, answers});
    }
    std::string pageFor(const std::optional<std::string>& who = {}) const {
        const ConsoleView view(gate, who.value_or(""), *control);
        return encode(exporter->page(who ? &view : nullptr, now()));
    }
    // The whole way, as the server takes it.
    net::HttpResponse get(const std::string& query, const std::string& principal = "ann") {
        const auto routes = exporter->routes();
        net::HttpRequest request{.method = "GET", .path = "/metrics"};
        request.query = query;
        request.principal = principal;
        auto response = routes.at(0).route().handler(request);
        if (response.later) {
            std::optional<net::HttpResponse> answer;
            response.later([&](net::HttpResponse made) { answer = std::move(made); });
            io.restart();
            const auto guard = boost::asio::make_work_guard(io);
            while (!answer) {
                io.run_one_for(1s);
            }
            return *answer;
        }
        return response;
    }
};

TEST_F(ExporterOfAMaster, TellsOfGpusByNodeIndexAndUuid) {
    const auto text = pageFor();
    EXPECT_TRUE(
        has(text, R"(muster_gpu_utilization_ratio{node="node\"1",gpu="0",uuid="GPU-a"} 0.93)"))
        << text;
    EXPECT_TRUE(
        has(text, R"(muster_gpu_utilization_ratio{node="node\"1",gpu="1",uuid="GPU-b"} 0)"));
    EXPECT_TRUE(
        has(text, R"(muster_gpu_state{node="node\"1",gpu="0",uuid="GPU-a",state="allocated"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_nodes{state="active"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_gpus{state="allocated"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_gpus{state="free"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_gpus{state="lost"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_tasks{state="running"} 1)"));
}

TEST_F(ExporterOfAMaster, TellsWhatIsWrongWithANodeOnce) {
    EXPECT_EQ(pageFor().find("muster_node_problem"), std::string::npos);
    cluster::AgentInfo info;
    info.hostname = "node2";
    info.total = *Resources::parse("cpus:8;mem:1024");
    info.troubles = {{NodeProblem::DriverBroken, "no answer"},
        {NodeProblem::CannotLaunch, "no room"}, {NodeProblem::CannotLaunch, "no runtime"}};
    agentId = {};
    addAgent(info);
    live.sampled(agentId.value, now());
    const auto text = pageFor();
    for (const auto* problem : {"driver-broken", "cannot-launch"}) {
        EXPECT_TRUE(has(text,
            fmt::format(R"(muster_node_problem{{node="node2",agent="{}",problem="{}"}} 1)",
                agentId.value, problem)))
            << text;
    }
    EXPECT_EQ(text.find(R"(problem="gpu-claimed-twice")"), text.npos);
    EXPECT_EQ(text.find(R"(muster_node_problem{node="node\"1")"), text.npos);
}

TEST_F(ExporterOfAMaster, TellsHowLongTheOldestJobHasBeenPending) {
    EXPECT_EQ(pageFor().find("muster_jobs_oldest_pending_seconds"), std::string::npos);
    meter.put(JobId{"job-1"}, {.submitted = now().wall - 70min, .waiting = WaitReason::Gpus});
    meter.put(JobId{"job-2"}, {.submitted = now().wall - 5min, .waiting = WaitReason::Gpus});
    EXPECT_TRUE(has(pageFor(), R"(muster_jobs_oldest_pending_seconds{reason="Gpus"} 4200)"));
}

TEST_F(ExporterOfAMaster, ShowsNoFigureOfALostGpu) {
    const auto text = pageFor();
    EXPECT_TRUE(
        has(text, R"(muster_gpu_state{node="node\"1",gpu="2",uuid="GPU-c",state="lost"} 1)"));
    EXPECT_EQ(text.find(R"(ratio{node="node\"1",gpu="2",uuid="GPU-c")"), text.npos);
}

TEST_F(ExporterOfAMaster, ShowsNothingOfANodeWithoutData) {
    auto later = now();
    later.uptime += 1h;
    ASSERT_TRUE(live.look(*control->master().agent(AgentId{"S0"}), later));
    const auto text = pageFor();
    EXPECT_EQ(text.find("GPU-"), text.npos) << "old data is never shown as live";
    EXPECT_TRUE(has(text, R"(muster_gpus{state="no-data"} 3)")) << text;
    EXPECT_TRUE(has(text, R"(muster_gpus{state="free"} 0)"));
    EXPECT_TRUE(has(text, R"(muster_nodes{state="no-data"} 1)"));
    EXPECT_TRUE(has(text, R"(muster_nodes{state="active"} 0)"));
    EXPECT_NE(text.find(R"(muster_agent_last_seen_timestamp_seconds{node="node\"1",agent="S0"} )"),
        text.npos);
}

TEST_F(ExporterOfAMaster, TellsItUnderTheNamesOfDcgmExporterWhereAFlagSaysSo) {
    EXPECT_EQ(pageFor().find("DCGM"), std::string::npos);
    exporter = std::make_unique<Exporter>(
        io, Exporter::Sources{*control, hub, live, meter, metrics, gate, answers, true});
    EXPECT_TRUE(has(pageFor(),
        R"(DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",device="nvidia0",modelName="Tesla M60",Hostname="node\"1"} 93)"))
        << pageFor();
}

TEST_F(ExporterOfAMaster, NamesHoldersWhenItIsAsked) {
    EXPECT_EQ(pageFor().find("t1"), std::string::npos);
    EXPECT_TRUE(has(pageFor("ann"),
        R"(muster_gpu_holder_info{node="node\"1",gpu="0",uuid="GPU-a",framework="F",task="t1",user="ann"} 1)"));
    EXPECT_EQ(get("").body->find("holder"), std::string::npos);
    EXPECT_NE(get("holders=true").body->find("task=\"t1\""), std::string::npos);
}

TEST_F(ExporterOfAMaster, NamesNoHolderThatTheRulesHide) {
    restrict(R"({"permissive":false,
        "get_endpoints":[{"principals":{"values":["ann","bob"]},"paths":{"values":["/metrics"]}}],
        "view_frameworks":[{"principals":{"type":"ANY"},"users":{"type":"ANY"}}],
        "view_tasks":[{"principals":{"values":["ann"]},"users":{"values":["ann"]}}]})");
    EXPECT_NE(get("holders=true", "ann").body->find("user=\"ann\""), std::string::npos);
    const auto hidden = get("holders=true", "bob");
    EXPECT_EQ(hidden.status, 200u);
    EXPECT_TRUE(has(*hidden.body, R"(muster_gpus{state="allocated"} 1)"));
    for (const auto* secret : {"t1", "ann", "holder"}) {
        EXPECT_EQ(hidden.body->find(secret), std::string::npos) << secret;
    }
    EXPECT_EQ(get("", "eve").status, 403u);
}

TEST_F(ExporterOfAMaster, AnswersInPrometheusFormat) {
    const auto answer = get("");
    EXPECT_EQ(answer.status, 200u);
    EXPECT_EQ(answer.contentType, "text/plain; version=0.0.4; charset=utf-8");
    EXPECT_TRUE(answer.body->starts_with("# HELP muster_build_info "));
    EXPECT_TRUE(answer.body->ends_with("\n"));
}

} // namespace
} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <optional>
#include <regex>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/kernel/base/metric.h"
#include "core/proto/protocol.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/framework_events.h"
#include "tests/app/cli/world.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Call = FakeMaster::Call;
using Event = FakeMaster::Event;
using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

Event executorUpdate(
    const std::string& task, mesos::v1::TaskState state, const char* message = nullptr) {
    auto event = update(task, state, "0123456789abcdef");
    auto* status = event.mutable_update()->mutable_status();
    status->set_source(mesos::v1::TaskStatus::SOURCE_EXECUTOR);
    if (message)
        status->set_message(message);
    return event;
}

std::vector<std::string> execute(
    const std::string& master, const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> all
        = {"execute", "--master=" + master, "--name=" + name, "--command=true",
            "--framework_capabilities=GPU_RESOURCES", "--resources=cpus:0.5;mem:64;gpus:1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

// All rows are one message: what bounds strangers must not bound the cluster.
TEST(MusterTasks, AreListedOfALargeCluster) {
    FakeMaster master;
    master.onRequest = [](const Request&) {
        Message message;
        for (int i = 0; i < 40'000; ++i) {
            auto& task = *message.mutable_snapshot()->mutable_rows()->add_tasks();
            task.set_id(std::to_string(i));
            task.set_state(test::worded("TASK_RUNNING"));
            task.set_name(std::string(200, 'n'));
        }
        return std::vector{message};
    };
    World world;
    EXPECT_EQ(world.run({"tasks", "--no-header", "--master=" + master.start()}), 0)
        << world.err.str();
    const auto printed = world.out.str();
    EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'), 40'000);
}

TEST(MusterExecute, RunsAWholeSession) {
    FakeMaster master;
    std::size_t acknowledged = 0;
    master.onCall = [&](const Call& call) -> std::vector<Event> {
        switch (call.type()) {
        case Call::SUBSCRIBE:
            return {subscribed(), offer("O1", "cpus:2;mem:4096"),
                offer("O1", "cpus:2;mem:4096;gpus:4")};
        case Call::ACCEPT:
            return {executorUpdate("gpu-test", mesos::v1::TASK_STARTING)};
        case Call::ACKNOWLEDGE:
            ++acknowledged;
            if (acknowledged == 1)
                return {executorUpdate("gpu-test", mesos::v1::TASK_RUNNING)};
            if (acknowledged == 2)
                return {executorUpdate(
                    "gpu-test", mesos::v1::TASK_FINISHED, "Command exited with status 0")};
            return {};
        default:
            return {};
        }
    };
    World world;
    EXPECT_EQ(world.run(execute(master.start(), "gpu-test")), 0) << world.err.str();
    master.stop();
    EXPECT_EQ(world.out.str(), dataFile("execute_gpu_finished.txt"));
    EXPECT_EQ(world.err.str(), "");
    EXPECT_EQ(master.count(Call::SUBSCRIBE), 1U);
    EXPECT_EQ(master.count(Call::DECLINE), 1U);
    EXPECT_EQ(master.count(Call::ACCEPT), 1U);
    EXPECT_EQ(master.count(Call::SUPPRESS), 1U);
    EXPECT_EQ(master.count(Call::ACKNOWLEDGE), 3U) << "the last one too";
}

// A master whose task runs until it is killed.
void serveUntilKilled(FakeMaster& master) {
    master.onCall = [](const Call& call) -> std::vector<Event> {
        switch (call.type()) {
        case Call::SUBSCRIBE:
            return {subscribed(), offer("O1", "cpus:2;mem:4096;gpus:4")};
        case Call::ACCEPT:
            return {executorUpdate("k", mesos::v1::TASK_STARTING),
                executorUpdate("k", mesos::v1::TASK_RUNNING)};
        case Call::KILL:
            return {executorUpdate("k", mesos::v1::TASK_KILLING),
                executorUpdate(
                    "k", mesos::v1::TASK_KILLED, "Command terminated with signal Terminated")};
        default:
            return {};
        }
    };
}

TEST(MusterExecute, KillsTheTaskWhenItsTimeIsOver) {
    FakeMaster master;
    serveUntilKilled(master);
    World world;
    EXPECT_EQ(world.run(execute(master.start(), "k", {"--kill_after=50ms"})), 1);
    EXPECT_EQ(world.out.str(), dataFile("execute_kill_after.txt"));
}

TEST(MusterExecute, KillsTheTaskOnInterrupt) {
    FakeMaster master;
    bool first = true;
    serveUntilKilled(master);
    master.onCall = [&, serve = master.onCall](const Call& call) {
        if (call.type() == Call::ACKNOWLEDGE && std::exchange(first, false))
            ::kill(getpid(), SIGINT);
        return serve(call);
    };
    World world;
    EXPECT_EQ(world.run(execute(master.start(), "k")), 130);
    EXPECT_EQ(world.err.str(), "Killing task 'k'; press Ctrl+C again to exit immediately\n");
    EXPECT_NE(world.out.str().find("TASK_KILLED"), std::string::npos);
}

TEST(MusterExecute, SaysThatTheMasterIsGone) {
    World world;
    EXPECT_EQ(world.run(execute("127.0.0.1:1", "t")), 5);
    EXPECT_EQ(world.err.str(),
        "muster: No master answers at 127.0.0.1:1: Connection refused. Start one with "
        "'muster-agentd standalone', or specify another with --master\n");
    EXPECT_EQ(world.out.str(), "");
}

TEST(MusterExecute, SaysThatTheTokenIsRefused) {
    FakeMaster master;
    master.token = "right";
    master.onCall = [](const Call&) { return std::vector<Event>(); };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run(execute(address, "t", {"--secret=wrong"})), 4);
    EXPECT_TRUE(
        world.err.str().starts_with("muster: The master at " + address + " denied access (401"))
        << world.err.str();
    EXPECT_NE(world.err.str().find("--token_file"), std::string::npos);
}

Message oneNode() {
    Message message;
    auto& snapshot = *message.mutable_snapshot();
    auto& agent = *snapshot.mutable_rows()->add_agents();
    agent.set_id("S0");
    agent.set_hostname("node-1");
    agent.set_state(test::worded("active"));
    *agent.mutable_resources() = test::bundle("cpus:8; mem:1024; gpus:2");
    *agent.mutable_used() = test::bundle("cpus:1; mem:128; gpus:1");
    agent.add_gpus("GPU-a");
    agent.add_gpus("GPU-b");
    agent.set_gpu_generation(3);
    for (const auto* uuid : {"GPU-b", "GPU-a"}) {
        auto& gpu = *snapshot.mutable_rows()->add_gpus();
        gpu.set_uuid(uuid);
        gpu.set_agent_id("S0");
        gpu.set_index(uuid[4] == 'a' ? 0 : 1);
        gpu.set_model("Tesla M60");
        gpu.set_memory_bytes(std::uint64_t(8192) << 20);
        gpu.set_state(test::worded(uuid[4] == 'a' ? "allocated" : "free"));
        gpu.set_task_id(uuid[4] == 'a' ? "t\x1b[2J" : "");
    }
    auto& telemetry = *snapshot.add_telemetry();
    telemetry.set_agent_id("S0");
    telemetry.set_gpu_generation(3);
    const auto column = [&](Metric metric, int a, int b) {
        auto& added = *telemetry.add_columns();
        added.set_metric(static_cast<std::uint32_t>(metric));
        added.add_values(a);
        added.add_values(b);
    };
    column(Metric::GpuUtilization, 97, 0);
    column(Metric::MemoryUsed, 1000, 0);
    column(Metric::Temperature, 70, kUnknown);
    column(Metric::Power, 120500, kUnknown);
    return message;
}

TEST(MusterGpus, PrintsATable) {
    FakeMaster master;
    master.onRequest = [](const Request&) { return std::vector{oneNode()}; };
    World world;
    EXPECT_EQ(world.run({"gpus", "--master=" + master.start()}), 0) << world.err.str();
    master.stop();
    ASSERT_EQ(master.requests.size(), 1U);
    EXPECT_TRUE(master.requests[0].subscribe().once());
    EXPECT_TRUE(master.requests[0].subscribe().telemetry());
    EXPECT_EQ(world.out.str(),
        "NODE    INDEX  UUID   MODEL      UTIL            MEM  TEMP      POWER  STATE      TASK\n"
        "node-1      0  GPU-a  Tesla M60   97%  1000/8192 MiB  70°C  121/n/a W  allocated  "
        "t\\x1b[2J\n"
        "node-1      1  GPU-b  Tesla M60    0%     0/8192 MiB   n/a        n/a  free       -\n");
}

TEST(MusterGpus, PrintsJsonWithNullForUnknown) {
    FakeMaster master;
    master.onRequest = [](const Request&) { return std::vector{oneNode()}; };
    World world;
    const auto address = master.start();
    EXPECT_EQ(world.run({"gpus", "-o", "json", "--state=FREE", "--master=" + address}), 0);
    const auto json = nlohmann::json::parse(world.out.str());
    ASSERT_EQ(json["gpus"].size(), 1U);
    EXPECT_EQ(json["gpus"][0]["uuid"], "GPU-b");
    EXPECT_EQ(json["gpus"][0]["utilization_percent"], 0);
    EXPECT_TRUE(json["gpus"][0]["temperature_celsius"].is_null());
    EXPECT_TRUE(json["gpus"][0]["task_id"].is_null());
}

// Its second connection ends the watch.
TEST(MusterLists, MarkATableAsOldWhileTheMasterIsLost) {
    for (const auto* format : {"table", "json"}) {
        FakeMaster master;
        bool isFirst = true;
        master.onRequest = [&](const Request&) {
            if (std::exchange(isFirst, false)) {
                master.lateCuts = 1;
                return std::vector{oneNode()};
            }
            Message denied;
            denied.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::DENIED);
            return std::vector{oneNode(), denied};
        };
        World world;
        EXPECT_EQ(world.run({"gpus", "--watch", "--no-header", "-o", format,
                      "--master=" + master.start()}),
            4)
            << world.err.str();
        const auto printed = world.out.str();
        const std::regex mark("as of [0-9]{2}:[0-9]{2}:[0-9]{2}, master lost\n");
        std::smatch found;
        const bool isTable = format == std::string_view("table");
        ASSERT_EQ(std::regex_search(printed, found, mark), isTable) << printed;
        if (isTable) {
            EXPECT_EQ(found.prefix().str(), found.suffix().str()) << "the same, live again";
        }
        EXPECT_TRUE(world.err.str().starts_with("muster: Connection lost, reconnecting... ("))
            << world.err.str();
    }
}

TEST(MusterLists, RefuseAStateThatIsNone) {
    for (const auto& [list, state, near] :
        {std::tuple("gpus", "fre", "free"), {"jobs", "runing", "running"},
            {"tasks", "TASK_RUNING", "running"}, {"nodes", "draind", "drained"}}) {
        World world;
        EXPECT_EQ(world.run({list, std::string("--state=") + state, "--master=127.0.0.1:1"}), 2);
        EXPECT_NE(
            world.err.str().find(std::string("; did you mean ") + near + "?"), std::string::npos)
            << world.err.str();
    }
    World alerts;
    EXPECT_EQ(alerts.run({"alerts", "--severity=critcal", "--master=127.0.0.1:1"}), 2);
}

TEST(MusterLists, RefuseANodeThatIsNone) {
    FakeMaster master;
    master.onRequest = [](const Request&) { return std::vector{oneNode()}; };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"jobs", "--node=node-2", "--master=" + address}), 3);
    EXPECT_EQ(world.err.str(), "muster: No node is named 'node-2'; did you mean node-1?\n");
    EXPECT_EQ(world.run({"jobs", "--node=node-1", "--master=" + address}), 0) << "none there";
}

TEST(MusterNodes, SaysWhyANodeTakesNoWork) {
    FakeMaster master;
    master.onRequest = [](const Request&) {
        auto message = oneNode();
        message.mutable_snapshot()->mutable_rows()->mutable_agents(0)->set_closed(
            "deactivated by alice");
        return std::vector{message};
    };
    const auto address = master.start();
    World table, json;
    EXPECT_EQ(table.run({"nodes", "--no-header", "--master=" + address}), 0);
    EXPECT_NE(table.out.str().find("node-1  deactivated by alice  1/2"), std::string::npos)
        << table.out.str();
    EXPECT_EQ(json.run({"nodes", "-o", "json", "--master=" + address}), 0);
    const auto node = nlohmann::json::parse(json.out.str())["nodes"][0];
    EXPECT_EQ(node["state"], "active");
    EXPECT_EQ(node["closed"], "deactivated by alice");
}

// 2026-11-20T12:04:31Z
Message lostCluster() {
    constexpr std::int64_t kSince = 1'795'176'271'000;
    auto message = oneNode();
    auto& rows = *message.mutable_snapshot()->mutable_rows();
    rows.mutable_agents(0)->set_state(test::worded("unreachable"));
    rows.mutable_agents(0)->set_no_data_since_ms(kSince);
    for (auto& gpu : *rows.mutable_gpus()) {
        gpu.set_state(test::worded("no-data"));
        gpu.set_no_data_since_ms(kSince);
    }
    return message;
}

TEST(MusterGpus, SaysSinceWhenALostNodeHasNoData) {
    FakeMaster master;
    master.onRequest = [](const Request&) { return std::vector{lostCluster()}; };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"gpus", "--no-header", "--master=" + address}), 0);
    EXPECT_EQ(world.out.str(),
        "node-1  0  GPU-a  Tesla M60  n/a  n/a/8192 MiB  n/a  n/a  no data since "
        "2026-11-20T12:04:31Z  t\\x1b[2J\n"
        "node-1  1  GPU-b  Tesla M60  n/a  n/a/8192 MiB  n/a  n/a  no data since "
        "2026-11-20T12:04:31Z  -\n");
    World free;
    EXPECT_EQ(free.run({"gpus", "--state=free", "--master=" + address}), 0);
    EXPECT_EQ(free.out.str(), "");
    World nodes;
    EXPECT_EQ(nodes.run({"nodes", "-o", "json", "--master=" + address}), 0);
    const auto node = nlohmann::json::parse(nodes.out.str())["nodes"][0];
    EXPECT_EQ(node["state"], "unreachable");
    EXPECT_EQ(node["no_data_since"], "2026-11-20T12:04:31.000Z");
    World table;
    EXPECT_EQ(table.run({"nodes", "--no-header", "--master=" + address}), 0);
    EXPECT_NE(table.out.str().find("unreachable  -/2  -/8  -/1024 MiB"), std::string::npos)
        << table.out.str();
}

TEST(MusterGpus, ListsAFreeOneOfADrainedNodeWithTheReasonAndNotAsFree) {
    FakeMaster master;
    master.onRequest = [](const Request&) {
        auto message = oneNode();
        auto& rows = *message.mutable_snapshot()->mutable_rows();
        rows.mutable_agents(0)->mutable_drain()->set_author("bob");
        rows.mutable_agents(0)->mutable_drain()->set_done(true);
        rows.mutable_gpus(0)->set_state(test::worded("unavailable"));
        rows.mutable_gpus(0)->set_problem("Its node is drained by bob: fan");
        return std::vector{message};
    };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"gpus", "-o", "wide", "--master=" + address}), 0) << world.err.str();
    EXPECT_NE(world.out.str().find("free, node drained"), std::string::npos) << world.out.str();
    EXPECT_NE(world.out.str().find("Its node is drained by bob: fan"), std::string::npos);
    World free;
    EXPECT_EQ(free.run({"gpus", "--state=free", "--master=" + address}), 0);
    EXPECT_EQ(free.out.str(), "");
    World json;
    EXPECT_EQ(json.run({"gpus", "--state=unavailable", "-o", "json", "--master=" + address}), 0);
    const auto gpus = nlohmann::json::parse(json.out.str())["gpus"];
    ASSERT_EQ(gpus.size(), 1U);
    EXPECT_EQ(gpus[0]["state"], "unavailable");
    EXPECT_EQ(gpus[0]["why"], "Its node is drained by bob: fan");
}

TEST(MusterLists, SayWhatToDoWhenThereIsNothing) {
    FakeMaster master;
    master.onRequest = [](const Request&) {
        Message empty;
        empty.mutable_snapshot();
        return std::vector{empty};
    };
    const auto address = master.start();
    for (const auto* list : {"gpus", "nodes", "offers", "tasks", "jobs", "alerts"}) {
        World world;
        EXPECT_EQ(world.run({list, "--master=" + address}), 0) << list;
        EXPECT_EQ(world.out.str(), "") << list;
        EXPECT_TRUE(world.err.str().starts_with(std::string("No ") + list + ". ")) << list;
    }
}

// A master that lists a job in each state, and knows an older one from its journal.
std::vector<Message> jobsOfAll(const Request& request) {
    Message message;
    if (request.has_query_ended()) {
        message.mutable_reply()->set_id(request.id());
        auto& old = *message.mutable_reply()->mutable_ended()->add_jobs();
        old.set_id("old");
        old.set_state(test::worded("finished"));
        return {message};
    }
    for (const auto* state : {"queued", "running", "finished", "failed", "killed"}) {
        auto& job = *message.mutable_snapshot()->mutable_rows()->add_jobs();
        job.set_id(std::string("job-") + state);
        job.set_state(test::worded(state));
    }
    return {message};
}

TEST(MusterJobs, ListsFinishedOnesOnlyIfAsked) {
    FakeMaster master;
    master.onRequest = jobsOfAll;
    const auto address = master.start();
    const auto ids = [&](std::vector<std::string> more) {
        World world;
        more.insert(more.begin(), {"jobs", "-o", "json", "--master=" + address});
        EXPECT_EQ(world.run(more), 0) << world.err.str();
        std::string out;
        const auto list = nlohmann::json::parse(world.out.str());
        for (const auto& job : list["jobs"])
            out += job["job_id"].get<std::string>() + " ";
        return out;
    };
    EXPECT_EQ(ids({}), "job-queued job-running ");
    EXPECT_EQ(ids({"--all"}), "job-failed job-finished job-killed job-queued job-running old ");
    EXPECT_EQ(ids({"--state=finished"}), "job-finished old ");
    EXPECT_EQ(ids({"--state=queued"}), "job-queued ");
    EXPECT_EQ(ids({"--state=PENDING"}), "job-queued ") << "the word of Slurm and Kubernetes";
}

TEST(MusterTasks, ListsFinishedOnesOnlyIfAsked) {
    FakeMaster master;
    master.onRequest = [](const Request& request) {
        Message message;
        if (request.has_query_ended()) {
            message.mutable_reply()->set_id(request.id());
            auto& old = *message.mutable_reply()->mutable_ended()->add_tasks();
            old.set_id("old");
            old.set_state(test::worded("TASK_FINISHED"));
            return std::vector{message};
        }
        for (const auto* state : {"TASK_FINISHED", "TASK_RUNNING", "TASK_UNREACHABLE"}) {
            auto& task = *message.mutable_snapshot()->mutable_rows()->add_tasks();
            task.set_id(state);
            task.set_state(test::worded(state));
        }
        return std::vector{message};
    };
    const auto address = master.start();
    std::string said;
    const auto ids = [&](std::vector<std::string> more) {
        World world;
        more.insert(more.begin(), {"tasks", "--no-header", "--master=" + address});
        EXPECT_EQ(world.run(more), 0) << world.err.str();
        said = world.err.str();
        std::string out;
        std::istringstream lines(world.out.str());
        for (std::string line; std::getline(lines, line);)
            out += line.substr(0, line.find_first_of(" ,")) + " ";
        return out;
    };
    EXPECT_EQ(ids({}), "TASK_RUNNING TASK_UNREACHABLE ");
    EXPECT_EQ(said, "Use 'muster tasks --all' to include finished tasks\n");
    EXPECT_EQ(ids({"--all"}), "TASK_FINISHED TASK_RUNNING TASK_UNREACHABLE old ");
    EXPECT_EQ(said, "");
    EXPECT_EQ(ids({"--state=finished"}), "TASK_FINISHED old ");
    EXPECT_EQ(ids({"--state=running"}), "TASK_RUNNING ");
    EXPECT_EQ(said, "") << "the filter leaves it out";
    ids({"-o", "csv"});
    EXPECT_EQ(said, "") << "for people only";
}

Message reply(std::uint64_t id) {
    Message message;
    message.mutable_reply()->set_id(id);
    return message;
}

Message jobRow(const char* state, std::int64_t started) {
    Message message;
    auto& job = *message.mutable_delta()->mutable_changed()->add_jobs();
    job.set_id("job-1");
    job.set_name("train");
    job.set_state(test::worded(state));
    job.set_task_id("task-1");
    job.set_framework_id("F");
    job.set_started_ms(started);
    return message;
}

// What logs asks before it reads: the job that runs. Nothing for its later requests.
std::optional<Message> runningJob(const Request& request) {
    Message answer;
    if (request.has_subscribe())
        *answer.mutable_snapshot()->mutable_rows() = jobRow("running", 5).delta().changed();
    else if (request.has_query_ended())
        (answer = reply(request.id())).mutable_reply()->mutable_ended();
    else
        return std::nullopt;
    return answer;
}

TEST(MusterSubmit, FollowsTheJobToItsEnd) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        if (request.has_submit_job()) {
            auto done = reply(request.id());
            done.mutable_reply()->mutable_job_submitted()->set_job_id("job-1");
            return {done};
        }
        if (request.has_explain())
            return {reply(request.id())};
        if (request.has_subscribe()) {
            Message empty;
            empty.mutable_snapshot();
            return {empty, jobRow("running", 5)};
        }
        if (request.has_query_ended()) { // its task is not known any more, nor its exit status
            auto none = reply(request.id());
            none.mutable_reply()->mutable_ended();
            return {none};
        }
        auto chunk = reply(request.id());
        chunk.mutable_reply()->mutable_log()->set_data(
            request.read_log().file() == "stderr" ? "slow\n" : "epoch 1\n");
        auto end = reply(request.id());
        end.mutable_reply()->mutable_log()->set_end(true);
        return {chunk, jobRow("failed", 5), end};
    };
    World world;
    EXPECT_EQ(world.run({"submit", "--follow", "--gpus=1", "--master=" + master.start(), "--",
                  "python3", "train.py", "--master"}),
        1);
    master.stop();
    EXPECT_EQ(world.out.str(), "epoch 1\n");
    EXPECT_EQ(world.err.str(), "Submitted job-1\nslow\n");
    ASSERT_EQ(master.requests.size(), 6U);
    EXPECT_EQ(master.requests[0].submit_job().command().arguments(2), "--master");
    EXPECT_EQ(master.requests[1].explain().job_id(), "job-1");
    EXPECT_EQ(master.requests[3].read_log().task_id(), "task-1");
    EXPECT_EQ(master.requests[4].read_log().file(), "stderr");
}

TEST(MusterLogs, ShowsTheLastLinesOfAJob) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        if (request.has_subscribe()) {
            Message snapshot;
            *snapshot.mutable_snapshot()->mutable_rows() = jobRow("running", 5).delta().changed();
            return {snapshot};
        }
        auto answer = reply(request.id());
        if (request.has_query_ended()) {
            answer.mutable_reply()->mutable_ended();
        } else {
            answer.mutable_reply()->mutable_log()->set_data("a\nb\nc\n");
            answer.mutable_reply()->mutable_log()->set_end(true);
        }
        return {answer};
    };
    World world;
    EXPECT_EQ(world.run({"logs", "--tail=2", "job-1", "--master=" + master.start()}), 0);
    master.stop();
    EXPECT_EQ(world.out.str(), "b\nc\n");
    EXPECT_EQ(master.requests.back().read_log().framework_id(), "F");
}

// A job that failed before it wrote anything; `problem`: its files cannot be read.
std::vector<Message> silentJob(
    const Request& request, std::optional<muster::v1::Error::Kind> problem) {
    if (request.has_subscribe()) {
        Message snapshot;
        *snapshot.mutable_snapshot()->mutable_rows() = jobRow("failed", 5).delta().changed();
        return {snapshot};
    }
    auto answer = reply(request.id());
    if (request.has_query_ended()) {
        auto& task = *answer.mutable_reply()->mutable_ended()->add_tasks();
        task.set_framework_id("F");
        task.set_id("task-1");
        task.set_state(test::worded("TASK_FAILED"));
        task.set_reason(test::worded("REASON_CONTAINER_LAUNCH_FAILED"));
        task.set_launch_step(muster::v1::LAUNCH_OF_IMAGE);
        task.set_message("Failed to launch container: The image alpin\x1b[2J does not exist");
    } else if (problem) {
        answer.mutable_reply()->mutable_error()->set_kind(*problem);
        answer.mutable_reply()->mutable_error()->set_message("no such file");
    } else {
        answer.mutable_reply()->mutable_log()->set_end(true);
    }
    return {answer};
}

TEST(MusterLogs, SaysWhyAJobWithoutOutputFailed) {
    const std::string card = "  Cause:        The image could not be pulled or used\n"
                             "  Message:      The image alpin\\x1b[2J does not exist\n"
                             "  Hint:         Check the image's name";
    for (const auto problem :
        {std::optional<muster::v1::Error::Kind>(), std::optional(muster::v1::Error::NOT_FOUND)}) {
        FakeMaster master;
        master.onRequest = [=](const Request& request) { return silentJob(request, problem); };
        World world;
        EXPECT_EQ(world.run({"logs", "job-1", "--master=" + master.start()}), 0);
        EXPECT_EQ(world.out.str(), "");
        const auto said = world.err.str();
        EXPECT_TRUE(said.starts_with(
            !problem ? "task-1 has no stdout:\n" + card : "task-1 has no output:\n" + card))
            << said;
    }
}

TEST(MusterLogs, SaysThatTheFilesAreOnAMachineThatIsAway) {
    FakeMaster master;
    master.onRequest
        = [](const Request& request) { return silentJob(request, muster::v1::Error::UNAVAILABLE); };
    World world;
    EXPECT_EQ(world.run({"logs", "job-1", "--master=" + master.start()}), 5);
    EXPECT_TRUE(world.err.str().starts_with("muster: no such file\n")) << world.err.str();
    EXPECT_NE(world.err.str().find("Cause:"), std::string::npos);
}

TEST(MusterLogs, SaysOfAJobThatHasNotStartedWhereToReadWhy) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        Message message;
        if (request.has_subscribe()) {
            auto& job = *message.mutable_snapshot()->mutable_rows()->add_jobs();
            job.set_id("job-12");
            job.set_state(test::worded("queued"));
            job.set_wait_text("8 GPUs requested, 4 free");
        } else {
            message = reply(request.id());
            message.mutable_reply()->mutable_ended();
        }
        return {message};
    };
    World world;
    EXPECT_EQ(world.run({"logs", "job-12", "--master=" + master.start()}), 1);
    EXPECT_EQ(world.err.str(),
        "muster: The job 'job-12' has not started: 8 GPUs requested, 4 free. See 'muster jobs "
        "explain job-12'\n");
}

// Two frameworks have a task "t"; the log of each is its framework's id.
std::vector<Message> twoTasks(const Request& request) {
    Message message;
    if (request.has_subscribe()) {
        for (const auto* framework : {"F", "G"}) {
            auto& task = *message.mutable_snapshot()->mutable_rows()->add_tasks();
            task.set_framework_id(framework);
            task.set_id("t");
            task.set_state(test::worded("TASK_RUNNING"));
        }
        return {message};
    }
    message = reply(request.id());
    if (request.has_query_ended()) {
        message.mutable_reply()->mutable_ended();
    } else {
        message.mutable_reply()->mutable_log()->set_data(request.read_log().framework_id());
        message.mutable_reply()->mutable_log()->set_end(true);
    }
    return {message};
}

TEST(MusterLogs, AsksWhichTaskIsMeantAndTakesItsFramework) {
    FakeMaster master;
    master.onRequest = twoTasks;
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"logs", "t", "--master=" + address}), 2);
    EXPECT_EQ(world.err.str(),
        "muster: 2 tasks are named 't': choose one, t --framework=F or t --framework=G\n");
    EXPECT_EQ(world.run({"logs", "t", "--framework=G", "--master=" + address}), 0);
    EXPECT_EQ(world.out.str(), "G");
}

TEST(MusterLogs, SaysThatTheSandboxWasRemovedAndWhenTheTaskEnded) {
    FakeMaster master;
    master.onRequest = [](const Request& request) {
        auto messages = silentJob(request, muster::v1::Error::NOT_FOUND);
        if (request.has_query_ended()) {
            auto& task = *messages[0].mutable_reply()->mutable_ended()->mutable_tasks(0);
            task.set_started_ms(5);
            task.set_ended_ms(6);
        }
        return messages;
    };
    World world;
    EXPECT_EQ(world.run({"logs", "job-1", "--master=" + master.start()}), 3);
    const auto said = world.err.str();
    EXPECT_TRUE(said.starts_with("muster: no such file\nThe task ended ")) << said;
    EXPECT_NE(said.find(" ago\n"), std::string::npos) << said; // "20783 d 15 h", or whole days
}

// Only the newest of those that have ended are listed; the master has all of them.
TEST(MusterLogs, AsksTheMasterForATaskThatIsNotListed) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        auto message = reply(request.id());
        if (request.has_subscribe()) {
            message.mutable_snapshot();
        } else if (request.has_query_ended()) {
            message.mutable_reply()->mutable_ended();
        } else if (request.read_log().task_id() == "old") {
            message.mutable_reply()->mutable_log()->set_data("old output");
            message.mutable_reply()->mutable_log()->set_end(true);
        } else {
            message.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::NOT_FOUND);
        }
        return {message};
    };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"logs", "old", "--master=" + address}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "old output");
    EXPECT_EQ(world.run({"logs", "never", "--master=" + address}), 3);
    EXPECT_EQ(
        world.err.str(), "muster: No job or task 'never': see 'muster jobs' and 'muster tasks'\n");
}

TEST(MusterLogs, SaysHowMuchOfTheOutputIsGone) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        if (request.has_subscribe()) {
            Message snapshot;
            *snapshot.mutable_snapshot()->mutable_rows() = jobRow("running", 5).delta().changed();
            return {snapshot};
        }
        if (request.has_query_ended()) {
            auto none = reply(request.id());
            none.mutable_reply()->mutable_ended();
            return {none};
        }
        std::vector<Message> chunks;
        for (const std::int64_t offset : {5 << 20, (5 << 20) + 2, (5 << 20) + 104}) {
            chunks.push_back(reply(request.id()));
            chunks.back().mutable_reply()->mutable_log()->set_offset(offset);
            chunks.back().mutable_reply()->mutable_log()->set_data("x\n");
        }
        chunks.back().mutable_reply()->mutable_log()->set_end(true);
        return chunks;
    };
    World world;
    EXPECT_EQ(world.run({"logs", "-f", "job-1", "--master=" + master.start()}), 0);
    master.stop();
    EXPECT_EQ(world.out.str(), "x\nx\nx\n");
    EXPECT_EQ(
        world.err.str(), "5 MiB of older output discarded\n100 bytes of older output discarded\n");
}

// Whoever reads the output, a pager: takes nothing until it is told to.
struct Pager : std::streambuf {
    std::mutex mutex;
    std::condition_variable changed;
    bool reads = false;
    std::size_t taken = 0;

    std::streamsize xsputn(const char*, std::streamsize size) override {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return reads; });
        taken += static_cast<std::size_t>(size);
        return size;
    }
    void read() {
        const std::lock_guard lock(mutex);
        reads = true;
        changed.notify_all();
    }
};

Message logPiece(std::uint64_t id, std::size_t size) {
    auto message = reply(id);
    message.mutable_reply()->mutable_log()->set_data(std::string(size, 'x'));
    return message;
}

// The exit status of `muster logs job-1` into a pager that reads after `pause`.
int logsInto(Pager& pager, std::ostream& err, FakeMaster& master, std::chrono::milliseconds pause) {
    std::ostream out(&pager);
    const CliContext here{.out = out,
        .err = err,
        .variable =
            [](const char* name) {
                return name == std::string_view("XDG_CONFIG_HOME") ? "/nonexistent" : nullptr;
            },
        .user = "alice"};
    const std::vector<std::string> words{"logs", "job-1", "--master=" + master.start()};
    std::thread later([&] {
        std::this_thread::sleep_for(pause);
        pager.read();
    });
    const auto code = static_cast<int>(runProgram(words, here));
    later.join();
    master.stop();
    return code;
}

TEST(MusterLogs, ServesTheConnectionAndConfirmsOnlyWhatIsPrinted) {
    constexpr std::size_t kSize = proto::kLogConfirmed;
    Pager pager;
    FakeMaster master;
    master.limits.idle = std::chrono::seconds(1); // the pager takes longer
    bool wasEarly = false;
    master.onRequest = [&](const Request& request) -> std::vector<Message> {
        if (const auto known = runningJob(request))
            return {*known};
        if (request.has_log_taken()) {
            const std::lock_guard lock(pager.mutex);
            wasEarly = wasEarly || !pager.reads;
            EXPECT_EQ(request.log_taken().bytes(), kSize);
            auto last = reply(request.log_taken().request_id());
            last.mutable_reply()->mutable_log()->set_offset(kSize);
            last.mutable_reply()->mutable_log()->set_end(true);
            return {last};
        }
        EXPECT_EQ(request.read_log().window(), proto::kLogWindow);
        return {logPiece(request.id(), kSize)};
    };
    std::ostringstream err;
    EXPECT_EQ(logsInto(pager, err, master, std::chrono::seconds(2)), 0) << err.str();
    EXPECT_FALSE(wasEarly) << "nothing was printed";
    EXPECT_EQ(pager.taken, kSize);
}

// Of what is said on stderr: how much of the output was printed before it.
struct Notes : std::stringbuf {
    explicit Notes(Pager& pager_) : pager(pager_) { }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const std::lock_guard lock(pager.mutex);
        before = before.value_or(pager.taken);
        return std::stringbuf::xsputn(text, size);
    }
    Pager& pager;
    std::optional<std::size_t> before;
};

TEST(MusterLogs, SaysWhyTheyEndBelowAllThatWasRead) {
    constexpr std::size_t kSize = 10'000;
    Pager pager;
    FakeMaster master;
    master.onRequest = [&](const Request& request) -> std::vector<Message> {
        if (const auto known = runningJob(request))
            return {*known};
        auto unknown = reply(0); // to LogTaken, by an earlier master
        unknown.mutable_reply()->mutable_error()->set_message("not known");
        auto lost = reply(request.id());
        lost.mutable_reply()->mutable_error()->set_message("The agent lost its connection");
        return {unknown, logPiece(request.id(), kSize), lost};
    };
    Notes notes(pager);
    std::ostream err(&notes);
    EXPECT_EQ(logsInto(pager, err, master, std::chrono::milliseconds(300)), 1);
    EXPECT_EQ(notes.str(), "muster: The agent lost its connection\n");
    EXPECT_EQ(notes.before, kSize);
}

TEST(MusterLogs, FailsWhereTheAgentIsLostInTheMiddle) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        if (const auto known = runningJob(request))
            return {*known};
        auto some = reply(request.id());
        some.mutable_reply()->mutable_log()->set_data("some\n");
        auto lost = reply(request.id());
        lost.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::UNAVAILABLE);
        lost.mutable_reply()->mutable_error()->set_message("The agent lost its connection");
        return {some, lost};
    };
    World world;
    EXPECT_EQ(world.run({"logs", "job-1", "--master=" + master.start()}), 5);
    EXPECT_EQ(world.out.str(), "some\n");
    EXPECT_EQ(world.err.str(), "muster: The agent lost its connection\n");
}

TEST(MusterKill, TakesAnIdThatIsNoJobForATask) {
    FakeMaster master;
    master.onRequest = [](const Request& request) -> std::vector<Message> {
        auto answer = reply(request.id());
        if (request.has_kill_job() && request.kill_job().job_id() == "job-1")
            return {answer};
        if (request.has_kill_task() && request.kill_task().task_id() == "t")
            return {answer};
        answer.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::NOT_FOUND);
        answer.mutable_reply()->mutable_error()->set_message("No task has the id 'x'");
        return {answer};
    };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"kill", "job-1", "t", "--yes", "--master=" + address}), 0);
    EXPECT_EQ(world.out.str(), "Asked to kill job 'job-1'\nAsked to kill task 't'\n");
    World unknown;
    EXPECT_EQ(unknown.run({"kill", "x", "--yes", "--master=" + address}), 3);
    EXPECT_EQ(unknown.err.str(), "muster: No task has the id 'x'\n");
}

TEST(MusterGpu, RestrictsForATimeInTheCallersName) {
    FakeMaster master;
    master.onRequest = [](const Request& request) { return std::vector{reply(request.id())}; };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"gpu", "restrict", "GPU-a", "--reason=fan", "--for=2h30m",
                  "--master=" + address}),
        0)
        << world.err.str();
    EXPECT_EQ(world.out.str(), "Restricted GPU-a for 2h30m\n");
    World release;
    EXPECT_EQ(release.run({"gpu", "release", "GPU-a", "--master=" + address}), 0);
    master.stop();
    ASSERT_EQ(master.requests.size(), 2U);
    EXPECT_EQ(master.requests[0].restrict_gpu().author(), "alice@desk");
    EXPECT_GT(master.requests[0].restrict_gpu().until_ms(), 0);
    EXPECT_EQ(master.requests[1].release_gpu().uuid(), "GPU-a");
}

} // namespace
} // namespace muster::cli

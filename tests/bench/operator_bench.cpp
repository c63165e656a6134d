// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What the first poll of a large cluster costs: GET_STATE in both encodings, /state, /tasks and
// /metrics/snapshot of 10,000 agents that run 100,000 tasks. Aim of the first, in protobuf: 200 ms.
#include <filesystem>

#include <google/protobuf/arena.h>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/api/operator_endpoints.h"
#include "core/proto/scheduler.h"

namespace {

using namespace muster;
using namespace muster::agentd;
using Steady = std::chrono::steady_clock;

constexpr int kAgents = 10000;
constexpr int kTasksEach = 10;

cluster::LiveTask liveTask(const FrameworkId& framework, const AgentId& agent, int number) {
    mesos::v1::TaskInfo info;
    info.set_name(fmt::format("task{}", number));
    info.mutable_task_id()->set_value(fmt::format("task-{:06}", number));
    info.mutable_agent_id()->set_value(agent.value);
    info.mutable_command()->set_value("python3 train.py --epochs 10");
    auto& label = *info.mutable_labels()->add_labels();
    label.set_key("owner");
    label.set_value("research");
    cluster::LiveTask out{.framework = framework, .info = proto::fromProto(info)};
    out.info.agent = agent;
    out.info.resources = *Resources::parse("cpus:1;mem:1024;gpus:1");
    out.info.role = "*";
    out.latest = {.task = out.info.id,
        .state = TaskState::Running,
        .source = StatusSource::Executor,
        .at = now(),
        .agent = agent,
        .executor = {out.info.id.value},
        .container
        = cluster::ContainerStatus{{fmt::format("c-{}", number)}, "127.0.0.1", 1000 + number}};
    return out;
}

template <typename Act>
void print(const char* what, const Act& act) {
    const auto begin = Steady::now();
    const std::size_t bytes = act();
    const double ms = std::chrono::duration<double, std::milli>(Steady::now() - begin).count();
    fmt::print("{:<28} {:8.1f} ms {:8.1f} MB\n", what, ms, static_cast<double>(bytes) / 1e6);
}

} // namespace

int main() {
    const auto folder
        = std::filesystem::temp_directory_path() / fmt::format("operator-bench-{}", ::getpid());
    std::filesystem::create_directory(folder);
    {
        auto journal = history::Journal::open(folder / "control.db");
        boost::asio::io_context io;
        auto control = Control::open(io, {.master = {.id = "M1"}, .jobs = {}}, *journal);
        (*control)->onFatal = [](const Error& error) { fmt::print("{}\n", error.message); };
        const api::MasterFacts facts{"M1", "127.0.0.1", 5050, "localhost", now()};
        const Gate gate;
        api::WholeAnswers answers(io, gate);
        const std::map<std::string, std::string> flags;
        api::OperatorEndpoints operators(io, **control, facts, gate, answers, flags);
        const auto routes = operators.routes();
        const auto ask = [&](const std::string& path, const std::string& body = "",
                             const char* accept = "application/json") {
            net::HttpRequest request{.method = body.empty() ? "GET" : "POST", .path = path};
            request.headers = {{"Content-Type", "application/json"}, {"Accept", accept}};
            request.body = body;
            const auto row = std::ranges::find_if(
                routes, [&](const GuardedRoute& one) { return one.route().path == path; });
            return row->route().handler(request).body->size();
        };
        const FrameworkId framework{"F-0000"};
        const auto link = (*control)->addFramework({.send = [](const auto&) {}, .close = {}});
        cluster::FrameworkInfo info;
        info.id = framework;
        info.name = "bench";
        (*control)->fromFramework(link, cluster::Subscribe{info, {}});
        for (int i = 0; i < kAgents; ++i) {
            const auto agent = (*control)->addAgent({.send = [](const auto&) {}, .close = {}});
            cluster::Register message;
            message.id.value = fmt::format("F-S{}", i);
            message.info.hostname = fmt::format("node-{}", i);
            message.info.total = *Resources::parse("cpus:32;mem:65536;disk:100000;gpus:16");
            for (int task = 0; task < kTasksEach; ++task) {
                message.tasks.push_back(liveTask(framework, message.id, i * kTasksEach + task));
            }
            (*control)->fromAgent(agent, std::move(message));
        }
        while (!(*control)->isSettled()) {
            io.run_one();
        }
        fmt::print("{} agents, {} tasks\n", (*control)->master().agents().size(),
            (*control)->master().tasks().size());
        const std::string state = R"({"type":"GET_STATE"})";
        for (const auto* turn : {"first", "second"}) {
            fmt::print("{} time\n", turn);
            print("GET_STATE, protobuf",
                [&] { return ask("/api/v1", state, "application/x-protobuf"); });
            print("GET_STATE, JSON", [&] { return ask("/api/v1", state); });
            print("/state", [&] { return ask("/state"); });
            print("/tasks (100 of them)", [&] { return ask("/tasks"); });
            print("/metrics/snapshot", [&] { return ask("/metrics/snapshot"); });
        }
    }
    std::filesystem::remove_all(folder);
}

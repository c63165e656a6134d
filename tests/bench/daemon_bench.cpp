// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The programs as they are shipped, on simulated GPUs: a task from "muster execute" to its end
// beside "runc run", what an idle agent and master cost, the way of a sample to a console, and jobs
// a second. Needs root. Ends with a table of ours, the peer's and the least possible; asserts
// nothing. Wall times depend on what else the machine does: the ratio is the figure to watch.
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include <benchmark/benchmark.h>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <sys/utsname.h>

#include "core/kernel/base/state.h"
#include "core/net/token.h"
#include "core/net/websocket_client.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/proto/states.h"
#include "tests/bench/daemon_world.h"
#include "tests/bench/process_cost.h"
#include "tests/bench/runc_peer.h"
#include "tests/bench/series.h"
#include "tests/support/bundle.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace muster::bench {
namespace {

constexpr int kRepetitions = 20;
constexpr int kWarmUps = 2;
constexpr int kSamples = 30;
constexpr int kJobs = 100;
constexpr auto kSettle = std::chrono::seconds(10);
constexpr auto kIdle = std::chrono::seconds(30);
constexpr auto kPatience = std::chrono::seconds(120);

struct Row {
    std::string what, ours, peer, floor;
    double load = 0;
};

class Report {
public:
    void add(std::string what, std::string ours, std::string peer, std::string floor = "-") {
        double load = 0;
        getloadavg(&load, 1);
        m_rows.push_back(
            {std::move(what), std::move(ours), std::move(peer), std::move(floor), load});
    }

    void print() const {
        utsname host{};
        uname(&host);
        fmt::print("\nLinux {}, {} processors, cgroup {}\n", host.release,
            std::thread::hardware_concurrency(),
            access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0 ? "v2" : "v1");
        constexpr auto kLine = "{:<42}{:<30}{:<36}{:<8}{:>6}\n";
        fmt::print(kLine, "", "ours", "peer", "floor", "load");
        for (const auto& row : m_rows)
            fmt::print(
                kLine, row.what, row.ours, row.peer, row.floor, fmt::format("{:.2f}", row.load));
    }

private:
    std::vector<Row> m_rows;
};

std::string spread(const Series& series, int digits = 1) {
    return fmt::format("{:.{}f} / {:.{}f} / {:.{}f}", series.at(0), digits, series.at(0.5), digits,
        series.at(0.95), digits);
}

// --- submit to finish ---------------------------------------------------------------------------

struct Contest {
    Series ours, oursCpu, runc, runcCpu, floor;
};

const std::vector<std::string> kExecute
    = {MUSTER_BIN_DIR "/muster", "execute", "--name=bench", "--command=true",
        "--framework_capabilities=GPU_RESOURCES", "--resources=cpus:1;mem:128;gpus:1"};

container::ContainerSpec peerSpec(const DaemonWorld& world) {
    container::ContainerSpec spec;
    spec.id = ContainerId{"peer"};
    spec.argv = {"/bin/sh", "-c", "true"};
    spec.sandbox = world.folder() + "/peer-sandbox";
    spec.gpuMinors = {0};
    return spec;
}

Status runInto(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
    Series& wall, Series* cpu) {
    const auto run = runMeasured(argv, environment);
    if (!run)
        return tl::unexpected(run.error());
    wall.values.push_back(run->wallMilliseconds);
    if (cpu)
        cpu->values.push_back(run->cpuMilliseconds);
    return {};
}

// A-B-B-A: what changes on the machine meanwhile falls on both alike.
Status runPair(const DaemonWorld& world, const RuncPeer& peer, bool oursFirst, Contest& into) {
    const auto ours
        = [&] { return runInto(kExecute, world.environment(), into.ours, &into.oursCpu); };
    const auto runc
        = [&] { return runInto(peer.argv(), world.environment(), into.runc, &into.runcCpu); };
    auto first = oursFirst ? ours() : runc();
    auto second = oursFirst ? runc() : ours();
    auto floor = runInto({"/bin/true"}, world.environment(), into.floor, nullptr);
    return !first ? first : !second ? second : floor;
}

void reportContest(Report& report, const Contest& contest, double daemonCpu, long ours, long runc) {
    const double ratio = contest.ours.at(0.5) / contest.runc.at(0.5);
    report.add("execute true, 1 GPU: min/p50/p95 ms", spread(contest.ours), "Mesos 700",
        fmt::format("{:.2f}", contest.floor.at(0.5)));
    report.add("  runc run of the same, interleaved", fmt::format("{:.2f} times runc", ratio),
        "runc " + spread(contest.runc));
    report.add("  CPU ms of the client: min/p50/p95", spread(contest.oursCpu),
        fmt::format("Mesos 63; runc {:.1f}", contest.runcCpu.at(0.5)));
    report.add("  CPU ms of the daemon a task", fmt::format("{:.1f}", daemonCpu), "-");
    report.add("  most memory, MiB", fmt::format("{:.1f}", static_cast<double>(ours) / 1024),
        fmt::format("Mesos 67; runc {:.1f}", static_cast<double>(runc) / 1024));
}

Status execute(benchmark::State& state, Report& report) {
    DaemonWorld world;
    const auto daemon = world.start("standalone", {"--simulate=m60x4", "--port=0"});
    const auto master = daemon ? world.master() : tl::unexpected(daemon.error());
    if (!master)
        return tl::unexpected(master.error());
    const auto peer
        = RuncPeer::prepare(world.folder(), peerSpec(world), MUSTER_BIN_DIR "/muster-init");
    if (!peer)
        return tl::unexpected(peer.error());
    Contest warmUp;
    for (int i = 0; i < kWarmUps; ++i) {
        if (auto status = runPair(world, *peer, true, warmUp); !status)
            return status;
    }
    const auto ours = peakKib(kExecute, world.environment());
    const auto runc = peakKib(peer->argv(), world.environment());
    const auto cpu = [&] { return cpuMilliseconds(*daemon) + childrenCpuMilliseconds(*daemon); };
    const double before = cpu();
    Contest contest;
    for (auto _ : state) {
        const bool oursFirst = contest.ours.values.size() % 2 == 0;
        if (auto status = runPair(world, *peer, oursFirst, contest); !status)
            return status;
        state.SetIterationTime(contest.ours.values.back() / 1e3);
    }
    const double each = (cpu() - before) / static_cast<double>(contest.ours.values.size());
    reportContest(report, contest, each, ours.value_or(0), runc.value_or(0));
    return {};
}

// --- idle ---------------------------------------------------------------------------------------

struct Watched {
    std::string name;
    pid_t pid = 0;
    double cpu = 0;
    std::string peer;
};

Status idle(benchmark::State& state, Report& report) {
    DaemonWorld world;
    const auto master = world.start("master", {"--port=0"});
    const auto context = master ? world.master() : tl::unexpected(master.error());
    if (!context)
        return tl::unexpected(context.error());
    const auto agent = world.start("agent",
        {"--simulate=h100x8", "--master=" + context->address,
            "--token_file=" + context->tokenFile});
    if (!agent)
        return tl::unexpected(agent.error());
    std::this_thread::sleep_for(kSettle);
    std::vector<Watched> all
        = {{"agent", *agent, 0, "Mesos 76 MiB"}, {"master", *master, 0, "Mesos 76 MiB"}};
    for (const pid_t child : childrenOf(*agent))
        all.push_back({"muster-nvml", child, 0, "nvidia-smi dmon 7.5 %, 5 MiB"});
    if (all.size() != 3)
        return failure("The agent did not start or has no muster-nvml");
    for (auto& one : all)
        one.cpu = -cpuMilliseconds(one.pid);
    for (auto _ : state)
        std::this_thread::sleep_for(kIdle);
    const double seconds = std::chrono::duration<double>(kIdle).count();
    for (auto& one : all) {
        one.cpu += cpuMilliseconds(one.pid);
        const auto memory = memoryOf(one.pid);
        report.add(fmt::format("idle {}: % of a core, CPU s/min", one.name),
            fmt::format("{:.3f} %, {:.4f}", one.cpu / seconds / 10, one.cpu / seconds * 0.06),
            one.peer);
        report.add("  RSS / Pss / private dirty, KiB",
            fmt::format("{} / {} / {}", memory.resident, memory.proportional, memory.privateDirty),
            "");
    }
    return {};
}

// --- over a console's connection ----------------------------------------------------------------

// Sends `requests` once connected and hands on what comes back until `take` has enough.
Status converse(const net::Context& master, const std::vector<v1::Request>& requests,
    const std::function<bool(const v1::Message&)>& take) {
    auto endpoint = net::Endpoint::parse(master.address);
    auto token = net::readToken(master.tokenFile);
    if (!endpoint || !token)
        return tl::unexpected(endpoint ? token.error() : endpoint.error());
    endpoint->path = "/ws/console";
    net::WebSocketClientOptions options;
    options.master = *endpoint;
    options.subprotocol = std::string(proto::kBinarySubprotocol);
    options.token = token->token;
    options.limits.maximumMessage = proto::kMaximumMessage;
    boost::asio::io_context io(1);
    Status status = failure("The console had not all in time", Error::Kind::Timeout);
    boost::asio::steady_timer limit(io, kPatience);
    limit.async_wait([&](auto) { io.stop(); });
    std::unique_ptr<net::WebSocketClient> client;
    client = std::make_unique<net::WebSocketClient>(io, std::move(options),
        net::WebSocketClientEvents{.onOpen
            =
                [&] {
                    for (const auto& request : requests)
                        client->send(std::make_shared<std::string>(request.SerializeAsString()));
                },
            .onMessage =
                [&](std::string_view bytes, bool) {
                    v1::Message message;
                    status = proto::decode(bytes, proto::Encoding::Binary, message);
                    if (!status || take(message))
                        io.stop();
                },
            .onClosed =
                [&](const Error& why) {
                    status = tl::unexpected(why);
                    io.stop();
                }});
    io.run();
    return status;
}

v1::Request subscription(bool telemetry) {
    v1::Request request;
    request.mutable_subscribe()->set_telemetry(telemetry);
    return request;
}

Status latency(benchmark::State& state, Report& report) {
    DaemonWorld world;
    const auto daemon = world.start("standalone", {"--simulate=m60x4", "--port=0"});
    const auto master = daemon ? world.master() : tl::unexpected(daemon.error());
    if (!master)
        return tl::unexpected(master.error());
    Series late;
    Status status;
    for (auto _ : state) {
        status = converse(*master, {subscription(true)}, [&](const v1::Message& message) {
            const auto now = std::chrono::system_clock::now().time_since_epoch();
            const auto us = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
            for (const auto& batch : message.telemetry().telemetry())
                late.values.push_back(static_cast<double>(us - batch.at_us()) / 1e3);
            return late.values.size() >= kSamples;
        });
    }
    if (!status)
        return status;
    report.add("sample to console ms: min/p50/p99",
        fmt::format("{:.2f} / {:.2f} / {:.2f}", late.at(0), late.at(0.5), late.at(0.99)),
        "DCGM 300 and a 30 s scrape");
    return {};
}

v1::Request submission(int number) {
    v1::Request request;
    request.set_id(static_cast<std::uint64_t>(number));
    auto& job = *request.mutable_submit_job();
    job.set_name(fmt::format("bench-{}", number));
    job.set_user("root");
    *job.mutable_resources() = test::bundle("cpus:0.1;mem:32");
    job.mutable_command()->set_value("true");
    return request;
}

Status throughput(benchmark::State& state, Report& report) {
    DaemonWorld world;
    const auto daemon = world.start("standalone", {"--simulate=m60x4", "--port=0"});
    const auto master = daemon ? world.master() : tl::unexpected(daemon.error());
    if (!master)
        return tl::unexpected(master.error());
    std::vector<std::string> one = kExecute; // the agent is there once it ran a task
    if (auto warm = runMeasured(one, world.environment()); !warm)
        return tl::unexpected(warm.error());
    std::vector<v1::Request> requests = {subscription(false)};
    for (int i = 1; i <= kJobs; ++i)
        requests.push_back(submission(i));
    std::map<std::string, std::string> states;
    const auto count = [&](const v1::Message& message) {
        for (const auto& job : message.delta().changed().jobs())
            states[job.id()] = std::string(proto::word(job.state()));
        return std::count_if(states.begin(), states.end(), [](const auto& job) {
            return job.second == wireName(JobState::Finished);
        }) >= kJobs;
    };
    const double cpu = cpuMilliseconds(*daemon) + childrenCpuMilliseconds(*daemon);
    const auto begin = std::chrono::steady_clock::now();
    Status status;
    for (auto _ : state)
        status = converse(*master, requests, count);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (!status)
        return status;
    const double spent = cpuMilliseconds(*daemon) + childrenCpuMilliseconds(*daemon) - cpu;
    report.add(fmt::format("{} jobs of true at once", kJobs),
        fmt::format("{:.1f} jobs/s", kJobs / took.count()), "Mesos 33/s (24 cores), Slurm 53/s");
    report.add("  CPU ms of the daemon a job", fmt::format("{:.1f}", spent / kJobs), "-");
    return {};
}

// --------------------------------------------------------------------------------------------------

using Measure = Status (*)(benchmark::State&, Report&);

benchmark::internal::Benchmark* add(const char* name, Measure measure, Report& report) {
    return benchmark::RegisterBenchmark(name,
        [measure, &report](benchmark::State& state) {
            if (const auto status = measure(state, report); !status)
                state.SkipWithError(status.error().message.c_str());
        })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

} // namespace
} // namespace muster::bench

int main(int argc, char** argv) {
    using namespace muster::bench;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    if (!muster::test::enterMountNamespace()) {
        fmt::print(stderr, "daemon-bench: needs root\n");
        return 1;
    }
    Report report;
    add("execute", execute, report)->Iterations(kRepetitions)->UseManualTime();
    add("idle", idle, report)->UseRealTime();
    add("latency", latency, report)->UseRealTime();
    add("throughput", throughput, report)->UseRealTime();
    benchmark::RunSpecifiedBenchmarks();
    report.print();
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What one scrape of /metrics costs a master with 10,000 GPUs that are all measured and half of
// them held, and 10,000 jobs in the queue: how long its loop is busy (aim 50 ms), and how long the
// page is written beside it. Peer: the same bytes, copied once.
#include <ctime>
#include <filesystem>

#include <google/protobuf/arena.h>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/api/exporter.h"

namespace {

using namespace muster;
using namespace muster::agentd;

constexpr int kAgents = 1250;
constexpr int kGpusEach = 8;
constexpr int kJobs = 10000;
constexpr int kTurns = 9;

std::string uuidOf(int number) {
    return fmt::format(
        "GPU-{:08x}-1234-5678-9abc-{:012x}", static_cast<unsigned>(number) * 2654435761U, number);
}

// By the clock, and of the processor: others may use the machine, too.
struct Times {
    std::vector<double> wall, cpu; // ms
};

double milliseconds(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

template <typename Act>
auto timed(Times& times, const Act& act) {
    const auto wall = milliseconds(CLOCK_MONOTONIC);
    const auto cpu = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    auto made = act();
    times.cpu.push_back(milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu);
    times.wall.push_back(milliseconds(CLOCK_MONOTONIC) - wall);
    return made;
}

void print(const char* what, Times times) {
    std::ranges::sort(times.wall);
    std::ranges::sort(times.cpu);
    const auto middle = times.cpu.size() / 2;
    fmt::print("{:<40} {:7.1f} ms of CPU, {:7.1f} ms by the clock (medians)\n", what,
        times.cpu[middle], times.wall[middle]);
}

cluster::LiveTask liveTask(const AgentId& agent, int number) {
    cluster::LiveTask out{.framework = {"F"}};
    out.info.id.value = fmt::format("task-{:06}", number);
    out.info.name = "train";
    out.info.user = "alice";
    out.info.agent = agent;
    out.info.resources = *Resources::parse("cpus:1;mem:1024;gpus:1");
    out.info.role = "*";
    out.latest = {.task = out.info.id,
        .state = TaskState::Running,
        .source = StatusSource::Executor,
        .at = now(),
        .agent = agent};
    out.gpus = {{uuidOf(number)}};
    return out;
}

cluster::Register registration(int number) {
    cluster::Register out;
    out.id.value = fmt::format("F-S{}", number);
    out.info.hostname = fmt::format("node-{:04}", number);
    out.info.driverVersion = "535.154.05";
    out.info.total = *Resources::parse("cpus:64;mem:655360;disk:100000;gpus:8");
    for (int i = 0; i < kGpusEach; ++i) {
        const int gpu = number * kGpusEach + i;
        const auto place = static_cast<unsigned>(i);
        out.info.gpus.push_back({.uuid = {uuidOf(gpu)},
            .index = place,
            .minor = place,
            .model = "NVIDIA H100 80GB HBM3"});
        out.gpus.push_back({.gpu = {uuidOf(gpu)}});
        if (i % 2 == 0) {
            out.tasks.push_back(liveTask(out.id, gpu));
            out.gpus.back().state = GpuState::Allocated;
            out.gpus.back().holder = cluster::TaskKey{{"F"}, out.tasks.back().info.id};
        }
    }
    return out;
}

muster::v1::Telemetry sample() {
    muster::v1::Telemetry out;
    out.set_at_us(1);
    for (std::uint32_t metric = 0; metric < kMetricCount; ++metric) {
        auto& column = *out.add_columns();
        column.set_metric(metric);
        for (int i = 0; i < kGpusEach; ++i) {
            column.add_values(static_cast<int>(metric) * 1237 % 100 + i);
        }
    }
    return out;
}

} // namespace

int main() {
    const auto folder
        = std::filesystem::temp_directory_path() / fmt::format("metrics-bench-{}", ::getpid());
    std::filesystem::create_directory(folder);
    {
        auto journal = history::Journal::open(folder / "control.db");
        auto telemetry = history::Telemetry::open({.path = folder / "telemetry.db"});
        boost::asio::io_context io;
        auto control = Control::open(io, {.master = {.id = "M1"}, .jobs = {}}, *journal);
        (*control)->onFatal = [](const Error& error) { fmt::print("{}\n", error.message); };
        TelemetryHub hub(*telemetry);
        LiveData live;
        ClusterMeter meter(hub, live);
        api::Metrics metrics(**control, now());
        const Gate gate;
        api::WholeAnswers answers(io, gate);
        const api::Exporter exporter(io, {**control, hub, live, meter, metrics, gate, answers});
        const ConsoleView ofAlice(gate, "alice", **control);
        const auto link = (*control)->addFramework({.send = [](const auto&) {}, .close = {}});
        cluster::FrameworkInfo info;
        info.id = {"F"};
        info.name = "bench";
        (*control)->fromFramework(link, cluster::Subscribe{info, {}});
        for (int i = 0; i < kAgents; ++i) {
            auto message = registration(i);
            std::vector<GpuUuid> order;
            for (const auto& gpu : message.info.gpus) {
                order.push_back(gpu.uuid);
            }
            hub.setGpus(message.id.value, std::move(order));
            auto values = sample();
            hub.take(message.id.value, values);
            live.sampled(message.id.value, now());
            const auto agent = (*control)->addAgent({.send = [](const auto&) {}, .close = {}});
            (*control)->fromAgent(agent, std::move(message));
        }
        for (int i = 0; i < kJobs; ++i) {
            meter.put(JobId{fmt::format("job-{}", i)}, {.submitted = now()});
        }
        while (!(*control)->isSettled()) {
            io.run_one();
        }
        Times loop, loopHolders, writing, copying;
        std::size_t bytes = 0;
        for (int turn = 0; turn < kTurns; ++turn) {
            const auto page = timed(loop, [&] { return exporter.page(nullptr, now()); });
            const auto text = timed(writing, [&] { return encode(page); });
            timed(copying, [&] { return std::string(text.data(), text.size()).size(); });
            timed(loopHolders, [&] { return exporter.page(&ofAlice, now()).gpus.size(); });
            bytes = text.size();
        }
        fmt::print("{} GPUs x {} metrics: {} bytes, {:.0f} a GPU\n", kAgents * kGpusEach,
            kMetricCount, bytes, static_cast<double>(bytes) / (kAgents * kGpusEach));
        print("on the loop: what is said is taken", loop);
        print("on the loop, with ?holders=true", loopHolders);
        print("on a thread of its own: it is written", writing);
        print("peer: these bytes, copied once", copying);
    }
    std::filesystem::remove_all(folder);
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "agentd/master/cluster_news.h"
#include "core/kernel/allocator/gpu_allocator.h"
#include "core/kernel/jobs/explanation.h"
#include "core/kernel/jobs/reason.h"
#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

// One NVSwitch: each GPU is joined to each other.
std::vector<GpuInfo> node(unsigned size, unsigned lanes) {
    std::vector<GpuInfo> gpus;
    for (unsigned minor = 0; minor < size; ++minor) {
        gpus.push_back(
            {.uuid = {fmt::format("GPU-00000000-0000-4000-8000-{:012}", minor)}, .minor = minor});
    }
    for (auto& gpu : gpus) {
        for (const auto& peer : gpus) {
            if (lanes > 0 && peer.uuid != gpu.uuid) {
                gpu.links.push_back({peer.uuid, lanes});
            }
        }
    }
    return gpus;
}

void allocateAndFree(benchmark::State& state) {
    allocator::GpuAllocator gpus(node(8, static_cast<unsigned>(state.range(1))));
    for (auto _ : state) {
        const auto got = gpus.allocate(static_cast<std::size_t>(state.range(0)));
        benchmark::DoNotOptimize(gpus.deallocate(*got));
    }
}
BENCHMARK(allocateAndFree)
    ->ArgNames({"gpus", "lanes"})
    ->Args({1, 0})
    ->Args({1, 18})
    ->Args({4, 0})
    ->Args({4, 18});

Resources bundle(std::string_view text) {
    return Resources::parse(text).value();
}

void addAndSubtractScalars(benchmark::State& state) {
    auto free = bundle("cpus:64;mem:262144;disk:100000;gpus:8");
    auto task = bundle("cpus:4;mem:16384;gpus:1");
    for (auto _ : state) {
        benchmark::DoNotOptimize(task);
        free -= task;
        free += task;
        benchmark::DoNotOptimize(free);
    }
}
BENCHMARK(addAndSubtractScalars);

void containsScalars(benchmark::State& state) {
    auto free = bundle("cpus:64;mem:262144;disk:100000;gpus:8");
    auto task = bundle("cpus:4;mem:16384;gpus:1");
    for (auto _ : state) {
        benchmark::DoNotOptimize(task);
        benchmark::DoNotOptimize(free.contains(task));
    }
}
BENCHMARK(containsScalars);

void addAndSubtractPorts(benchmark::State& state) {
    auto free = bundle("cpus:64;mem:262144;gpus:8;ports:[31000-32000]");
    const auto task = bundle("cpus:4;ports:[31005-31006]");
    for (auto _ : state) {
        free -= task;
        free += task;
        benchmark::DoNotOptimize(free);
    }
}
BENCHMARK(addAndSubtractPorts);

void parseText(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            Resources::parse("cpus:8;mem:1024;disk:65536;gpus:4;ports:[31000-32000]"));
    }
}
BENCHMARK(parseText);

std::vector<jobs::Machine> machinesOf(std::size_t count) {
    std::vector<jobs::Machine> machines(count);
    for (std::size_t i = 0; i < machines.size(); ++i) {
        auto& machine = machines[i];
        machine.supply.agent.value = machine.supply.hostname = fmt::format("node-{}", i);
        machine.supply.attributes = parseAttributes("gpu:H100;nvlink_group:8").value();
        machine.supply.free = bundle(fmt::format("cpus:{};mem:262144;gpus:{}", i % 64, i % 4));
        machine.total = bundle("cpus:64;mem:262144;gpus:8");
    }
    return machines;
}

jobs::JobSpec fourGpus() {
    jobs::JobSpec spec;
    spec.resources = bundle("cpus:4;mem:16384;gpus:4");
    spec.constraints = {{"gpu", "H100"}};
    return spec;
}

// What somebody waits for who asks why a job waits.
void explainOverMachines(benchmark::State& state) {
    const auto machines = machinesOf(static_cast<std::size_t>(state.range(0)));
    const auto spec = fourGpus();
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            jobs::explainFully(spec, machines, [](const AgentId&) { return ""; }));
    }
}
BENCHMARK(explainOverMachines)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

// What each shape of pending jobs costs the master when something has changed, at most once a
// second where only tasks come and go.
void decideOverMachines(benchmark::State& state) {
    const auto machines = machinesOf(static_cast<std::size_t>(state.range(0)));
    std::vector<const jobs::Machine*> all;
    for (const auto& machine : machines) {
        all.push_back(&machine);
    }
    const auto spec = fourGpus();
    for (auto _ : state) {
        benchmark::DoNotOptimize(jobs::whyWaiting(spec, all, {}));
    }
}
BENCHMARK(decideOverMachines)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

cluster::Master masterOf(std::size_t nodes, Now now) {
    cluster::Master master({.id = "M"}, {}, now);
    for (std::size_t i = 0; i < nodes; ++i) {
        cluster::Register message;
        message.id.value = fmt::format("S-{}", i);
        message.info.hostname = fmt::format("node-{}", i);
        message.info.attributes = parseAttributes("gpu:H100;nvlink_group:8").value();
        message.info.total = bundle("cpus:64;mem:262144;gpus:8");
        message.info.gpus = node(8, 0);
        for (auto& gpu : message.info.gpus) {
            gpu.uuid.value = fmt::format("GPU-{}-{}", i, gpu.minor);
            message.gpus.push_back({.gpu = gpu.uuid});
        }
        master.apply(cluster::FromAgent{cluster::Link{i + 1}, std::move(message)}, now);
    }
    return master;
}

// From the first job after a quiet time, in which every node has changed, until its reason is
// found. The rest of the master waits for a turn, not for all of them; the longest is a figure of
// its own.
void firstJobAfterQuietTime(benchmark::State& state) {
    const Now now(Instant(std::chrono::hours(480000)));
    const auto master = masterOf(static_cast<std::size_t>(state.range(0)), now);
    agentd::ClusterNews news(master);
    jobs::Scheduler scheduler({.keepEnded = 1}, {}, now);
    using Then = jobs::Scheduler::Then;
    using Milliseconds = std::chrono::duration<double, std::milli>;
    auto spec = fourGpus();
    spec.name = spec.payload = "train";
    std::uint64_t number = 0;
    std::size_t turns = 0;
    double longest = 0;
    for (auto _ : state) {
        scheduler.apply(jobs::Submit{++number, spec}, now, Then::More);
        turns = 0;
        while (!news.empty()) {
            const auto begin = std::chrono::steady_clock::now();
            auto seen = news.takeSlice(master);
            scheduler.apply(std::move(seen), now, news.isTold() ? Then::Explain : Then::More);
            const Milliseconds took = std::chrono::steady_clock::now() - begin;
            longest = std::max(longest, took.count());
            ++turns;
        }
        state.PauseTiming();
        if (const auto* job = scheduler.jobs().back(); job->waitText.empty()) {
            state.SkipWithError("the job has no reason");
            break;
        }
        scheduler.apply(
            jobs::KillJob{number, {fmt::format("job-{}", number)}, "bench", ""}, now, Then::More);
        scheduler.trim();
        for (const auto* agent : master.agents()) {
            news.note(cluster::AgentChanged{agent->id});
        }
        state.ResumeTiming();
    }
    state.counters["turns"] = static_cast<double>(turns);
    state.counters["longest_turn_ms"] = longest;
}
BENCHMARK(firstJobAfterQuietTime)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace muster

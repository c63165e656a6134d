// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

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

} // namespace
} // namespace muster

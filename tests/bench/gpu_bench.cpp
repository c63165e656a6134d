// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What one sample of eight GPUs costs: on the wire, and from request to reply through the child.
// Run it with MUSTER_SIM_SCENARIO=resources/scenarios/h100x8.json.
#include <benchmark/benchmark.h>
#include <poll.h>

#include "core/gpu/probe.h"
#include "tests/support/paths.h"

namespace muster::gpu {
namespace {

constexpr Uptime kNever = Uptime::max();

Sample eightGpus() {
    Sample sample;
    for (int i = 0; i < 8; ++i) {
        GpuSample gpu{.uuid = {"GPU-ae113d54-0754-49bf-bb67-07647312da0" + std::to_string(i)}};
        gpu.values.fill(1000 + i);
        gpu.processes.push_back({4242, "python3", false, Bytes::mebi(61440)});
        sample.gpus.push_back(gpu);
    }
    return sample;
}

void encodeSample(benchmark::State& state) {
    const Reply reply(eightGpus());
    for (auto _ : state) {
        benchmark::DoNotOptimize(encode(reply));
    }
}
BENCHMARK(encodeSample);

void decodeSample(benchmark::State& state) {
    const auto payload = encode(Reply(eightGpus())).substr(4);
    for (auto _ : state) {
        benchmark::DoNotOptimize(decodeReply(payload));
    }
}
BENCHMARK(decodeSample);

void sampleThroughChild(benchmark::State& state) {
    Probe probe({MUSTER_BIN_DIR "/muster-nvml", MUSTER_BIN_DIR "/libmuster-nvml-sim.so", {}});
    for (auto _ : state) {
        if (!probe.request(Request::SampleFast, kNever)) {
            state.SkipWithError("muster-nvml does not start");
            break;
        }
        pollfd event{probe.fd(), POLLIN, 0};
        poll(&event, 1, -1);
        const auto reply = probe.onReadable(Uptime{});
        if (!reply || !*reply) {
            state.SkipWithError("no sample: set MUSTER_SIM_SCENARIO");
            break;
        }
    }
}
BENCHMARK(sampleThroughChild)->UseRealTime();

} // namespace
} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster-gpu-check [library]: the binding on a machine with a real driver. Prints one line a check;
// exits with 0 when all hold, 1 when one does not, 77 where there is no driver.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "core/gpu/session.h"
#include "tests/device/smi.h"

namespace {

using namespace muster;
using namespace muster::gpu;

constexpr int kSkipped = 77;

class Checks {
public:
    void expect(bool holds, const std::string& what) {
        std::printf("%s: %s\n", holds ? "ok" : "FAILED", what.c_str());
        m_failed += holds ? 0 : 1;
    }
    int failed() const { return m_failed; }

private:
    int m_failed = 0;
};

MetricValue valueOf(const GpuSample& sample, Metric metric) {
    return sample.values[static_cast<std::size_t>(metric)];
}

void checkDiscovery(const Discovery& found, Checks& checks) {
    std::printf("driver %s, CUDA %s, NVML %s, %zu GPUs\n", found.driverVersion.c_str(),
        found.cudaVersion.c_str(), found.nvmlVersion.c_str(), found.gpus.size());
    checks.expect(!found.driverVersion.empty(), "the driver has a version");
    checks.expect(!found.cudaVersion.empty(), "the driver has a CUDA version");
    checks.expect(!found.gpus.empty(), "there is a GPU");
    for (const auto& gpu : found.unreachable) {
        std::printf("GPU %u is unreachable: %s\n", gpu.index, gpu.reason.c_str());
    }
    for (const auto& gpu : found.gpus) {
        const auto name = "GPU " + std::to_string(gpu.index);
        std::printf("%s: %s, %s, %s, /dev/nvidia%u, %zu NVLink peers\n", name.c_str(),
            gpu.model.c_str(), gpu.uuid.value.c_str(), gpu.busId.c_str(), gpu.minor,
            gpu.links.size());
        checks.expect(!gpu.model.empty(), name + " has a model");
        checks.expect(!gpu.busId.empty(), name + " has a bus id");
        checks.expect(gpu.memory.has_value(), name + " tells its memory");
    }
}

void checkSample(const Sample& sample, const Discovery& found, Checks& checks) {
    for (std::size_t i = 0; i < sample.gpus.size(); ++i) {
        const auto& gpu = sample.gpus[i];
        const auto name = "GPU " + std::to_string(i);
        for (const auto& row : metricTable()) {
            std::printf("  %s %.*s = %d %.*s\n", name.c_str(), static_cast<int>(row.key.size()),
                row.key.data(), valueOf(gpu, row.metric), static_cast<int>(row.unit.size()),
                row.unit.data());
        }
        std::printf("  %s has %zu processes\n", name.c_str(), gpu.processes.size());
        checks.expect(gpu.health == GpuHealth::Ok, name + " is healthy " + gpu.trouble);
        const auto celsius = valueOf(gpu, Metric::Temperature);
        checks.expect(celsius > 5 && celsius < 110, name + " has a plausible temperature");
        const auto used = valueOf(gpu, Metric::MemoryUsed);
        const auto total = found.gpus[i].memory.value_or(Bytes{}).mebibytes();
        checks.expect(used >= 0 && static_cast<std::uint64_t>(used) <= total,
            name + " uses a part of its memory");
        checks.expect(valueOf(gpu, Metric::SmClock) > 0, name + " has a clock");
    }
}

bool near(double ours, double theirs, double tolerance) {
    return std::isnan(theirs) || std::abs(ours - theirs) <= tolerance;
}

void compareWithSmi(const Discovery& found, const Sample& sample, Checks& checks) {
    const auto rows = askSmi();
    if (rows.empty()) {
        std::puts("nvidia-smi is not here: nothing to compare with");
        return;
    }
    checks.expect(rows.size() == found.gpus.size(), "nvidia-smi counts as many GPUs");
    for (std::size_t i = 0; i < std::min(rows.size(), found.gpus.size()); ++i) {
        const auto& gpu = found.gpus[i];
        const auto& row = rows[i];
        const auto like = "GPU " + std::to_string(i) + " has nvidia-smi's ";
        checks.expect(gpu.uuid.value == row.uuid, like + "UUID");
        checks.expect(gpu.model == row.name, like + "name");
        checks.expect(gpu.busId == row.busId, like + "bus id");
        checks.expect(near(static_cast<double>(gpu.memory.value_or(Bytes{}).mebibytes()),
                          row.memoryMebibytes, 1),
            like + "memory");
        checks.expect(near(gpu.powerLimit.value_or(0) / 1000.0, row.powerLimitWatts, 1),
            like + "power limit");
        checks.expect(near(valueOf(sample.gpus[i], Metric::Temperature), row.celsius, 8),
            like + "temperature");
    }
}

void timeSamples(Session& session, Request request, int count, const char* name) {
    std::vector<double> microseconds;
    for (int i = 0; i < count; ++i) {
        const auto before = std::chrono::steady_clock::now();
        static_cast<void>(session.answer(request));
        const std::chrono::duration<double, std::micro> took
            = std::chrono::steady_clock::now() - before;
        microseconds.push_back(took.count());
    }
    std::sort(microseconds.begin(), microseconds.end());
    std::printf("%s sample of all GPUs: median %.0f us, slowest %.0f us of %d\n", name,
        microseconds[microseconds.size() / 2], microseconds.back(), count);
}

} // namespace

int main(int argc, char** argv) {
    Session session(argc > 1 ? argv[1] : "libnvidia-ml.so.1");
    const auto reply = session.answer(Request::Discover);
    if (!reply) {
        const bool absent = reply.error().kind == Error::Kind::NotFound;
        std::printf("%s: %s\n", absent ? "SKIPPED" : "FAILED", reply.error().message.c_str());
        return absent ? kSkipped : 1;
    }
    const auto sampled = session.answer(Request::SampleSlow);
    Checks checks;
    checks.expect(sampled.has_value(), "samples are answered");
    const auto& found = std::get<Discovery>(*reply);
    checkDiscovery(found, checks);
    if (sampled) {
        const auto& sample = std::get<Sample>(*sampled);
        checkSample(sample, found, checks);
        compareWithSmi(found, sample, checks);
        timeSamples(session, Request::SampleFast, 100, "fast");
        timeSamples(session, Request::SampleSlow, 20, "slow");
    }
    std::printf("%d checks failed\n", checks.failed());
    return checks.failed() == 0 ? 0 : 1;
}

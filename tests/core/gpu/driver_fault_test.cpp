// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A driver that hangs, fails, or lies in one call at a time: the agent's side answers in time,
// always.
#include <cctype>

#include "tests/core/gpu/machine.h"

namespace muster::gpu {
namespace {

// Every function that the binding calls on the simulated machine.
const char* const kCalls[] = {
    "nvmlInit_v2",
    "nvmlSystemGetDriverVersion",
    "nvmlSystemGetNVMLVersion",
    "nvmlSystemGetCudaDriverVersion",
    "nvmlSystemGetProcessName",
    "nvmlDeviceGetCount_v2",
    "nvmlDeviceGetHandleByIndex_v2",
    "nvmlDeviceGetUUID",
    "nvmlDeviceGetMinorNumber",
    "nvmlDeviceGetName",
    "nvmlDeviceGetPciInfo_v3",
    "nvmlDeviceGetPersistenceMode",
    "nvmlDeviceGetComputeMode",
    "nvmlDeviceGetDisplayActive",
    "nvmlDeviceGetEccMode",
    "nvmlDeviceGetMigMode",
    "nvmlDeviceGetEnforcedPowerLimit",
    "nvmlDeviceGetUtilizationRates",
    "nvmlDeviceGetMemoryInfo",
    "nvmlDeviceGetTemperature",
    "nvmlDeviceGetPowerUsage",
    "nvmlDeviceGetClockInfo",
    "nvmlDeviceGetFanSpeed",
    "nvmlDeviceGetPerformanceState",
    "nvmlDeviceGetTotalEccErrors",
    "nvmlDeviceGetCurrPcieLinkGeneration",
    "nvmlDeviceGetCurrPcieLinkWidth",
    "nvmlDeviceGetCurrentClocksEventReasons",
    "nvmlDeviceGetFieldValues",
    "nvmlDeviceGetPcieThroughput",
    "nvmlDeviceGetTopologyCommonAncestor",
    "nvmlDeviceGetMemoryAffinity",
    "nvmlDeviceGetNvLinkState",
    "nvmlDeviceGetNvLinkRemoteDeviceType",
    "nvmlDeviceGetP2PStatus",
    "nvmlDeviceGetComputeRunningProcesses_v3",
    "nvmlDeviceGetMPSComputeRunningProcesses_v3",
    "nvmlDeviceGetGraphicsRunningProcesses_v3",
};

class DriverFault : public testing::TestWithParam<const char*> { };

TEST_P(DriverFault, AHangCostsTheChildAndNothingElse) {
    const Machine machine(
        boards(2, fmt::format(R"("calls": {{"{}": {{"hang": true}}}}, )", GetParam())));
    Probe probe(machine.options());
    const auto before = std::chrono::steady_clock::now();
    auto reply = ask(probe, Request::Discover, 200ms);
    if (reply) {
        reply = ask(probe, Request::SampleSlow, 200ms);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - before, 1500ms);
    ASSERT_FALSE(reply) << "the hang was not met";
    EXPECT_EQ(reply.error().kind, Error::Kind::Timeout);
    EXPECT_EQ(reply.error().message,
        "The NVIDIA driver does not respond; muster-nvml is killed and will be restarted in 1 s");
    EXPECT_EQ(probe.pid(), -1);

    machine.write(boards(2)); // the driver has recovered
    ASSERT_EQ(probe.onDeadline(*probe.deadline()), std::nullopt);
    EXPECT_EQ(sampleOf(ask(probe, Request::SampleFast)).gpus.size(), 2U);
}

TEST_P(DriverFault, AnErrorIsUnknownOrTold) {
    for (const int code : {3, 10, 15, 999}) {
        const Machine machine(
            boards(2, fmt::format(R"("calls": {{"{}": {{"error": {}}}}}, )", GetParam(), code)));
        Probe probe(machine.options());
        const auto found = ask(probe, Request::Discover);
        const auto sample = ask(probe, Request::SampleSlow);
        EXPECT_EQ(probe.generation(), 1U) << "the child did not survive code " << code;
        if (found) {
            EXPECT_EQ(discoveryOf(found).count(), 2U);
        } else {
            EXPECT_FALSE(found.error().message.empty());
        }
        if (sample) {
            EXPECT_EQ(sampleOf(sample).gpus.size(), discoveryOf(found).gpus.size());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(EachCall, DriverFault, testing::ValuesIn(kCalls),
    [](const auto& call) { return std::string(call.param); });

void expectPossible(const GpuSample& gpu) {
    for (const auto& row : metricTable()) {
        const auto value = valueOf(gpu, row.metric);
        EXPECT_GE(value, kUnknown) << row.key;
        if (row.unit == "%" || row.unit == "°C") {
            EXPECT_LE(value, 200) << row.key;
        }
    }
}

TEST(LyingDriver, GivesUnknownAndNeverACrash) {
    constexpr int kSeeds = 60;
    unsigned gpus = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        SCOPED_TRACE(seed);
        auto json = boards(4, R"("garbage": true, )");
        json.replace(json.find("\"seed\": 7"), 9, fmt::format("\"seed\": {}", seed));
        const Machine machine(json);
        Probe probe(machine.options());
        const auto found = ask(probe, Request::Discover);
        for (int i = 0; found && i < 5; ++i) {
            for (const auto& gpu : sampleOf(ask(probe, Request::SampleSlow)).gpus) {
                expectPossible(gpu);
                ++gpus;
            }
        }
        EXPECT_EQ(probe.generation(), 1U);
        EXPECT_TRUE(probe.pid() > 0) << "the child crashed";
        for (const auto& gpu : found ? discoveryOf(found).gpus : std::vector<GpuInfo>{}) {
            EXPECT_TRUE(gpu.model.size() < 96 && (!gpu.memory || gpu.memory->value > 0));
        }
    }
    EXPECT_GT(gpus, 50U) << "the garbage hid every GPU, so nothing was tested";
}

TEST(SlowDriver, IsWaitedForUpToTheDeadline) {
    const Machine machine(boards(1, R"("calls": {"nvmlDeviceGetName": {"latencyUs": 100000}}, )"));
    Probe probe(machine.options());
    const auto before = std::chrono::steady_clock::now();
    EXPECT_TRUE(ask(probe, Request::Discover, 3s));
    EXPECT_GE(std::chrono::steady_clock::now() - before, 100ms);
}

} // namespace
} // namespace muster::gpu

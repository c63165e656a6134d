// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The simulator as another client of NVML sees it, by dlsym.
#include <dlfcn.h>

#include "core/gpu/nvml_abi.h"
#include "tests/core/gpu/machine.h"

namespace muster::sim {
namespace {

using namespace gpu::abi;

class Exports : public testing::Test {
protected:
    explicit Exports(const std::string& scenario = gpu::scenarioPath("m60x4")) {
        setenv("MUSTER_SIM_SCENARIO", scenario.c_str(), 1);
        m_library = dlopen(gpu::kSimulator.c_str(), RTLD_LAZY | RTLD_LOCAL);
    }
    ~Exports() override { dlclose(m_library); }

    template <typename... Arguments>
    int call(const char* name, Arguments... arguments) {
        auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(m_library, name));
        return function == nullptr ? int{FunctionNotFound} : function(arguments...);
    }

    void* m_library = nullptr;
};

// What nvtop looks up, and the six of Mesos (which asks for the old names).
TEST_F(Exports, HaveEveryNameThatNvtopAndMesosResolve) {
    for (const auto* name :
        {"nvmlInit", "nvmlInit_v2", "nvmlShutdown", "nvmlErrorString", "nvmlSystemGetDriverVersion",
            "nvmlDeviceGetCount", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex",
            "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetMinorNumber", "nvmlDeviceGetName",
            "nvmlDeviceGetPciInfo", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo_v3",
            "nvmlDeviceGetMaxPcieLinkGeneration", "nvmlDeviceGetMaxPcieLinkWidth",
            "nvmlDeviceGetCurrPcieLinkGeneration", "nvmlDeviceGetCurrPcieLinkWidth",
            "nvmlDeviceGetTemperatureThreshold", "nvmlDeviceGetClockInfo",
            "nvmlDeviceGetMaxClockInfo", "nvmlDeviceGetUtilizationRates", "nvmlDeviceGetMemoryInfo",
            "nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetPcieThroughput", "nvmlDeviceGetFanSpeed",
            "nvmlDeviceGetTemperature", "nvmlDeviceGetPowerUsage",
            "nvmlDeviceGetEnforcedPowerLimit", "nvmlDeviceGetEncoderUtilization",
            "nvmlDeviceGetDecoderUtilization", "nvmlDeviceGetGraphicsRunningProcesses",
            "nvmlDeviceGetGraphicsRunningProcesses_v2", "nvmlDeviceGetGraphicsRunningProcesses_v3",
            "nvmlDeviceGetComputeRunningProcesses", "nvmlDeviceGetComputeRunningProcesses_v2",
            "nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetMPSComputeRunningProcesses",
            "nvmlDeviceGetMPSComputeRunningProcesses_v2",
            "nvmlDeviceGetMPSComputeRunningProcesses_v3", "nvmlDeviceGetProcessUtilization",
            "nvmlDeviceGetMigMode"}) {
        EXPECT_NE(dlsym(m_library, name), nullptr) << name;
    }
}

TEST_F(Exports, AnswerNothingBeforeInitAndAfterTheLastShutdown) {
    std::uint32_t count = 0;
    EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), Uninitialized);
    EXPECT_EQ(call("nvmlInit_v2"), Success);
    EXPECT_EQ(call("nvmlInit"), Success);
    EXPECT_EQ(call("nvmlShutdown"), Success);
    EXPECT_EQ(call("nvmlDeviceGetCount_v2", &count), Success);
    EXPECT_EQ(count, 4U);
    EXPECT_EQ(call("nvmlShutdown"), Success);
    EXPECT_EQ(call("nvmlShutdown"), Uninitialized);
    EXPECT_EQ(call("nvmlDeviceGetCount", &count), Uninitialized);
}

TEST_F(Exports, RefuseWhatNvmlRefuses) {
    ASSERT_EQ(call("nvmlInit_v2"), Success);
    Device device = nullptr;
    char text[96];
    EXPECT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 4U, &device), InvalidArgument);
    EXPECT_EQ(
        call("nvmlDeviceGetName", reinterpret_cast<Device>(text), text, 96U), InvalidArgument);
    ASSERT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 0U, &device), Success);
    EXPECT_EQ(call("nvmlDeviceGetName", device, text, 4U), InsufficientSize);
    EXPECT_EQ(call("nvmlDeviceGetFanSpeed", device, reinterpret_cast<std::uint32_t*>(text)),
        NotSupported);
    MemoryV2 memory{};
    EXPECT_EQ(call("nvmlDeviceGetMemoryInfo_v2", device, &memory), ArgumentVersionMismatch);
    memory.version = kMemoryV2Version;
    EXPECT_EQ(call("nvmlDeviceGetMemoryInfo_v2", device, &memory), Success);
    EXPECT_EQ(memory.total, memory.used + memory.free + memory.reserved);
    call("nvmlShutdown");
}

TEST_F(Exports, FindTheSameGpuByUuidAndBusId) {
    ASSERT_EQ(call("nvmlInit_v2"), Success);
    Device device = nullptr;
    Device same = nullptr;
    char uuid[96];
    ASSERT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 2U, &device), Success);
    ASSERT_EQ(call("nvmlDeviceGetUUID", device, uuid, 96U), Success);
    EXPECT_EQ(call("nvmlDeviceGetHandleByUUID", static_cast<const char*>(uuid), &same), Success);
    EXPECT_EQ(same, device);
    EXPECT_EQ(call("nvmlDeviceGetHandleByPciBusId_v2", "00000000:83:00.0", &same), Success);
    EXPECT_EQ(same, device);
    call("nvmlShutdown");
}

TEST_F(Exports, TellTheRoomThatAProcessListNeeds) {
    ASSERT_EQ(call("nvmlInit_v2"), Success);
    Device device = nullptr;
    ASSERT_EQ(call("nvmlDeviceGetHandleByIndex_v2", 0U, &device), Success);
    std::uint32_t count = 0;
    EXPECT_EQ(call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count,
                  static_cast<void*>(nullptr)),
        InsufficientSize);
    EXPECT_EQ(count, 1U);
    ProcessInfo entry{};
    EXPECT_EQ(
        call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, static_cast<void*>(&entry)),
        Success);
    EXPECT_EQ(entry.pid, 21411U);
    EXPECT_EQ(entry.gpuInstanceId, kNoInstance);
    call("nvmlShutdown");
}

} // namespace
} // namespace muster::sim

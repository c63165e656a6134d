// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <iterator>

#include "core/gpu/answer_text.h"
#include "core/gpu/links.h"
#include "core/gpu/paths.h"
#include "core/gpu/query.h"

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;

constexpr std::uint32_t kMostGpus = 64; // NVML itself numbers no more in one machine

template <typename... Parameters>
std::optional<std::string> text(
    const Nvml& nvml, int (*Fn::*function)(Parameters...), auto... before) {
    return askText(
        [&](char* out, std::uint32_t size) { return nvml.call(function, before..., out, size); });
}

std::optional<bool> flag(int code, std::uint32_t value) {
    return code == abi::Success && value <= 1 ? std::optional(value == 1) : std::nullopt;
}

std::optional<bool> mode(
    const Nvml& nvml, int (*Fn::*function)(abi::Device, int*), abi::Device device) {
    int value = -1;
    const int code = nvml.call(function, device, &value);
    return flag(code, static_cast<std::uint32_t>(value));
}

std::optional<bool> eccMode(const Nvml& nvml, abi::Device device) {
    int current = -1;
    int pending = -1;
    const int code = nvml.call(&Fn::getEccMode, device, &current, &pending);
    return flag(code, static_cast<std::uint32_t>(current));
}

std::optional<bool> migMode(const Nvml& nvml, abi::Device device) {
    std::uint32_t current = ~0U;
    std::uint32_t pending = ~0U;
    const int code = nvml.call(&Fn::getMigMode, device, &current, &pending);
    return flag(code, current);
}

std::optional<std::string> computeMode(const Nvml& nvml, abi::Device device) {
    constexpr const char* kNames[]
        = {"Default", "Exclusive_Thread", "Prohibited", "Exclusive_Process"};
    int value = -1;
    const int code = nvml.call(&Fn::getComputeMode, device, &value);
    return code == abi::Success && value >= 0 && value <= 3
        ? std::optional<std::string>(kNames[value])
        : std::nullopt;
}

std::optional<Bytes> totalMemory(const Nvml& nvml, abi::Device device) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 44;
    abi::Memory memory{};
    const int code = nvml.call(&Fn::getMemoryInfo, device, &memory);
    const bool possible = code == abi::Success && memory.total > 0 && memory.total <= kMost;
    return possible ? std::optional(Bytes{memory.total}) : std::nullopt;
}

std::optional<std::uint32_t> powerLimit(const Nvml& nvml, abi::Device device) {
    constexpr std::uint32_t kMostMilliwatts = 20'000'000;
    for (const auto function : {&Fn::getEnforcedPowerLimit, &Fn::getPowerManagementLimit}) {
        std::uint32_t value = 0;
        if (nvml.call(function, device, &value) == abi::Success && value > 0
            && value <= kMostMilliwatts) {
            return value;
        }
    }
    return std::nullopt;
}

void fillFacts(const Nvml& nvml, abi::Device device, GpuInfo& gpu) {
    gpu.model = text(nvml, &Fn::getName, device).value_or("");
    gpu.busId = readBusId(nvml, device);
    gpu.memory = totalMemory(nvml, device);
    gpu.powerLimit = powerLimit(nvml, device);
    gpu.computeMode = computeMode(nvml, device);
    gpu.persistence = mode(nvml, &Fn::getPersistenceMode, device);
    gpu.displayActive = mode(nvml, &Fn::getDisplayActive, device);
    gpu.mig = migMode(nvml, device);
    gpu.ecc = eccMode(nvml, device);
}

// Without UUID a GPU has no identity, without minor number no device node: neither can be offered.
Result<std::pair<GpuInfo, abi::Device>> openGpu(const Nvml& nvml, unsigned index) {
    abi::Device device = nullptr;
    if (const int code = nvml.call(&Fn::getHandleByIndex, index, &device); code != abi::Success) {
        return failure(nvml.errorText(code));
    }
    GpuInfo gpu{.index = index};
    const auto uuid = text(nvml, &Fn::getUuid, device);
    if (!uuid || !uuid->starts_with("GPU-")) {
        return failure("The driver does not report its UUID");
    }
    gpu.uuid.value = *uuid;
    std::uint32_t minor = ~0U;
    constexpr std::uint32_t kLargestMinor = (1U << 20) - 1; // the kernel's MINORBITS
    if (nvml.call(&Fn::getMinorNumber, device, &minor) != abi::Success || minor > kLargestMinor) {
        return failure("The driver does not report its device number");
    }
    gpu.minor = minor;
    fillFacts(nvml, device, gpu);
    return std::pair(std::move(gpu), device);
}

std::string capability(const Nvml& nvml, abi::Device device) {
    int major = 0;
    int minor = -1;
    const int code = nvml.call(&Fn::getCudaComputeCapability, device, &major, &minor);
    const bool possible
        = code == abi::Success && major >= 1 && major <= 99 && minor >= 0 && minor <= 99;
    return possible ? std::to_string(major) + "." + std::to_string(minor) : std::string();
}

// libnvidia-container's names; those of virtual GPUs are unknown to images.
std::string brand(const Nvml& nvml, abi::Device device) {
    constexpr const char* kNames[] = {"", "quadro", "tesla", "nvs", "grid", "geforce", "titan", "",
        "", "", "", "", "quadrortx", "nvidiartx", "nvidia", "geforcertx", "titanrtx"};
    int value = -1;
    const int code = nvml.call(&Fn::getBrand, device, &value);
    const bool possible
        = code == abi::Success && value >= 0 && static_cast<std::size_t>(value) < std::size(kNames);
    return possible ? kNames[value] : "";
}

std::string cudaVersion(const Nvml& nvml) {
    int version = 0; // major * 1000 + minor * 10
    const int code = nvml.call(&Fn::systemGetCudaDriverVersion, &version);
    if (code != abi::Success || version < 1000 || version > 1000000) {
        return {};
    }
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

Result<OpenGpus> openGpus(const Nvml& nvml) {
    std::uint32_t count = 0;
    if (const int code = nvml.call(&Fn::getCount, &count);
        code != abi::Success || count > kMostGpus) {
        return failure("Failed to count the GPUs: "
                + (code == abi::Success ? "impossible answer " + std::to_string(count)
                                        : nvml.errorText(code)),
            Error::Kind::Unavailable);
    }
    OpenGpus open;
    open.discovery.driverVersion = text(nvml, &Fn::systemGetDriverVersion).value_or("");
    open.discovery.nvmlVersion = text(nvml, &Fn::systemGetNvmlVersion).value_or("");
    open.discovery.cudaVersion = cudaVersion(nvml);
    auto& gpus = open.discovery.gpus;
    for (unsigned index = 0; index < count; ++index) {
        auto gpu = openGpu(nvml, index);
        const auto known
            = [&](const GpuInfo& other) { return gpu && other.uuid == gpu->first.uuid; };
        if (!gpu) {
            open.discovery.unreachable.push_back({index, gpu.error().message});
        } else if (std::any_of(gpus.begin(), gpus.end(), known)) {
            open.discovery.unreachable.push_back({index, "Another GPU has the same UUID"});
        } else {
            open.discovery.classes.push_back(
                {gpu->first.uuid, capability(nvml, gpu->second), brand(nvml, gpu->second)});
            gpus.push_back(std::move(gpu->first));
            open.devices.push_back(gpu->second);
        }
    }
    fillLinks(nvml, open);
    fillPaths(nvml, open);
    return open;
}

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/nvml.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <utility>

namespace muster::gpu {
namespace {

template <typename Function>
void resolve(void* library, Function& slot, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (slot == nullptr) {
            slot = reinterpret_cast<Function>(dlsym(library, name));
        }
    }
}

void resolveSystem(void* lib, NvmlFunctions& f) {
    resolve(lib, f.init, {"nvmlInit_v2", "nvmlInit"});
    resolve(lib, f.shutdown, {"nvmlShutdown"});
    resolve(lib, f.errorString, {"nvmlErrorString"});
    resolve(lib, f.systemGetDriverVersion, {"nvmlSystemGetDriverVersion"});
    resolve(lib, f.systemGetNvmlVersion, {"nvmlSystemGetNVMLVersion"});
    resolve(lib, f.systemGetCudaDriverVersion, {"nvmlSystemGetCudaDriverVersion"});
    resolve(lib, f.systemGetProcessName, {"nvmlSystemGetProcessName"});
}

void resolveIdentity(void* lib, NvmlFunctions& f) {
    resolve(lib, f.getCount, {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"});
    resolve(
        lib, f.getHandleByIndex, {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"});
    resolve(lib, f.getUuid, {"nvmlDeviceGetUUID"});
    resolve(lib, f.getMinorNumber, {"nvmlDeviceGetMinorNumber"});
    resolve(lib, f.getName, {"nvmlDeviceGetName"});
    resolve(lib, f.getPciInfo,
        {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo"});
    resolve(lib, f.getPersistenceMode, {"nvmlDeviceGetPersistenceMode"});
    resolve(lib, f.getComputeMode, {"nvmlDeviceGetComputeMode"});
    resolve(lib, f.getDisplayActive, {"nvmlDeviceGetDisplayActive"});
    resolve(lib, f.getEccMode, {"nvmlDeviceGetEccMode"});
    resolve(lib, f.getMigMode, {"nvmlDeviceGetMigMode"});
    resolve(lib, f.getBrand, {"nvmlDeviceGetBrand"});
    resolve(lib, f.getCudaComputeCapability, {"nvmlDeviceGetCudaComputeCapability"});
    resolve(lib, f.getEnforcedPowerLimit, {"nvmlDeviceGetEnforcedPowerLimit"});
    resolve(lib, f.getPowerManagementLimit, {"nvmlDeviceGetPowerManagementLimit"});
}

void resolveSamples(void* lib, NvmlFunctions& f) {
    resolve(lib, f.getUtilizationRates, {"nvmlDeviceGetUtilizationRates"});
    resolve(lib, f.getMemoryInfo, {"nvmlDeviceGetMemoryInfo"});
    resolve(lib, f.getTemperature, {"nvmlDeviceGetTemperature"});
    resolve(lib, f.getPowerUsage, {"nvmlDeviceGetPowerUsage"});
    resolve(lib, f.getClockInfo, {"nvmlDeviceGetClockInfo"});
    resolve(lib, f.getFanSpeed, {"nvmlDeviceGetFanSpeed"});
    resolve(lib, f.getPerformanceState, {"nvmlDeviceGetPerformanceState"});
    resolve(lib, f.getTotalEccErrors, {"nvmlDeviceGetTotalEccErrors"});
    resolve(lib, f.getCurrPcieLinkGeneration, {"nvmlDeviceGetCurrPcieLinkGeneration"});
    resolve(lib, f.getCurrPcieLinkWidth, {"nvmlDeviceGetCurrPcieLinkWidth"});
    resolve(lib, f.getCurrentClocksEventReasons,
        {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"});
    resolve(lib, f.getPcieThroughput, {"nvmlDeviceGetPcieThroughput"});
    resolve(lib, f.getFieldValues, {"nvmlDeviceGetFieldValues"});
}

void resolveLinksAndProcesses(void* lib, NvmlFunctions& f) {
    resolve(lib, f.getNvLinkState, {"nvmlDeviceGetNvLinkState"});
    resolve(lib, f.getNvLinkRemoteDeviceType, {"nvmlDeviceGetNvLinkRemoteDeviceType"});
    resolve(lib, f.getNvLinkRemotePciInfo,
        {"nvmlDeviceGetNvLinkRemotePciInfo_v2", "nvmlDeviceGetNvLinkRemotePciInfo"});
    resolve(lib, f.getP2pStatus, {"nvmlDeviceGetP2PStatus"});
    resolve(lib, f.getTopologyCommonAncestor, {"nvmlDeviceGetTopologyCommonAncestor"});
    resolve(lib, f.getMemoryAffinity, {"nvmlDeviceGetMemoryAffinity"});
    resolve(lib, f.getComputeProcesses,
        {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2"});
    resolve(lib, f.getComputeProcessesV1, {"nvmlDeviceGetComputeRunningProcesses"});
    resolve(lib, f.getGraphicsProcesses,
        {"nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2"});
    resolve(lib, f.getGraphicsProcessesV1, {"nvmlDeviceGetGraphicsRunningProcesses"});
    resolve(lib, f.getMpsProcesses,
        {"nvmlDeviceGetMPSComputeRunningProcesses_v3",
            "nvmlDeviceGetMPSComputeRunningProcesses_v2"});
}

// NVIDIA's packages name the file after its version: libnvidia-ml.so.550.54.14.
std::string libraryVersion(void* library) {
    link_map* map = nullptr;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) {
        return "unknown";
    }
    const std::unique_ptr<char, decltype(&std::free)> real(
        realpath(map->l_name, nullptr), &std::free);
    const std::string path = real ? real.get() : "";
    const auto at = path.rfind(".so.");
    return at == std::string::npos ? "unknown" : path.substr(at + 4);
}

std::string kernelModuleVersion() {
    std::string version;
    std::ifstream("/sys/module/nvidia/version") >> version;
    return version.empty() ? "unknown" : version;
}

} // namespace

bool isPrintable(const char* text, std::size_t size) {
    return std::all_of(text, text + size, [](char c) { return c >= 0x20 && c < 0x7f; });
}

void Nvml::Close::operator()(void* library) const {
    dlclose(library);
}

Result<Nvml> Nvml::load(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = dlerror();
        return failure("No NVIDIA driver: Failed to load " + path + ": "
                + (reason ? reason : "no reason given")
                + "; install the driver or specify its library with --nvml_library",
            Error::Kind::NotFound);
    }
    Nvml nvml(library, path);
    if (!nvml.has(&NvmlFunctions::init) || !nvml.has(&NvmlFunctions::getCount)) {
        return failure(
            "No NVIDIA driver: " + path + " is not an NVML library", Error::Kind::NotFound);
    }
    return nvml;
}

Nvml::Nvml(void* library, std::string path) : m_library(library), m_path(std::move(path)) {
    resolveSystem(library, m_functions);
    resolveIdentity(library, m_functions);
    resolveSamples(library, m_functions);
    resolveLinksAndProcesses(library, m_functions);
}

Nvml& Nvml::operator=(Nvml&& other) noexcept {
    shutdown();
    m_library = std::move(other.m_library);
    m_path = std::move(other.m_path);
    m_functions = std::exchange(other.m_functions, {});
    m_ready = std::exchange(other.m_ready, false);
    return *this;
}

Nvml::~Nvml() {
    shutdown();
}

Status Nvml::init() {
    if (m_ready) {
        return {};
    }
    const int code = call(&NvmlFunctions::init);
    m_ready = code == abi::Success;
    if (m_ready) {
        return {};
    }
    if (code == abi::LibRmVersionMismatch) {
        return failure(mismatchText(), Error::Kind::Unavailable);
    }
    const bool absent = code == abi::DriverNotLoaded || code == abi::LibraryNotFound;
    return failure("Failed to initialize NVML: " + errorText(code)
            + (absent ? "; load the nvidia kernel module" : ""),
        absent ? Error::Kind::NotFound : Error::Kind::Unavailable);
}

void Nvml::shutdown() {
    if (m_library && m_ready) {
        call(&NvmlFunctions::shutdown);
        m_ready = false;
    }
}

std::string Nvml::errorText(int code) const {
    constexpr std::size_t kLongest = 200;
    const char* text = m_functions.errorString ? m_functions.errorString(code) : nullptr;
    const auto size = text == nullptr ? 0 : strnlen(text, kLongest);
    if (size == 0 || !isPrintable(text, size)) {
        return "NVML error " + std::to_string(code);
    }
    return {text, size};
}

std::string Nvml::mismatchText() const {
    return "Failed to initialize NVML: Driver/library version mismatch: kernel module "
        + kernelModuleVersion() + ", library " + libraryVersion(m_library.get())
        + "; reload the nvidia kernel module or reboot, running tasks are not touched";
}

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/gpu/nvml_abi.h"
#include "core/kernel/base/result.h"

namespace muster::gpu {

// NVML's functions as the library at hand has them; null where it lacks one. The newest name is
// resolved first. Where an older name fills another struct, it has a slot of its own.
struct NvmlFunctions {
    using Device = abi::Device;
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;

    int (*init)();
    int (*shutdown)();
    const char* (*errorString)(int);
    int (*systemGetDriverVersion)(char*, U32);
    int (*systemGetNvmlVersion)(char*, U32);
    int (*systemGetCudaDriverVersion)(int*);
    int (*systemGetProcessName)(U32, char*, U32);

    int (*getCount)(U32*);
    int (*getHandleByIndex)(U32, Device*);
    int (*getUuid)(Device, char*, U32);
    int (*getMinorNumber)(Device, U32*);
    int (*getName)(Device, char*, U32);
    int (*getPciInfo)(Device, abi::PciInfo*);
    int (*getPersistenceMode)(Device, int*);
    int (*getComputeMode)(Device, int*);
    int (*getDisplayActive)(Device, int*);
    int (*getEccMode)(Device, int*, int*);
    int (*getMigMode)(Device, U32*, U32*);
    int (*getBrand)(Device, int*);
    int (*getCudaComputeCapability)(Device, int*, int*);
    int (*getEnforcedPowerLimit)(Device, U32*);
    int (*getPowerManagementLimit)(Device, U32*);

    int (*getUtilizationRates)(Device, abi::Utilization*);
    int (*getMemoryInfo)(Device, abi::Memory*);
    int (*getTemperature)(Device, int, U32*);
    int (*getPowerUsage)(Device, U32*);
    int (*getClockInfo)(Device, int, U32*);
    int (*getFanSpeed)(Device, U32*);
    int (*getPerformanceState)(Device, int*);
    int (*getTotalEccErrors)(Device, int, int, U64*);
    int (*getCurrPcieLinkGeneration)(Device, U32*);
    int (*getCurrPcieLinkWidth)(Device, U32*);
    int (*getCurrentClocksEventReasons)(Device, U64*);
    int (*getPcieThroughput)(Device, int, U32*); // takes 20 ms
    int (*getFieldValues)(Device, int, abi::FieldValue*);

    int (*getNvLinkState)(Device, U32, int*);
    int (*getNvLinkRemoteDeviceType)(Device, U32, int*);
    int (*getNvLinkRemotePciInfo)(Device, U32, abi::PciInfo*);
    int (*getP2pStatus)(Device, Device, int, int*);
    int (*getTopologyCommonAncestor)(Device, Device, int*);
    int (*getMemoryAffinity)(Device, U32, unsigned long*, U32);

    int (*getComputeProcesses)(Device, U32*, void*); // 24-byte entries
    int (*getComputeProcessesV1)(Device, U32*, void*); // 16-byte entries
    int (*getGraphicsProcesses)(Device, U32*, void*);
    int (*getGraphicsProcessesV1)(Device, U32*, void*);
    int (*getMpsProcesses)(Device, U32*, void*);
};

// One NVML library, opened by dlopen: the same program runs with and without a driver, and the
// simulator is just another path. Not thread-safe, and any call may hang for ever: only muster-nvml
// uses it.
class Nvml {
public:
    // NotFound: no such library, or not NVML. The remedy is in the message.
    static Result<Nvml> load(const std::string& path);

    Nvml(Nvml&&) noexcept = default;
    Nvml& operator=(Nvml&& other) noexcept;
    ~Nvml();

    // Counted by NVML: the last shutdown drops every handle. NotFound: no driver is loaded (9, 12).
    // Unavailable: the driver and the library are of different versions (18), or another refusal.
    Status init();
    void shutdown();

    // A function that the library lacks answers FunctionNotFound, which every reader takes for
    // unknown.
    template <typename... Parameters, typename... Arguments>
    int call(int (*NvmlFunctions::*function)(Parameters...), Arguments... arguments) const {
        const auto entry = m_functions.*function;
        return entry == nullptr ? abi::FunctionNotFound : entry(arguments...);
    }
    bool has(auto NvmlFunctions::*function) const { return m_functions.*function != nullptr; }

    // NVML's own words, or ours where it has none that can be printed.
    std::string errorText(int code) const;

private:
    struct Close {
        void operator()(void* library) const;
    };
    Nvml(void* library, std::string path);
    std::string mismatchText() const;

    std::unique_ptr<void, Close> m_library;
    std::string m_path;
    NvmlFunctions m_functions{};
    bool m_ready = false;
};

// Printable ASCII, else nothing: names from a driver end up in JSON, protobuf and terminals.
bool isPrintable(const char* text, std::size_t size);

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// The part of NVML's C ABI that is used here, declared by us: Debian has no nvml.h, and a program
// that is linked against NVML would not start without a driver. Layouts: NVML 13.3 and 352.79,
// LP64. Every function returns int, but for nvmlErrorString.
namespace muster::gpu::abi {

struct Opaque;
using Device = Opaque*;

enum Return : int {
    Success = 0,
    Uninitialized = 1,
    InvalidArgument = 2,
    NotSupported = 3,
    NoPermission = 4,
    NotFound = 6,
    InsufficientSize = 7,
    DriverNotLoaded = 9,
    Timeout = 10,
    IrqIssue = 11,
    LibraryNotFound = 12,
    FunctionNotFound = 13,
    CorruptedInforom = 14,
    GpuIsLost = 15,
    ResetRequired = 16,
    OperatingSystem = 17,
    LibRmVersionMismatch = 18,
    NoData = 21,
    ArgumentVersionMismatch = 25,
    Deprecated = 26,
    Unknown = 999,
};

inline constexpr std::uint32_t kNoInstance = 0xFFFFFFFF; // of a process outside MIG
inline constexpr std::uint64_t kNotAvailable = 0xFFFFFFFFFFFFFFFF; // NVML_VALUE_NOT_AVAILABLE
inline constexpr unsigned kMaxNvLinks = 36; // was 6, 12, 18 in older headers
inline constexpr std::uint32_t kMemoryV2Version = 0x02000028; // sizeof | 2 << 24

enum ClockType { ClockGraphics, ClockSm, ClockMemory, ClockVideo };
enum EccError { EccCorrected, EccUncorrected };
enum EccCounter { EccVolatile, EccAggregate };
enum P2pCapability { P2pRead, P2pWrite, P2pNvLink };
enum NvLinkRemote { RemoteGpu = 0, RemoteNpu = 1, RemoteSwitch = 2, RemoteUnknown = 0xFF };
inline constexpr int kP2pOk = 0;
inline constexpr int kTemperatureGpu = 0;
enum PcieCounter { PcieSent, PcieReceived };
enum TopologyLevel {
    TopologyInternal = 0, // on one board
    TopologySingle = 10,
    TopologyMultiple = 20,
    TopologyHostBridge = 30,
    TopologyNode = 40,
    TopologySystem = 50,
};
inline constexpr std::uint32_t kAffinityNode = 0; // scope

// Of nvmlDeviceGetFieldValues: counters, not rates.
enum Field : std::uint32_t {
    FieldNvLinkSent = 138, // KiB of payload
    FieldNvLinkReceived = 139,
    FieldPcieSent = 197, // bytes; Hopper and later
    FieldPcieReceived = 198,
};
inline constexpr std::uint32_t kAllNvLinks = 0xFFFFFFFF; // scope
enum ValueType : std::uint32_t { ValueDouble, ValueU32, ValueUlong, ValueU64, ValueS64 };

// Functions _v1 and _v2 write the first 52 bytes, with four reserved words from byte 36.
struct PciInfo {
    char busIdLegacy[16];
    std::uint32_t domain, bus, device;
    std::uint32_t pciDeviceId, pciSubSystemId;
    char busId[32];
};
static_assert(
    sizeof(PciInfo) == 68 && offsetof(PciInfo, domain) == 16 && offsetof(PciInfo, device) == 24);
static_assert(offsetof(PciInfo, pciDeviceId) == 28 && offsetof(PciInfo, busId) == 36);

struct Utilization {
    std::uint32_t gpu, memory; // percent
};
static_assert(sizeof(Utilization) == 8 && offsetof(Utilization, memory) == 4);

struct Memory {
    std::uint64_t total, free, used; // used includes what the driver reserves
};
static_assert(sizeof(Memory) == 24 && offsetof(Memory, used) == 16);

struct MemoryV2 {
    std::uint32_t version;
    std::uint64_t total, reserved, free, used; // used excludes reserved
};
static_assert(
    sizeof(MemoryV2) == 40 && offsetof(MemoryV2, total) == 8 && offsetof(MemoryV2, used) == 32);

struct FieldValue {
    std::uint32_t fieldId, scopeId;
    std::int64_t timestamp; // us of the wall clock
    std::int64_t latencyMicroseconds;
    std::uint32_t valueType;
    int nvmlReturn;
    std::uint64_t value; // a union; the small types are in its first bytes
};
static_assert(sizeof(FieldValue) == 40 && offsetof(FieldValue, timestamp) == 8);
static_assert(offsetof(FieldValue, nvmlReturn) == 28 && offsetof(FieldValue, value) == 32);

struct ProcessInfoV1 {
    std::uint32_t pid;
    std::uint64_t usedGpuMemory;
};
static_assert(sizeof(ProcessInfoV1) == 16 && offsetof(ProcessInfoV1, usedGpuMemory) == 8);

struct ProcessInfo { // of the functions _v2 and _v3
    std::uint32_t pid;
    std::uint64_t usedGpuMemory;
    std::uint32_t gpuInstanceId, computeInstanceId;
};
static_assert(sizeof(ProcessInfo) == 24 && offsetof(ProcessInfo, gpuInstanceId) == 16);
static_assert(offsetof(ProcessInfo, computeInstanceId) == 20);

struct ProcessUtilizationSample {
    std::uint32_t pid;
    std::uint64_t timeStamp;
    std::uint32_t smUtil, memUtil, encUtil, decUtil;
};
static_assert(
    sizeof(ProcessUtilizationSample) == 32 && offsetof(ProcessUtilizationSample, smUtil) == 16);

} // namespace muster::gpu::abi

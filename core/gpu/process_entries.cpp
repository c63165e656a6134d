// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/process_entries.h"

#include <algorithm>
#include <cstring>

#include "core/gpu/nvml_abi.h"

namespace muster::gpu {
namespace {

constexpr std::uint32_t kLargestPid = 1 << 22; // the kernel's PID_MAX_LIMIT
constexpr std::uint32_t kLargestInstance = 255;

abi::ProcessInfo entryAt(std::span<const std::byte> bytes, std::size_t stride, std::size_t index) {
    abi::ProcessInfo entry{};
    std::memcpy(&entry, bytes.data() + stride * index, std::min(stride, sizeof(entry)));
    return entry;
}

bool isInstance(std::uint32_t id) {
    return id == abi::kNoInstance || id <= kLargestInstance;
}

bool fits(std::span<const std::byte> bytes, std::size_t stride, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto entry = entryAt(bytes, stride, i);
        const bool instances = stride == sizeof(abi::ProcessInfoV1)
            || (isInstance(entry.gpuInstanceId) && isInstance(entry.computeInstanceId));
        if (entry.pid == 0 || entry.pid > kLargestPid || !instances) {
            return false;
        }
    }
    return true;
}

std::size_t strideOf(std::span<const std::byte> bytes, std::size_t count) {
    constexpr std::size_t kWithProtectedMemory = 32;
    for (const std::size_t stride : {sizeof(abi::ProcessInfo), kWithProtectedMemory}) {
        if (fits(bytes, stride, count)) {
            return stride;
        }
    }
    return fits(bytes, sizeof(abi::ProcessInfoV1), count) ? sizeof(abi::ProcessInfoV1)
                                                          : sizeof(abi::ProcessInfo);
}

} // namespace

std::vector<ProcessEntry> parseProcessEntries(
    std::span<const std::byte> bytes, std::size_t count, bool ancient) {
    const auto stride = ancient ? sizeof(abi::ProcessInfoV1) : strideOf(bytes, count);
    std::vector<ProcessEntry> entries;
    for (std::size_t i = 0; i < count && (i + 1) * stride <= bytes.size(); ++i) {
        const auto raw = entryAt(bytes, stride, i);
        if (raw.pid != 0 && raw.pid <= kLargestPid) {
            const bool told = raw.usedGpuMemory != abi::kNotAvailable;
            entries.push_back(
                {raw.pid, told ? std::optional(Bytes{raw.usedGpuMemory}) : std::nullopt});
        }
    }
    return entries;
}

} // namespace muster::gpu

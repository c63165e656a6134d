// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/answer_text.h"
#include "core/gpu/process_entries.h"
#include "core/gpu/query.h"

#include <algorithm>
#include <fstream>

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;
using ListFunction = int (*Fn::*)(abi::Device, std::uint32_t*, void*);

constexpr std::uint32_t kRoom
    = 512; // entries; more than that many processes on a GPU are not shown
constexpr std::size_t kLongestEntry = 40; // no driver has written more for one process

// Room is made for the longest entry, whatever the driver's idea of its length is.
std::vector<ProcessEntry> list(
    const Nvml& nvml, abi::Device device, ListFunction function, bool ancient) {
    std::vector<std::byte> buffer(kRoom * kLongestEntry);
    std::uint32_t count = kRoom;
    void* entries = buffer.data();
    if (nvml.call(function, device, &count, entries) != abi::Success || count > kRoom) {
        return {};
    }
    return parseProcessEntries(buffer, count, ancient);
}

std::string lastPart(std::string path) {
    path.resize(std::min(path.find(' '), path.size())); // the arguments, where the driver adds them
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

// The simulator's pids are not on this machine, so NVML is asked first.
std::string processName(const Nvml& nvml, std::uint32_t pid) {
    const auto named = askText([&](char* text, std::uint32_t size) {
        return nvml.call(&Fn::systemGetProcessName, pid, text, size);
    });
    if (named) {
        return lastPart(*named);
    }
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/comm"), name);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !isPrintable(&c, 1); }, '?');
    return name;
}

void append(const Nvml& nvml, const std::vector<ProcessEntry>& entries, bool graphics,
    std::vector<GpuProcess>& out) {
    for (const auto& entry : entries) {
        out.push_back({entry.pid, processName(nvml, entry.pid), graphics, entry.memory});
    }
}

std::vector<ProcessEntry> newestList(
    const Nvml& nvml, abi::Device device, ListFunction newest, ListFunction ancient) {
    return nvml.has(newest) ? list(nvml, device, newest, false) : list(nvml, device, ancient, true);
}

} // namespace

std::vector<GpuProcess> readProcesses(const Nvml& nvml, abi::Device device) {
    std::vector<GpuProcess> processes;
    append(nvml, newestList(nvml, device, &Fn::getComputeProcesses, &Fn::getComputeProcessesV1),
        false, processes);
    append(nvml, list(nvml, device, &Fn::getMpsProcesses, false), false, processes);
    append(nvml, newestList(nvml, device, &Fn::getGraphicsProcesses, &Fn::getGraphicsProcessesV1),
        true, processes);
    return processes;
}

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/paths.h"

#include <array>
#include <bit>
#include <cstdio>
#include <fstream>

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;

constexpr unsigned kMostNumaNodes = 1024; // the kernel's

std::optional<PathLevel> levelOf(int answer) {
    switch (answer) {
    case abi::TopologyInternal:
    case abi::TopologySingle:
        return PathLevel::Bridge;
    case abi::TopologyMultiple:
        return PathLevel::Bridges;
    case abi::TopologyHostBridge:
        return PathLevel::HostBridge;
    case abi::TopologyNode:
        return PathLevel::NumaNode;
    case abi::TopologySystem:
        return PathLevel::System;
    }
    return std::nullopt;
}

std::optional<PathLevel> level(const Nvml& nvml, abi::Device a, abi::Device b) {
    int answer = -1;
    return nvml.call(&Fn::getTopologyCommonAncestor, a, b, &answer) == abi::Success
        ? levelOf(answer)
        : std::nullopt;
}

// Not nvmlDeviceGetNumaNodeId: that is the node which the GPU's own memory is, where it is one.
std::optional<unsigned> numaNode(const Nvml& nvml, abi::Device device) {
    constexpr unsigned kBits = 8 * sizeof(unsigned long);
    std::array<unsigned long, kMostNumaNodes / kBits> nodes{};
    if (nvml.call(&Fn::getMemoryAffinity, device, std::uint32_t{nodes.size()}, nodes.data(),
            std::uint32_t{abi::kAffinityNode})
        != abi::Success) {
        return std::nullopt;
    }
    std::optional<unsigned> found;
    for (unsigned i = 0; i < nodes.size(); ++i) {
        if (nodes[i] == 0) {
            continue;
        }
        if (found || !std::has_single_bit(nodes[i])) {
            return std::nullopt; // next to several: to none
        }
        found = i * kBits + static_cast<unsigned>(std::countr_zero(nodes[i]));
    }
    return found;
}

} // namespace

std::optional<unsigned> kernelNumaNode(const std::string& busId, const std::string& devices) {
    unsigned domain = 0;
    unsigned bus = 0;
    unsigned device = 0;
    if (std::sscanf(busId.c_str(), "%x:%x:%x.0", &domain, &bus, &device) != 3) {
        return std::nullopt;
    }
    char name[32];
    std::snprintf(name, sizeof(name), "/%04x:%02x:%02x.0/", domain, bus, device);
    std::string vendor;
    std::ifstream(devices + name + "vendor") >> vendor;
    int node = -1; // what the kernel says, too, where there is no NUMA
    std::ifstream file(devices + name + "numa_node");
    const bool known = vendor == "0x10de" && (file >> node) && node >= 0
        && static_cast<unsigned>(node) < kMostNumaNodes;
    return known ? std::optional(static_cast<unsigned>(node)) : std::nullopt;
}

void fillPaths(const Nvml& nvml, OpenGpus& open) {
    auto& gpus = open.discovery.gpus;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const auto told = numaNode(nvml, open.devices[i]);
        gpus[i].numaNode = told ? told : kernelNumaNode(gpus[i].busId);
        for (std::size_t j = 0; j < i; ++j) {
            if (const auto between = level(nvml, open.devices[j], open.devices[i])) {
                gpus[i].paths.push_back({gpus[j].uuid, *between});
                gpus[j].paths.push_back({gpus[i].uuid, *between});
            }
        }
    }
}

} // namespace muster::gpu

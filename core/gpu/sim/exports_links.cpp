// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/gpu/sim/answer.h"

namespace muster::sim {
namespace {

struct End {
    bool toSwitch = false;
    unsigned peer = 0;
};

// The links of a board are numbered: first those to the switch, then those to each peer in turn.
std::optional<End> endOf(const Gpu& gpu, U32 link) {
    if (link < gpu.switchLinks) {
        return End{true, 0};
    }
    U32 next = gpu.switchLinks;
    for (const auto& [peer, count] : gpu.directLinks) {
        next += count;
        if (link < next) {
            return End{false, peer};
        }
    }
    return std::nullopt;
}

int onLink(const char* function, Device device, U32 link,
    const std::function<int(const Moment&, End)>& answer) {
    return simulator().device(function, device, [&](const Moment& moment) -> int {
        const auto end = endOf(*moment.gpu, link);
        if (!end) {
            return haveLinks(*moment.gpu) ? InvalidArgument : NotSupported;
        }
        return answer(moment, *end);
    });
}

int remotePci(const char* function, Device device, U32 link, PciInfo* out, bool withLongId) {
    constexpr U32 kSwitchBus = 0xC0;
    return onLink(function, device, link, [=](const Moment& moment, End end) -> int {
        const auto& gpus = moment.scenario->gpus;
        if (out == nullptr || (!end.toSwitch && end.peer >= gpus.size())) {
            return InvalidArgument;
        }
        std::memset(out, 0, withLongId ? sizeof(PciInfo) : offsetof(PciInfo, busId) + 16);
        put(moment, &out->domain, end.toSwitch ? 0 : gpus[end.peer].domain);
        put(moment, &out->device, end.toSwitch ? 0 : gpus[end.peer].device);
        return put(moment, &out->bus, end.toSwitch ? kSwitchBus : gpus[end.peer].bus);
    });
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlDeviceGetNvLinkState(Device device, U32 link, int* out) {
    return onLink(
        __func__, device, link, [=](const Moment& moment, End) { return put(moment, out, 1); });
}

MUSTER_NVML nvmlDeviceGetNvLinkRemoteDeviceType(Device device, U32 link, int* out) {
    return onLink(__func__, device, link, [=](const Moment& moment, End end) {
        return put(moment, out, end.toSwitch ? int{RemoteSwitch} : int{RemoteGpu});
    });
}

MUSTER_NVML nvmlDeviceGetNvLinkRemotePciInfo(Device device, U32 link, PciInfo* out) {
    return remotePci(__func__, device, link, out, false);
}

MUSTER_NVML nvmlDeviceGetNvLinkRemotePciInfo_v2(Device device, U32 link, PciInfo* out) {
    return remotePci(__func__, device, link, out, true);
}

MUSTER_NVML nvmlDeviceGetTopologyCommonAncestor(Device device, Device other, int* out) {
    constexpr int kLevels[] = {TopologySystem, TopologyNode, TopologyHostBridge, TopologyMultiple};
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const auto index = Simulator::indexOf(other);
        if (!index || *index >= moment.scenario->gpus.size()) {
            return InvalidArgument;
        }
        const auto& one = moment.gpu->place;
        const auto& two = moment.scenario->gpus[*index].place;
        if (!one || !two) {
            return NotSupported;
        }
        const auto apart = std::mismatch(one->begin(), one->end(), two->begin()).first;
        return put(
            moment, out, apart == one->end() ? int{TopologySingle} : kLevels[apart - one->begin()]);
    });
}

MUSTER_NVML nvmlDeviceGetMemoryAffinity(
    Device device, U32 size, unsigned long* nodes, U32 /*scope*/) {
    constexpr unsigned kBits = 8 * sizeof(unsigned long);
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (!moment.gpu->place) {
            return NotSupported;
        }
        const auto node = moment.gpu->place->front();
        if (nodes == nullptr || size <= node / kBits) {
            return nodes == nullptr ? InvalidArgument : InsufficientSize;
        }
        std::fill_n(nodes, size, 0UL);
        return put(moment, nodes + node / kBits, 1UL << node % kBits);
    });
}

MUSTER_NVML nvmlDeviceGetP2PStatus(Device device, Device other, int capability, int* out) {
    constexpr int kNotSupported = 5;
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        const auto index = Simulator::indexOf(other);
        if (!index || *index >= moment.scenario->gpus.size()) {
            return InvalidArgument;
        }
        const auto& gpu = *moment.gpu;
        const bool both = gpu.switchLinks > 0 && moment.scenario->gpus[*index].switchLinks > 0;
        const bool linked = both || gpu.directLinks.contains(*index);
        return put(moment, out, capability != P2pNvLink || linked ? kP2pOk : kNotSupported);
    });
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/links.h"

#include <cstdio>
#include <map>

namespace muster::gpu {
namespace {

using Fn = NvmlFunctions;

std::string busIdText(const abi::PciInfo& pci) {
    if (pci.bus > 0xFF || pci.device > 0x1F) {
        return {};
    }
    char text[32];
    std::snprintf(text, sizeof(text), "%08X:%02X:%02X.0", pci.domain, pci.bus, pci.device);
    return text;
}

template <typename... Parameters>
std::string askBusId(const Nvml& nvml, int (*Fn::*function)(Parameters...), auto... before) {
    struct {
        abi::PciInfo pci;
        char slack[256]; // newer drivers may write a longer struct
    } answer{};
    answer.pci.bus = ~0U;
    return nvml.call(function, before..., &answer.pci) == abi::Success ? busIdText(answer.pci)
                                                                       : std::string();
}

struct NvLinks {
    std::map<std::string, unsigned> direct; // by the bus id of the other end
    unsigned toSwitch = 0;
};

void countLink(const Nvml& nvml, abi::Device device, std::uint32_t link, NvLinks& links) {
    int type = abi::RemoteUnknown;
    const bool typed
        = nvml.call(&Fn::getNvLinkRemoteDeviceType, device, link, &type) == abi::Success;
    if (typed && type == abi::RemoteSwitch) {
        ++links.toSwitch;
    } else if (!typed || type == abi::RemoteGpu) {
        ++links.direct[askBusId(nvml, &Fn::getNvLinkRemotePciInfo, device, link)];
    }
}

NvLinks readLinks(const Nvml& nvml, abi::Device device) {
    NvLinks links;
    for (std::uint32_t link = 0; link < abi::kMaxNvLinks; ++link) {
        int active = 0;
        const int code = nvml.call(&Fn::getNvLinkState, device, link, &active);
        if (code == abi::InvalidArgument || code == abi::NotSupported
            || code == abi::FunctionNotFound || code == abi::GpuIsLost) {
            break; // past the last link of this board
        }
        if (code == abi::Success && active == 1) {
            countLink(nvml, device, link, links);
        }
    }
    return links;
}

bool connected(const Nvml& nvml, abi::Device a, abi::Device b) {
    int status = -1;
    return nvml.call(&Fn::getP2pStatus, a, b, int{abi::P2pNvLink}, &status) == abi::Success
        && status == abi::kP2pOk;
}

} // namespace

std::string readBusId(const Nvml& nvml, abi::Device device) {
    return askBusId(nvml, &Fn::getPciInfo, device);
}

void fillLinks(const Nvml& nvml, OpenGpus& open) {
    auto& gpus = open.discovery.gpus;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const auto links = readLinks(nvml, open.devices[i]);
        for (std::size_t j = 0; j < gpus.size(); ++j) {
            if (i == j) {
                continue;
            }
            const auto direct = links.direct.find(gpus[j].busId);
            if (direct != links.direct.end() && !gpus[j].busId.empty()) {
                gpus[i].links.push_back({gpus[j].uuid, direct->second});
            } else if (connected(nvml, open.devices[i], open.devices[j])) {
                gpus[i].links.push_back({gpus[j].uuid, links.toSwitch});
            }
        }
    }
}

} // namespace muster::gpu

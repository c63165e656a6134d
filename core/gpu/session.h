// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/gpu/protocol.h"
#include "core/gpu/query.h"
#include "core/gpu/traffic.h"

namespace muster::gpu {

// NVML held open: the devices stay open between requests, so no task pays the driver's start-up and
// the counters do not restart. A sample before any discovery discovers first. Not thread-safe; any
// call may block for as long as the driver likes, which is why it lives in muster-nvml.
class Session {
public:
    explicit Session(std::string library) : m_library(std::move(library)) { }

    Reply answer(Request request);

private:
    Result<Discovery> discover();
    Result<Sample> sample(bool slow);
    bool anyLost() const;

    std::string m_library;
    std::optional<Nvml> m_nvml;
    std::optional<OpenGpus> m_open;
    Sample m_last;
    std::map<GpuUuid, Traffic> m_traffic; // outlives a discovery: counters go on
    std::size_t m_turn = 0; // the GPU whose PCIe may be measured by the call that takes 20 ms
};

} // namespace muster::gpu

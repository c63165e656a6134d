// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/gpu/sample.h"

namespace muster::agentd {

// Whose a process is, by its control group.
struct ProcessOwner {
    bool alive = false;
    std::optional<ContainerId> container; // of ours
    std::string user; // "alice", "1001"; empty: not known
};
// Reads /proc.
ProcessOwner ownerOf(std::uint32_t pid);

// Who works on a GPU beside the containers that are meant to: a process outside Muster, one that an
// ended container left behind, or nobody that the driver names though the GPU is busy. A process
// counts with at least 100 MiB of the GPU's memory, or if the driver does not say how much it has,
// and not if it only draws a display; it has to be there in two samples, load without a process in
// five. Pure but for `owner`. One thread.
class GpuOccupants {
public:
    struct Callbacks {
        std::function<ProcessOwner(std::uint32_t pid)> owner;
        std::function<bool(const ContainerId&)> lives; // and may hold GPUs
    };
    explicit GpuOccupants(Callbacks callbacks) : m_callbacks(std::move(callbacks)) { }

    // In words, with the remedy; empty: nobody. REQUIRES: a slow sample.
    std::string look(const gpu::GpuSample& gpu);
    // Whether something was seen that the next slow sample is to confirm: it should come soon.
    bool isSuspicious() const { return m_suspicious; }
    void beginSample() { m_suspicious = false; }

private:
    struct Seen {
        std::string suspect; // as in the last sample
        unsigned samples = 0; // in a row
    };
    std::string suspectOf(const gpu::GpuSample& gpu) const;

    Callbacks m_callbacks;
    std::map<GpuUuid, Seen> m_seen;
    bool m_suspicious = false;
};

} // namespace muster::agentd

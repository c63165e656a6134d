// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/kernel/base/gpu.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/result.h"

namespace muster::allocator {

// Which GPUs of one node a task gets. A value: copy it to try something. Not thread-safe.
// Identity is the UUID (Mesos used major:minor); order is ascending minor, as Mesos'
// (doc/features.md D5), except that a request for several prefers GPUs that NVLink joins, and among
// those the set that leaves the largest linked group behind. Texts are Mesos'. Facts:
// src/slave/containerizer/mesos/isolators/gpu/allocator.cpp.
class GpuAllocator {
public:
    GpuAllocator() = default;
    // REQUIRES: no UUID twice.
    explicit GpuAllocator(std::vector<GpuInfo> gpus);

    // New facts about the GPUs of this node (another minor after a reboot, one more, one gone).
    // What is allocated stays allocated, also when its GPU is gone.
    void setGpus(std::vector<GpuInfo> gpus);

    // "Requested 4 gpus but only 2 available"
    Result<std::vector<GpuUuid>> allocate(std::size_t count);
    // By reference, all or none: "GPU-... are not available"
    Status allocate(std::span<const GpuUuid> gpus);
    // All or none: "GPU-... are not allocated"
    Status deallocate(std::span<const GpuUuid> gpus);

    // Out of service: never handed out. A GPU that is allocated stays so until it is freed. Holds
    // for a GPU that is not known (yet, or any more) from when it is.
    void exclude(const GpuUuid& gpu);
    void include(const GpuUuid& gpu);

    std::vector<GpuUuid> total() const; // known, in order of minor
    std::vector<GpuUuid> available() const; // known, not allocated, not excluded, in order of minor
    std::vector<GpuUuid> allocated() const; // in order of minor, unknown ones last by UUID
    bool isAllocated(const GpuUuid& gpu) const;
    const GpuInfo* find(const GpuUuid& gpu) const;

    // The size of the largest set of GPUs that NVLink joins, allocated ones included; 1 without
    // links, 0 without GPUs.
    std::size_t largestLinkedGroup() const;

private:
    struct Slot {
        GpuInfo info;
        bool allocated = false;
    };

    const Slot* findSlot(const GpuUuid& gpu) const;
    Slot* findSlot(const GpuUuid& gpu);
    bool isFree(const Slot& slot) const;
    // "GPU-1, GPU-2" in order of minor, unknown ones last by UUID.
    std::string list(std::vector<GpuUuid> gpus) const;

    std::vector<Slot> m_slots; // by minor, then UUID
    std::vector<GpuUuid> m_orphans; // allocated, but no longer known; sorted
    std::set<GpuUuid> m_excluded; // known or not
};

} // namespace muster::allocator

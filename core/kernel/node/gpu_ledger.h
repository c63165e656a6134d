// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/kernel/allocator/gpu_allocator.h"
#include "core/kernel/node/agent.h"

namespace muster::node {

// The GPUs of one node: which are known, how they are, who holds which, which are restricted. What
// the allocator may hand out follows from these. Not thread-safe.
class GpuLedger {
public:
    struct Beginning {
        std::vector<GpuInfo> found;
        std::vector<GpuUuid> owned;
        bool ownsLater = false; // whatever is found, now or later
        std::vector<Restriction> restrictions;
        // By the tasks of an earlier life, taken as they stand even if a GPU is missing now.
        std::map<TaskKey, std::vector<GpuUuid>> held;
    };
    explicit GpuLedger(Beginning beginning);

    // What NVML found now. A known GPU that is missing is lost; one that reports itself healthy
    // again is back in service.
    void report(const std::vector<GpuReport>& gpus);

    // Why GPUs that NVML calls healthy are not handed out. Each cause is replaced as a whole.
    enum class Cause { Claimed, Stray, Launch };
    void withhold(Cause cause, std::map<GpuUuid, std::string> problems);
    const std::map<GpuUuid, std::string>& withheld(Cause cause) const;
    void withholdAll(std::string problem); // empty: not any more

    Result<std::vector<GpuUuid>> allocate(const TaskKey& holder, std::size_t count);
    // Hands on GPUs that `from` holds. They stay allocated.
    void pass(const TaskKey& from, const TaskKey& to, std::span<const GpuUuid> gpus);
    // Frees what the holder has; nothing if it has nothing. An occupant is forgotten until the next
    // report.
    void free(const TaskKey& holder);

    bool restrict(const Restriction& restriction); // whether anything changed
    bool release(const GpuUuid& gpu);
    bool expire(Instant now);
    std::optional<Instant> nextExpiry() const;
    std::vector<Restriction> restrictions() const; // by UUID

    bool isKnown(const GpuUuid& gpu) const { return m_known.contains(gpu); }
    std::size_t owned() const { return m_owned.size(); }
    std::size_t available() const { return m_allocator.available().size(); }
    std::vector<GpuUuid> heldBy(const TaskKey& holder) const;
    std::vector<GpuInfo> infos(std::span<const GpuUuid> gpus) const;
    std::vector<GpuInfo> infos() const; // by minor, then UUID
    std::vector<cluster::GpuStatus> rows() const; // in the order of infos()

private:
    struct Known {
        GpuInfo info;
        GpuState health = GpuState::Free; // or Unhealthy, Lost
        std::string problem;
        std::string occupant; // beside our tasks
    };

    std::vector<const Known*> byMinor() const;
    bool inService(const GpuUuid& gpu, const Known& known) const;
    const std::string* withheldBecause(const GpuUuid& gpu) const; // null: it is not
    void applyService();
    cluster::GpuStatus row(const Known& known) const;

    allocator::GpuAllocator m_allocator;
    std::map<GpuUuid, Known> m_known; // a lost GPU stays, with what was last known of it
    std::set<GpuUuid> m_owned;
    bool m_ownsLater = false;
    std::array<std::map<GpuUuid, std::string>, 3> m_withheld; // by cause
    std::string m_allWithheld;
    std::map<GpuUuid, Restriction> m_restrictions;
    std::map<GpuUuid, TaskKey> m_holders;
    std::map<TaskKey, std::vector<GpuUuid>> m_held;
};

} // namespace muster::node

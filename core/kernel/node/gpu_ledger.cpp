// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/gpu_ledger.h"

#include <algorithm>
#include <tuple>

namespace muster::node {
namespace {

constexpr auto kNotOwned = "This agent does not hand it out: --nvidia_gpu_devices leaves it out";
constexpr auto kMissing = "NVML does not find it any more";

} // namespace

GpuLedger::GpuLedger(Beginning beginning)
    : m_owned(beginning.owned.begin(), beginning.owned.end()), m_ownsLater(beginning.ownsLater) {
    for (auto& info : beginning.found) {
        m_known[info.uuid] = {info, GpuState::Free, "", ""};
    }
    for (const auto& restriction : beginning.restrictions) {
        m_restrictions[restriction.gpu] = restriction;
    }
    for (const auto& [task, gpus] : beginning.held) {
        for (const auto& gpu : gpus) {
            // A GPU that fell off the bus while its task ran on is still that task's.
            if (!m_known.contains(gpu)) {
                m_known[gpu] = {GpuInfo{.uuid = gpu}, GpuState::Lost, kMissing, ""};
            }
            if (m_holders.try_emplace(gpu, task).second) {
                m_held[task].push_back(gpu);
            }
        }
    }
    if (m_ownsLater) {
        for (const auto& [uuid, known] : m_known) {
            m_owned.insert(uuid);
        }
    }
    m_allocator = allocator::GpuAllocator(infos());
    for (const auto& [task, gpus] : m_held) {
        // Cannot fail: every one of them is known, and none stands twice.
        (void)m_allocator.allocate(gpus);
    }
    applyService();
}

void GpuLedger::report(const std::vector<GpuReport>& gpus) {
    for (auto& [uuid, known] : m_known) {
        known.health = GpuState::Lost;
        known.problem = kMissing;
    }
    for (const auto& gpu : gpus) {
        const bool ill = gpu.health == GpuState::Lost || gpu.health == GpuState::Unhealthy;
        auto health = ill ? gpu.health : GpuState::Free;
        if (!ill && !gpu.problem.empty()) {
            health = GpuState::Unhealthy;
        }
        m_known[gpu.info.uuid] = {gpu.info, health, gpu.problem, gpu.occupant};
        if (m_ownsLater) {
            m_owned.insert(gpu.info.uuid);
        }
    }
    m_allocator.setGpus(infos());
    applyService();
}

void GpuLedger::withhold(Cause cause, std::map<GpuUuid, std::string> problems) {
    m_withheld.at(static_cast<std::size_t>(cause)) = std::move(problems);
    applyService();
}

const std::map<GpuUuid, std::string>& GpuLedger::withheld(Cause cause) const {
    return m_withheld.at(static_cast<std::size_t>(cause));
}

void GpuLedger::withholdAll(std::string problem) {
    m_allWithheld = std::move(problem);
    applyService();
}

const std::string* GpuLedger::withheldBecause(const GpuUuid& gpu) const {
    for (const auto& problems : m_withheld) {
        if (const auto found = problems.find(gpu); found != problems.end()) {
            return &found->second;
        }
    }
    return m_allWithheld.empty() ? nullptr : &m_allWithheld;
}

Result<std::vector<GpuUuid>> GpuLedger::allocate(const TaskKey& holder, std::size_t count) {
    if (count == 0) {
        return std::vector<GpuUuid>{};
    }
    auto gpus = m_allocator.allocate(count);
    if (gpus) {
        for (const auto& gpu : *gpus) {
            m_holders[gpu] = holder;
        }
        auto& held = m_held[holder];
        held.insert(held.end(), gpus->begin(), gpus->end());
    }
    return gpus;
}

void GpuLedger::pass(const TaskKey& from, const TaskKey& to, std::span<const GpuUuid> gpus) {
    for (const auto& gpu : gpus) {
        m_holders[gpu] = to;
        std::erase(m_held[from], gpu);
        m_held[to].push_back(gpu);
    }
}

void GpuLedger::free(const TaskKey& holder) {
    const auto held = m_held.find(holder);
    if (held == m_held.end()) {
        return;
    }
    // Cannot fail: the allocator and m_held change together.
    (void)m_allocator.deallocate(held->second);
    for (const auto& gpu : held->second) {
        m_holders.erase(gpu);
        // Whoever was seen beside the task may have been a part of it: the next report tells.
        m_known.at(gpu).occupant.clear();
    }
    m_held.erase(held);
    applyService();
}

bool GpuLedger::restrict(const Restriction& restriction) {
    auto& entry = m_restrictions[restriction.gpu];
    if (entry == restriction) {
        return false;
    }
    entry = restriction;
    applyService();
    return true;
}

bool GpuLedger::release(const GpuUuid& gpu) {
    const bool changed = m_restrictions.erase(gpu) > 0;
    applyService();
    return changed;
}

bool GpuLedger::expire(Instant now) {
    const auto expired = std::erase_if(m_restrictions,
        [&](const auto& entry) { return entry.second.until && *entry.second.until <= now; });
    applyService();
    return expired > 0;
}

std::optional<Instant> GpuLedger::nextExpiry() const {
    std::optional<Instant> next;
    for (const auto& [gpu, restriction] : m_restrictions) {
        if (restriction.until && (!next || *restriction.until < *next)) {
            next = restriction.until;
        }
    }
    return next;
}

std::vector<Restriction> GpuLedger::restrictions() const {
    std::vector<Restriction> out;
    for (const auto& [gpu, restriction] : m_restrictions) {
        out.push_back(restriction);
    }
    return out;
}

std::vector<GpuUuid> GpuLedger::heldBy(const TaskKey& holder) const {
    const auto held = m_held.find(holder);
    return held == m_held.end() ? std::vector<GpuUuid>{} : held->second;
}

std::vector<GpuInfo> GpuLedger::infos(std::span<const GpuUuid> gpus) const {
    std::vector<GpuInfo> out;
    for (const auto& gpu : gpus) {
        out.push_back(m_known.at(gpu).info);
    }
    return out;
}

std::vector<GpuInfo> GpuLedger::infos() const {
    std::vector<GpuInfo> out;
    for (const auto* known : byMinor()) {
        out.push_back(known->info);
    }
    return out;
}

std::vector<cluster::GpuStatus> GpuLedger::rows() const {
    std::vector<cluster::GpuStatus> out;
    for (const auto* known : byMinor()) {
        out.push_back(row(*known));
    }
    return out;
}

std::vector<const GpuLedger::Known*> GpuLedger::byMinor() const {
    std::vector<const Known*> out;
    for (const auto& [uuid, known] : m_known) {
        out.push_back(&known);
    }
    std::ranges::sort(
        out, {}, [](const Known* known) { return std::tie(known->info.minor, known->info.uuid); });
    return out;
}

bool GpuLedger::inService(const GpuUuid& gpu, const Known& known) const {
    return m_owned.contains(gpu) && known.health == GpuState::Free && !m_restrictions.contains(gpu)
        && known.occupant.empty() && withheldBecause(gpu) == nullptr;
}

void GpuLedger::applyService() {
    for (const auto& [uuid, known] : m_known) {
        if (inService(uuid, known)) {
            m_allocator.include(uuid);
        } else {
            m_allocator.exclude(uuid);
        }
    }
}

cluster::GpuStatus GpuLedger::row(const Known& known) const {
    cluster::GpuStatus row{.gpu = known.info.uuid, .problem = known.problem};
    if (const auto restriction = m_restrictions.find(row.gpu);
        restriction != m_restrictions.end()) {
        row.restriction = restriction->second;
    }
    if (const auto holder = m_holders.find(row.gpu); holder != m_holders.end()) {
        row.holder = holder->second;
    }
    const auto* withheld = withheldBecause(row.gpu);
    if (known.health != GpuState::Free) {
        row.state = known.health;
    } else if (withheld != nullptr) {
        row.state = GpuState::Unhealthy;
        row.problem = *withheld;
    } else if (row.holder) {
        row.state = row.restriction ? GpuState::Draining : GpuState::Allocated;
    } else if (row.restriction) {
        row.state = GpuState::Restricted;
    } else if (!m_owned.contains(row.gpu)) {
        row.state = GpuState::Restricted;
        row.problem = kNotOwned;
    } else if (!known.occupant.empty()) {
        row.state = GpuState::Occupied;
        row.problem = known.occupant;
    }
    return row;
}

} // namespace muster::node

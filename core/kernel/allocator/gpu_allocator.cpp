// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/gpu_allocator.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "core/kernel/allocator/link_graph.h"

namespace muster::allocator {
namespace {

bool byMinor(const GpuInfo& a, const GpuInfo& b) {
    return std::tie(a.minor, a.uuid) < std::tie(b.minor, b.uuid);
}

bool holds(std::span<const GpuUuid> gpus, const GpuUuid& gpu) {
    return std::find(gpus.begin(), gpus.end(), gpu) != gpus.end();
}

} // namespace

GpuAllocator::GpuAllocator(std::vector<GpuInfo> gpus) {
    setGpus(std::move(gpus));
}

void GpuAllocator::setGpus(std::vector<GpuInfo> gpus) {
    auto held = allocated();
    std::sort(gpus.begin(), gpus.end(), byMinor);
    m_slots.clear();
    for (auto& gpu : gpus) {
        assert(findSlot(gpu.uuid) == nullptr);
        const bool isHeld = std::erase(held, gpu.uuid) > 0;
        m_slots.push_back({std::move(gpu), isHeld});
    }
    std::sort(held.begin(), held.end());
    m_orphans = std::move(held);
}

Result<std::vector<GpuUuid>> GpuAllocator::allocate(std::size_t count) {
    std::vector<Slot*> free;
    for (auto& slot : m_slots) {
        if (isFree(slot)) {
            free.push_back(&slot);
        }
    }
    if (count > free.size()) {
        return failure(fmt::format("Requested {} gpus but only {} available", count, free.size()),
            Error::Kind::Conflict);
    }
    std::vector<const GpuInfo*> infos;
    for (const auto* slot : free) {
        infos.push_back(&slot->info);
    }
    std::vector<GpuUuid> chosen;
    for (const auto index : LinkGraph(infos).choose(count)) {
        free[index]->allocated = true;
        chosen.push_back(free[index]->info.uuid);
    }
    return chosen;
}

Status GpuAllocator::allocate(std::span<const GpuUuid> gpus) {
    std::vector<GpuUuid> refused;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const auto* slot = findSlot(gpus[i]);
        if (slot == nullptr || !isFree(*slot) || holds(gpus.first(i), gpus[i])) {
            refused.push_back(gpus[i]);
        }
    }
    if (!refused.empty()) {
        return failure(list(std::move(refused)) + " are not available", Error::Kind::Conflict);
    }
    for (const auto& gpu : gpus) {
        findSlot(gpu)->allocated = true;
    }
    return {};
}

Status GpuAllocator::deallocate(std::span<const GpuUuid> gpus) {
    std::vector<GpuUuid> refused;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        if (!isAllocated(gpus[i]) || holds(gpus.first(i), gpus[i])) {
            refused.push_back(gpus[i]);
        }
    }
    if (!refused.empty()) {
        return failure(list(std::move(refused)) + " are not allocated", Error::Kind::Conflict);
    }
    for (const auto& gpu : gpus) {
        if (auto* slot = findSlot(gpu)) {
            slot->allocated = false;
        } else {
            std::erase(m_orphans, gpu);
        }
    }
    return {};
}

void GpuAllocator::exclude(const GpuUuid& gpu) {
    m_excluded.insert(gpu);
}

void GpuAllocator::include(const GpuUuid& gpu) {
    m_excluded.erase(gpu);
}

std::vector<GpuUuid> GpuAllocator::total() const {
    std::vector<GpuUuid> out;
    for (const auto& slot : m_slots) {
        out.push_back(slot.info.uuid);
    }
    return out;
}

std::vector<GpuUuid> GpuAllocator::available() const {
    std::vector<GpuUuid> out;
    for (const auto& slot : m_slots) {
        if (isFree(slot)) {
            out.push_back(slot.info.uuid);
        }
    }
    return out;
}

std::vector<GpuUuid> GpuAllocator::allocated() const {
    std::vector<GpuUuid> out;
    for (const auto& slot : m_slots) {
        if (slot.allocated) {
            out.push_back(slot.info.uuid);
        }
    }
    out.insert(out.end(), m_orphans.begin(), m_orphans.end());
    return out;
}

bool GpuAllocator::isAllocated(const GpuUuid& gpu) const {
    const auto* slot = findSlot(gpu);
    return slot != nullptr ? slot->allocated : holds(m_orphans, gpu);
}

const GpuInfo* GpuAllocator::find(const GpuUuid& gpu) const {
    const auto* slot = findSlot(gpu);
    return slot == nullptr ? nullptr : &slot->info;
}

std::size_t GpuAllocator::largestLinkedGroup() const {
    std::vector<const GpuInfo*> infos;
    for (const auto& slot : m_slots) {
        infos.push_back(&slot.info);
    }
    std::size_t largest = 0;
    for (const auto& group : LinkGraph(infos).groups()) {
        largest = std::max(largest, group.size());
    }
    return largest;
}

const GpuAllocator::Slot* GpuAllocator::findSlot(const GpuUuid& gpu) const {
    const auto at = std::find_if(
        m_slots.begin(), m_slots.end(), [&](const Slot& slot) { return slot.info.uuid == gpu; });
    return at == m_slots.end() ? nullptr : &*at;
}

GpuAllocator::Slot* GpuAllocator::findSlot(const GpuUuid& gpu) {
    return const_cast<Slot*>(std::as_const(*this).findSlot(gpu));
}

bool GpuAllocator::isFree(const Slot& slot) const {
    return !slot.allocated && (m_excluded.empty() || !m_excluded.contains(slot.info.uuid));
}

std::string GpuAllocator::list(std::vector<GpuUuid> gpus) const {
    std::sort(gpus.begin(), gpus.end(), [&](const GpuUuid& a, const GpuUuid& b) {
        const auto* knownA = find(a);
        const auto* knownB = find(b);
        if (knownA == nullptr || knownB == nullptr) {
            return knownA != nullptr || (knownB == nullptr && a < b);
        }
        return byMinor(*knownA, *knownB);
    });
    std::string out;
    for (const auto& gpu : gpus) {
        out += (out.empty() ? "" : ", ") + gpu.value;
    }
    return out;
}

} // namespace muster::allocator

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/capacity.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace muster::node {
namespace {

// Takes `out` GPUs away, of whatever role they are.
void takeGpus(Resources& total, Milli out) {
    for (auto& item : total.items()) {
        const auto* value = std::get_if<Milli>(&item.value);
        if (item.name == "gpus" && value && out > Milli{}) {
            const auto part = std::min(*value, out);
            item.value = part;
            total -= Resources({std::move(item)});
            out -= part;
        }
    }
}

std::size_t gpuCount(const Resources& resources) {
    return static_cast<std::size_t>(resources.gpus().wholeUnits());
}

// Of its own description, from which they are taken.
Resources withoutGpus(const Resources& resources) {
    auto out = resources.described();
    takeGpus(out, out.gpus());
    return out;
}

} // namespace

// The master counts too, but a RunTask that was under way while the agent changed must not
// over-commit the machine.
Result<std::vector<GpuUuid>> Capacity::claim(const TaskKey& holder, const Resources& wanted) {
    if (const auto valid = validateGpus(wanted); !valid) {
        return tl::unexpected(valid.error());
    }
    for (const std::string_view name : {"cpus", "mem", "disk", "gpus"}) {
        if (name == "gpus" && !m_options.onlyCountsGpus) {
            continue; // the ledger knows which
        }
        if (const auto free = unused(name); wanted.total(name) > free) {
            return failure(fmt::format("Requested {} {} but only {} available",
                               wanted.total(name).text(), name, std::max(free, Milli{}).text()),
                Error::Kind::Conflict);
        }
    }
    return m_gpus.allocate(holder, gpusIn(wanted));
}

std::size_t Capacity::gpusIn(const Resources& resources) const {
    return m_options.onlyCountsGpus ? 0 : gpuCount(resources);
}

void Capacity::shareOut(const std::vector<GpuUuid>& gpus, const std::vector<Task*>& tasks) const {
    auto next = gpus.begin();
    for (auto* task : tasks) {
        const auto last = next + static_cast<std::ptrdiff_t>(gpusIn(task->info().resources));
        task->setGpus(std::vector<GpuUuid>(next, last));
        next = last;
    }
}

Milli Capacity::unused(std::string_view name) const {
    auto free = m_options.info.total.total(name);
    for (const auto& [key, task] : m_tasks.all()) {
        if (task.isLive()) {
            free -= task.info().resources.total(name);
        }
    }
    for (const bool removed : {false, true}) {
        for (const auto& [key, executor] : executors(removed)) {
            free -= executor->resources.total(name);
        }
    }
    return free;
}

Resources Capacity::total() const {
    auto total = m_options.info.total;
    if (m_options.ownsLaterGpus) {
        total.setScalar(Resources::Gpus, Milli::whole(static_cast<std::int64_t>(m_gpus.owned())));
    }
    auto usable = m_gpus.available();
    for (const auto& [key, task] : m_tasks.all()) {
        const auto own = gpuCount(task.info().resources);
        if (task.isRemoved()) {
            total -= withoutGpus(task.info().resources);
        } else if (task.hasOwnContainer()) {
            usable += std::min(m_gpus.heldBy(key).size(), own);
        } else {
            usable += task.isLive() ? own : 0;
        }
    }
    for (const auto& [key, executor] : executors(false)) {
        usable += gpuCount(executor->resources);
    }
    for (const auto& [key, executor] : executors(true)) {
        total -= withoutGpus(executor->resources);
    }
    const auto out = m_gpus.owned() - std::min(usable, m_gpus.owned());
    takeGpus(total, Milli::whole(static_cast<std::int64_t>(out)));
    return total;
}

std::map<ExecutorKey, const cluster::ExecutorInfo*> Capacity::executors(bool removed) const {
    std::map<ExecutorKey, const cluster::ExecutorInfo*> out;
    for (const auto& [key, task] : m_tasks.all()) {
        const auto& executor = task.info().executor;
        if (executor && task.hasOwnContainer() && task.isLive() && task.isRemoved() == removed) {
            out.emplace(ExecutorKey{key.framework, executor->id}, &*executor);
        }
    }
    for (const auto& [key, executor] : m_executors.all()) {
        if (executor.isRemoved() == removed) {
            out.emplace(key, &executor.info());
        }
    }
    return out;
}

bool Capacity::hasExecutor(const ExecutorKey& key) const {
    return executors(false).contains(key);
}

} // namespace muster::node

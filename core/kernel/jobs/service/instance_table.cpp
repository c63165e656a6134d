// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/instance_table.h"

#include <algorithm>

namespace muster::services {

AppId appOf(const TaskId& task) {
    auto path = "/" + task.value.substr(0, task.value.rfind('.'));
    std::ranges::replace(path, '_', '/');
    return {std::move(path)};
}

Instance& InstanceTable::add(Instance instance) {
    m_byApp[instance.app].insert(instance.id);
    const auto id = instance.id;
    return m_instances.emplace(id, std::move(instance)).first->second;
}

Instance InstanceTable::remove(const TaskId& id) {
    auto removed = std::move(m_instances.extract(id).mapped());
    const auto ids = m_byApp.find(removed.app);
    ids->second.erase(removed.id);
    if (ids->second.empty()) {
        m_byApp.erase(ids);
    }
    return removed;
}

Instance* InstanceTable::find(const TaskId& id) {
    const auto found = m_instances.find(id);
    return found == m_instances.end() ? nullptr : &found->second;
}

const Instance* InstanceTable::find(const TaskId& id) const {
    const auto found = m_instances.find(id);
    return found == m_instances.end() ? nullptr : &found->second;
}

InstanceList InstanceTable::of(const AppId& app) const {
    InstanceList out;
    if (const auto ids = m_byApp.find(app); ids != m_byApp.end()) {
        for (const auto& id : ids->second) {
            out.push_back(&m_instances.at(id));
        }
    }
    return out;
}

void UnreachableWatch::watch(const TaskId& id, Uptime at) {
    drop(id);
    m_times.emplace(id, at);
    m_byTime.emplace(at, id);
}

void UnreachableWatch::drop(const TaskId& id) {
    if (const auto found = m_times.find(id); found != m_times.end()) {
        m_byTime.erase({found->second, id});
        m_times.erase(found);
    }
}

std::optional<TaskId> UnreachableWatch::takeDue(Uptime now) {
    if (m_byTime.empty() || m_byTime.begin()->first > now) {
        return std::nullopt;
    }
    auto id = m_byTime.begin()->second;
    drop(id);
    return id;
}

std::optional<Uptime> UnreachableWatch::nextDeadline() const {
    return m_byTime.empty() ? std::nullopt : std::optional(m_byTime.begin()->first);
}

} // namespace muster::services

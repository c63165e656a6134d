// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/task_table.h"

#include <utility>

namespace muster::node {

ContainerId TaskTable::newContainer() {
    ContainerId container;
    do {
        container.value = "muster-" + m_uuids.next().text();
    } while (m_byContainer.contains(container));
    return container;
}

Task& TaskTable::add(
    const cluster::FrameworkInfo& framework, const cluster::TaskInfo& info, Now now) {
    TaskCheckpoint made;
    made.container = newContainer();
    made.framework = framework;
    made.info = info;
    return recover(std::move(made), now, false);
}

Task& TaskTable::recover(TaskCheckpoint saved, Now now, bool rebooted) {
    Task task(std::move(saved), m_timing, now, rebooted);
    const auto key = task.key();
    if (task.hasOwnContainer()) {
        m_byContainer[task.container()] = key;
    }
    return m_tasks.emplace(key, std::move(task)).first->second;
}

void TaskTable::forget(const TaskKey& key) {
    const auto found = m_tasks.find(key);
    m_byContainer.erase(found->second.container());
    m_tasks.erase(found);
}

Task* TaskTable::find(const TaskKey& key) {
    const auto found = m_tasks.find(key);
    return found == m_tasks.end() ? nullptr : &found->second;
}

Task* TaskTable::find(const ContainerId& container) {
    const auto found = m_byContainer.find(container);
    return found == m_byContainer.end() ? nullptr : find(found->second);
}

std::vector<TaskKey> TaskTable::of(const FrameworkId& framework) const {
    std::vector<TaskKey> out;
    for (const auto& [key, task] : m_tasks) {
        if (key.framework == framework) {
            out.push_back(key);
        }
    }
    return out;
}

std::vector<Task*> TaskTable::peers(const Task& task) {
    std::vector<Task*> out;
    if (task.group().empty()) {
        return out;
    }
    for (auto& [key, other] : m_tasks) {
        if (&other != &task && other.isLive() && other.group() == task.group()) {
            out.push_back(&other);
        }
    }
    return out;
}

} // namespace muster::node

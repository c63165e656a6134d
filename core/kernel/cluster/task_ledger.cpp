// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/task_ledger.h"

#include <algorithm>
#include <iterator>

namespace muster::cluster {

TaskEntry* TaskLedger::find(const TaskKey& key) {
    const auto found = m_tasks.find(key);
    return found == m_tasks.end() ? nullptr : &found->second;
}

const TaskEntry* TaskLedger::find(const TaskKey& key) const {
    const auto found = m_tasks.find(key);
    return found == m_tasks.end() ? nullptr : &found->second;
}

TaskEntry& TaskLedger::add(Task task) {
    TaskEntry& entry = m_tasks[{task.framework, task.info.id}];
    m_inOrder.erase(entry.number);
    entry = TaskEntry{};
    static_cast<Task&>(entry) = std::move(task);
    entry.number = ++m_last;
    m_inOrder.emplace_hint(m_inOrder.end(), entry.number, &entry);
    return entry;
}

void TaskLedger::retire(TaskEntry& task) {
    task.endedNumber = ++m_lastEnded;
    m_ended[task.framework].push_back({task.info.id, task.endedNumber});
    m_grown.insert(task.framework);
}

std::vector<TaskKey> TaskLedger::trim(std::size_t keep) {
    std::vector<TaskKey> forgotten;
    for (const FrameworkId& framework : std::exchange(m_grown, {})) {
        std::ranges::move(forgetEnded(framework, keep), std::back_inserter(forgotten));
    }
    return forgotten;
}

std::vector<TaskKey> TaskLedger::forgetEnded(const FrameworkId& framework, std::size_t keep) {
    std::vector<TaskKey> forgotten;
    const auto found = m_ended.find(framework);
    if (found == m_ended.end()) {
        return forgotten;
    }
    auto& queue = found->second;
    for (; queue.size() > keep; queue.pop_front()) {
        const auto& [task, number] = queue.front();
        const auto oldest = m_tasks.find({framework, task});
        if (oldest != m_tasks.end() && oldest->second.endedNumber == number) {
            forgotten.push_back(oldest->first);
            m_inOrder.erase(oldest->second.number);
            m_tasks.erase(oldest);
        }
    }
    if (queue.empty()) {
        m_ended.erase(found);
    }
    return forgotten;
}

} // namespace muster::cluster

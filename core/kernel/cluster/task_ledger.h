// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// Every task that the master knows, by its key and in the order in which the master met it: those
// that live, and of those that have ended the latest of each framework. A key names one task: a
// later one may take the key of one that has ended. Not thread-safe; an entry stays where it is
// until it is forgotten or another task takes its key.
class TaskLedger {
public:
    TaskEntry* find(const TaskKey& key);
    const TaskEntry* find(const TaskKey& key) const;
    // REQUIRES: no task that lives has its key.
    TaskEntry& add(Task task);
    // It has ended: from now on it counts among those of which only the latest are kept.
    void retire(TaskEntry& task);

    // Of each framework with more than `keep` that have ended, the oldest go. What it costs is what
    // goes. Returns their keys.
    std::vector<TaskKey> trim(std::size_t keep);
    std::vector<TaskKey> forgetEnded(const FrameworkId& framework, std::size_t keep);

    std::size_t size() const { return m_inOrder.size(); }
    const std::map<std::uint64_t, const TaskEntry*>& inOrder() const { return m_inOrder; }

private:
    struct Ended {
        TaskId task;
        std::uint64_t number; // TaskEntry::endedNumber: a later task of that key has another one
    };

    std::unordered_map<TaskKey, TaskEntry, TaskKeyHash> m_tasks;
    std::map<std::uint64_t, const TaskEntry*> m_inOrder;
    std::uint64_t m_last = 0;
    std::unordered_map<FrameworkId, std::deque<Ended>> m_ended; // the oldest first
    std::set<FrameworkId> m_grown; // got one that has ended since they were trimmed
    std::uint64_t m_lastEnded = 0;
};

} // namespace muster::cluster

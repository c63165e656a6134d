// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/jobs/service/instance.h"

namespace muster::services {

using InstanceList = std::vector<const Instance*>;
using Instances = std::span<const Instance* const>;

// Every instance that is not known to have ended, by id and by app. Not thread-safe; an instance
// stays where it is until it is removed.
class InstanceTable {
public:
    Instance& add(Instance instance); // REQUIRES: its id is new
    Instance remove(const TaskId& id); // REQUIRES: known

    Instance* find(const TaskId& id); // nullptr: not known
    const Instance* find(const TaskId& id) const;
    InstanceList of(const AppId& app) const; // by id
    bool anyOf(const AppId& app) const { return m_byApp.contains(app); }
    const std::map<TaskId, Instance>& all() const { return m_instances; }

private:
    std::map<TaskId, Instance> m_instances;
    std::map<AppId, std::set<TaskId>> m_byApp; // no empty sets
};

// When to look again at the instances whose agents cannot be reached. Not thread-safe.
class UnreachableWatch {
public:
    void watch(const TaskId& id, Uptime at);
    void drop(const TaskId& id);
    std::optional<TaskId> takeDue(Uptime now); // one whose time has come; it is dropped
    std::optional<Uptime> nextDeadline() const;

private:
    std::map<TaskId, Uptime> m_times;
    std::set<std::pair<Uptime, TaskId>> m_byTime;
};

} // namespace muster::services

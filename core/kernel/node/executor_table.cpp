// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/executor_table.h"

#include <utility>

namespace muster::node {

Executor& ExecutorTable::add(ExecutorCheckpoint made) {
    return insert(Executor(std::move(made), m_timing));
}

Executor& ExecutorTable::recover(ExecutorCheckpoint saved, bool rebooted) {
    return insert(Executor::recovered(std::move(saved), m_timing, rebooted));
}

Executor& ExecutorTable::insert(Executor executor) {
    const auto key = executor.key();
    m_byContainer[executor.container()] = key;
    return m_executors.emplace(key, std::move(executor)).first->second;
}

Executor ExecutorTable::take(const ExecutorKey& key) {
    auto taken = m_executors.extract(key);
    m_byContainer.erase(taken.mapped().container());
    return std::move(taken.mapped());
}

Executor* ExecutorTable::find(const ExecutorKey& key) {
    const auto found = m_executors.find(key);
    return found == m_executors.end() ? nullptr : &found->second;
}

const Executor* ExecutorTable::find(const ExecutorKey& key) const {
    const auto found = m_executors.find(key);
    return found == m_executors.end() ? nullptr : &found->second;
}

Executor* ExecutorTable::find(const ContainerId& container) {
    const auto found = m_byContainer.find(container);
    return found == m_byContainer.end() ? nullptr : find(found->second);
}

} // namespace muster::node

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/task_model.h"

#include <algorithm>

#include "core/columns/task.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::TaskRow> all(
        "muster::models::TaskModel", columns::taskColumns(), columns::taskOrder());
    return all;
}

} // namespace

TaskModel::TaskModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Tasks, parent) { }

void TaskModel::setNode(const std::string& agentId) {
    if (m_node != agentId) {
        m_node = agentId;
        reload();
    }
}

bool TaskModel::belongs(const std::string& key) const {
    const auto found = m_node ? state().tasks().find(key) : state().tasks().end();
    return !m_node || (found != state().tasks().end() && found->second.agent_id() == *m_node);
}

std::vector<std::string> TaskModel::ownKeys() const {
    if (!m_node) {
        return TableModel::ownKeys();
    }
    std::vector<std::string> keys;
    for (const auto& [key, task] : state().tasks()) {
        if (task.agent_id() == *m_node) {
            keys.push_back(key);
        }
    }
    return keys;
}

int TaskModel::columns() const {
    return shownColumns().count();
}

TableModel::Column TaskModel::column(int index) const {
    return shownColumns().head(index);
}

TableModel::Cell TaskModel::cell(const std::string& key, int column) const {
    const auto found = state().tasks().find(key);
    if (found == state().tasks().end()) {
        return {};
    }
    const auto& task = found->second;
    if (column == Exit && task.has_signal()) {
        return textCell(tr("signal %1").arg(task.signal()));
    }
    return column == State ? stateCell(taskState(task.state()))
                           : shownColumns().cell(column, {task, state()});
}

KeySet TaskModel::alsoTouched(const Changes& changes) const {
    const auto gpus = m_gpus.renamed(changes.of(Kind::Gpus), [this](const std::string& uuid) {
        const auto* gpu = state().gpu(uuid);
        return gpu == nullptr ? std::string() : std::to_string(gpu->index());
    });
    const auto frameworks
        = m_frameworks.renamed(changes.of(Kind::Frameworks), [this](const std::string& id) {
              const auto* framework = state().framework(id);
              return framework == nullptr ? std::string() : framework->name();
          });
    KeySet touched;
    // Frameworks come and go all the time: only their own tasks are looked at.
    for (const auto& id : frameworks) {
        const auto beginning = taskKey(id, {});
        for (auto task = state().tasks().lower_bound(beginning);
             task != state().tasks().end() && task->first.starts_with(beginning); ++task) {
            touched.insert(task->first);
        }
    }
    if (gpus.empty()) {
        return touched;
    }
    for (const auto& [key, task] : state().tasks()) {
        if (std::any_of(task.gpus().begin(), task.gpus().end(),
                [&](const std::string& uuid) { return gpus.contains(uuid); })) {
            touched.insert(key);
        }
    }
    return touched;
}

} // namespace muster::models

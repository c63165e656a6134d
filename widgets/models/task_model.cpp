// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/task_model.h"

#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

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

TableModel::Column TaskModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {.title = tr("Task"), .keys = "task id", .rank = Rank::Main};
    case Name:
        return {.title = tr("Name"), .keys = "name", .rank = Rank::Main};
    case State:
        return {.title = tr("State"), .keys = "state", .rank = Rank::Main};
    case Node:
        return {.title = tr("Node"), .keys = "node", .rank = Rank::Main};
    case Gpus:
        return {.title = tr("GPUs"),
            .keys = "gpus",
            .rank = Rank::Main,
            .help = tr("Indices of its GPUs on the node")};
    case User:
        return {.title = tr("User"), .keys = "user", .rank = Rank::Main};
    case Framework:
        return {.title = tr("Framework"), .keys = "framework"};
    case Started:
        return {.title = tr("Started"),
            .keys = "started age",
            .measure = Measure::Moment,
            .rank = Rank::Main};
    case Ended:
        return {.title = tr("Ended"), .keys = "ended", .measure = Measure::Moment};
    case Exit:
        return {.title = tr("Exit"), .keys = "exit"};
    case Message:
        return {.title = tr("Message"), .keys = "message"};
    case Command:
        return {.title = tr("Command"), .keys = "command"};
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell TaskModel::cell(const std::string& key, int column) const {
    const auto found = state().tasks().find(key);
    if (found == state().tasks().end()) {
        return {};
    }
    const auto& task = found->second;
    switch (static_cast<Column>(column)) {
    case Id:
        return textCell(text(task.id()));
    case Name:
        return textCell(text(task.name()));
    case State:
        return stateCell(taskState(task.state()));
    case Node:
        return textCell(text(task.hostname()));
    case Gpus:
        return gpusCell(task);
    case User:
        return textCell(text(task.user()));
    case Framework:
        return frameworkCell(task);
    case Started:
        return timeCell(task.started_ms());
    case Ended:
        return timeCell(task.ended_ms());
    case Exit:
        return exitCell(task);
    case Message: { // exactly, where it is known; else what Mesos says
        const auto why = text(task.why().empty() ? task.message() : task.why());
        return textCell(why, why);
    }
    case Command:
        return textCell(text(task.command()), text(task.command()));
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell TaskModel::gpusCell(const v1::Task& task) const {
    QStringList shown;
    QStringList uuids;
    for (const auto& uuid : task.gpus()) {
        const auto* gpu = state().gpu(uuid);
        shown << (gpu == nullptr ? text(uuid) : QString::number(gpu->index()));
        uuids << text(uuid);
    }
    return textCell(shown.join(QStringLiteral(", ")), uuids.join(QLatin1Char('\n')));
}

TableModel::Cell TaskModel::exitCell(const v1::Task& task) const {
    if (task.has_signal()) {
        return textCell(tr("signal %1").arg(task.signal()));
    }
    return textCell(task.has_exit_code() ? QString::number(task.exit_code()) : QString());
}

TableModel::Cell TaskModel::frameworkCell(const v1::Task& task) const {
    const auto found = state().frameworks().find(task.framework_id());
    const auto name
        = found == state().frameworks().end() ? task.framework_id() : found->second.name();
    return textCell(text(name), text(task.framework_id()));
}

} // namespace muster::models

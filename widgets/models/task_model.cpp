// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/task_model.h"

#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

TaskModel::TaskModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Tasks, parent) { }

TableModel::Column TaskModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {tr("Task")};
    case Name:
        return {tr("Name")};
    case State:
        return {tr("State")};
    case Node:
        return {tr("Node")};
    case Gpus:
        return {tr("GPUs"), {}, false, false, tr("Indices of its GPUs on the node")};
    case User:
        return {tr("User")};
    case Framework:
        return {tr("Framework")};
    case Started:
        return {tr("Started")};
    case Ended:
        return {tr("Ended")};
    case Exit:
        return {tr("Exit")};
    case Message:
        return {tr("Message")};
    case Command:
        return {tr("Command")};
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

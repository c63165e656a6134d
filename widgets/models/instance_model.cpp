// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/instance_model.h"

#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

StateText InstanceModel::healthOf(const v1::Task& task) {
    switch (task.health()) {
    case v1::Task::UNKNOWN:
        return {tr("Unknown"), tr("Its health check has no result yet"), Mark::Waiting};
    case v1::Task::HEALTHY:
        return {tr("Healthy"), tr("It passes its health check"), Mark::Good};
    case v1::Task::UNHEALTHY:
        return {tr("Unhealthy"), tr("It fails its health check"), Mark::Bad};
    default:
        return {tr("No check"), tr("The service has no health check"), Mark::None};
    }
}

QString InstanceModel::portsOf(const v1::Task& task) {
    QStringList ports;
    for (const auto port : task.ports()) {
        ports << (port == 0 ? nothingYetText() : QString::number(port));
    }
    return ports.join(QStringLiteral(", "));
}

InstanceModel::InstanceModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Tasks, parent) {
    reload(); // without the tasks that the base took up
}

void InstanceModel::setService(const std::string& id) {
    if (m_service != id) {
        m_service = id;
        reload();
    }
}

bool InstanceModel::isShown(const v1::Task& task) const {
    return !m_service.empty() && task.service() == m_service && !taskEnded(task.state());
}

bool InstanceModel::belongs(const std::string& key) const {
    const auto found = state().tasks().find(key);
    return found != state().tasks().end() && isShown(found->second);
}

std::vector<std::string> InstanceModel::ownKeys() const {
    std::vector<std::string> keys;
    for (const auto& [key, task] : state().tasks()) {
        if (isShown(task)) {
            keys.push_back(key);
        }
    }
    return keys;
}

TableModel::Column InstanceModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Task:
        return {tr("Task"), "task id", Measure::Text, Rank::Main};
    case Node:
        return {tr("Node"), "node", Measure::Text, Rank::Main};
    case State:
        return {tr("State"), "state", Measure::Text, Rank::Main};
    case Health:
        return {tr("Health"), "health", Measure::Text, Rank::Main};
    case Ports:
        return {tr("Ports"), "ports", Measure::Text, Rank::Main, {},
            tr("Its ports on the node, in the order of the service's")};
    case Started:
        return {tr("Started"), "started age", Measure::Moment, Rank::Main};
    case Outdated:
        return {tr("Configuration"), "configuration", Measure::Text, Rank::Main, {},
            tr("Whether it runs the newest configuration of the service")};
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell InstanceModel::cell(const std::string& key, int column) const {
    const auto found = state().tasks().find(key);
    if (found == state().tasks().end()) {
        return {};
    }
    const auto& task = found->second;
    switch (static_cast<Column>(column)) {
    case Task:
        return textCell(text(task.id()));
    case Node:
        return textCell(text(task.hostname()), text(task.agent_id()));
    case State:
        return stateCell(taskState(task.state()));
    case Health:
        return stateCell(healthOf(task));
    case Ports:
        return textCell(portsOf(task));
    case Started:
        return timeCell(task.started_ms());
    case Outdated:
        return task.outdated()
            ? stateCell({tr("Outdated"), tr("It runs an older configuration"), Mark::Waiting})
            : textCell(tr("Current"));
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models

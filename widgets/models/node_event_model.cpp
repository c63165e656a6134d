// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_event_model.h"

#include <algorithm>

#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

// Maintenance names several machines at once.
bool namesHost(const std::string& object, const std::string& host) {
    const auto names = text(object).split(QLatin1Char(','), Qt::SkipEmptyParts);
    return std::any_of(names.begin(), names.end(),
        [host = text(host)](const QString& name) { return name.trimmed() == host; });
}

} // namespace

NodeEventModel::NodeEventModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) { }

void NodeEventModel::clear() {
    beginResetModel();
    m_events.clear();
    endResetModel();
}

void NodeEventModel::setAudit(const v1::AuditRows& audit, const std::string& agentId) {
    beginResetModel();
    m_events.clear();
    const auto* agent = m_state.agent(agentId);
    for (const auto& row : audit.rows()) {
        const auto object = agent == nullptr ? QString() : objectOf(row, *agent);
        if (!object.isEmpty()) {
            m_events.push_back({row, object});
        }
    }
    endResetModel();
}

// Empty: it does not concern the node.
QString NodeEventModel::objectOf(const v1::AuditRow& row, const v1::Agent& agent) const {
    const auto& object = row.object();
    if (object == agent.id() || namesHost(object, agent.hostname())) {
        return tr("The node");
    }
    if (const auto* gpu = m_state.gpu(object); gpu != nullptr && gpu->agent_id() == agent.id()) {
        return tr("GPU %1").arg(gpu->index());
    }
    const auto& tasks = m_state.tasks();
    const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const auto& known) {
        return known.second.id() == object && known.second.agent_id() == agent.id();
    });
    return task == tasks.end() ? QString() : tr("Task %1").arg(text(object));
}

int NodeEventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int NodeEventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString NodeEventModel::textOf(const Event& event, int column) const {
    switch (static_cast<Column>(column)) {
    case When:
        return clockText(event.row.at_ms());
    case Who:
        return text(event.row.author());
    case What:
        return text(event.row.action());
    case Object:
        return event.object;
    case Detail:
        return text(event.row.detail());
    case kColumns:
        break;
    }
    return {};
}

QVariant NodeEventModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& event = m_events[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(event, index.column());
    case Qt::ToolTipRole:
        return index.column() == When ? isoText(event.row.at_ms()) : textOf(event, index.column());
    case TableModel::SortRole: // the oldest has the lowest number
        return index.column() == When ? QVariant(qint64{event.row.at_ms()})
                                      : QVariant(textOf(event, index.column()));
    case TableModel::KeyRole:
        return text(event.row.object());
    default:
        return {};
    }
}

QVariant NodeEventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == TableModel::MeasureRole) {
        return static_cast<int>(section == When ? Measure::Moment : Measure::Text);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case When:
        return tr("When");
    case Who:
        return tr("Who");
    case What:
        return tr("What");
    case Object:
        return tr("To");
    case Detail:
        return tr("Detail");
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models

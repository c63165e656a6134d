// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/heat_map_model.h"

#include <algorithm>

#include "widgets/models/mark.h"
#include "widgets/models/metric_text.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

HeatMapModel::HeatMapModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) {
    onChanged({true, {}, {}});
    connect(&m_state, &ClusterState::changed, this, &HeatMapModel::onChanged);
}

std::vector<HeatMapModel::Node> HeatMapModel::nodes() const {
    std::vector<Node> nodes;
    for (const auto& [id, agent] : m_state.agents()) {
        if (agent.gpus_size() > 0) {
            nodes.push_back({agent.hostname(), {agent.gpus().begin(), agent.gpus().end()}});
        }
    }
    std::stable_sort(
        nodes.begin(), nodes.end(), [](const Node& a, const Node& b) { return a.name < b.name; });
    return nodes;
}

void HeatMapModel::onChanged(const Changes& changes) {
    if (changes.everything || !changes.of(Kind::Agents).empty()) {
        if (auto next = nodes(); next != m_nodes) {
            beginResetModel();
            m_nodes = std::move(next);
            m_widest = 0;
            for (const auto& node : m_nodes) {
                m_widest = std::max(m_widest, static_cast<int>(node.gpus.size()));
            }
            endResetModel();
            return;
        }
    }
    if (!m_nodes.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, m_widest - 1));
    }
}

int HeatMapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_nodes.size());
}

int HeatMapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_widest;
}

const v1::Gpu* HeatMapModel::gpuAt(const QModelIndex& index) const {
    const auto& gpus = m_nodes[static_cast<std::size_t>(index.row())].gpus;
    const auto place = static_cast<std::size_t>(index.column());
    return place < gpus.size() ? m_state.gpu(gpus[place]) : nullptr;
}

QString HeatMapModel::describe(const v1::Gpu& gpu) const {
    const auto state = gpuState(gpu.state());
    const auto utilization = m_state.value(gpu.uuid(), Metric::GpuUtilization);
    return tr("%1, GPU %2: %3, utilisation %4")
        .arg(text(gpu.model()))
        .arg(gpu.index())
        .arg(state.word)
        .arg(utilization == kUnknown ? unknownText() : tr("%1 %").arg(utilization));
}

QVariant HeatMapModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto* gpu = gpuAt(index);
    if (gpu == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return metricText(
            Metric::GpuUtilization, m_state.value(gpu->uuid(), Metric::GpuUtilization));
    case UtilizationRole:
        return m_state.value(gpu->uuid(), Metric::GpuUtilization);
    case StateWordRole:
        return gpuState(gpu->state()).word;
    case TableModel::MarkRole:
        return static_cast<int>(gpuState(gpu->state()).mark);
    case TableModel::KeyRole:
        return text(gpu->uuid());
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return describe(*gpu);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignCenter);
    default:
        return {};
    }
}

QVariant HeatMapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Horizontal) {
        return QString::number(section);
    }
    const auto row = static_cast<std::size_t>(section);
    return row < m_nodes.size() ? text(m_nodes[row].name) : QString();
}

Qt::ItemFlags HeatMapModel::flags(const QModelIndex& index) const {
    return index.isValid() && gpuAt(index) != nullptr
        ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
        : Qt::ItemFlags(Qt::NoItemFlags);
}

} // namespace muster::models

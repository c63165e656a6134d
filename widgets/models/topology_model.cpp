// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/topology_model.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString meaningOf(PathLevel level) {
    return QCoreApplication::translate(
        "Path", pathTable()[static_cast<std::size_t>(level)].meaning.data());
}

int stepOf(const proto::GpuWay& way) {
    switch (way.kind) {
    case proto::GpuWay::Kind::NvLink:
        return 0;
    case proto::GpuWay::Kind::Path:
        return 1 + static_cast<int>(way.level);
    case proto::GpuWay::Kind::Self:
    case proto::GpuWay::Kind::Unknown:
        break;
    }
    return TopologyModel::kNoStep;
}

} // namespace

std::vector<TopologyModel::LegendRow> TopologyModel::legend() {
    std::vector<LegendRow> rows{{QStringLiteral("NV#"), tr("number of NVLinks"), 0}};
    for (const auto& path : pathTable()) {
        rows.push_back({text(path.name), meaningOf(path.level), 1 + static_cast<int>(path.level)});
    }
    return rows;
}

TopologyModel::TopologyModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) {
    connect(&m_state, &ClusterState::changed, this, &TopologyModel::onChanged);
}

void TopologyModel::setNode(const std::string& agentId) {
    m_node = agentId;
    load();
}

bool TopologyModel::told() const {
    return std::any_of(m_boards.begin(), m_boards.end(), [](const Board& board) {
        return std::any_of(board.ways.begin(), board.ways.end(),
            [](const auto& way) { return stepOf(way) != kNoStep; });
    });
}

std::vector<TopologyModel::Board> TopologyModel::read() const {
    std::vector<const v1::Gpu*> gpus;
    if (const auto* agent = m_state.agent(m_node)) {
        for (const auto& uuid : agent->gpus()) {
            if (const auto* gpu = m_state.gpu(uuid)) {
                gpus.push_back(gpu);
            }
        }
    }
    std::sort(gpus.begin(), gpus.end(),
        [](const auto* a, const auto* b) { return a->index() < b->index(); });
    std::vector<Board> boards;
    for (const auto* from : gpus) {
        auto& board = boards.emplace_back(Board{from->uuid(), from->index(), {}, {}});
        if (from->has_numa_node()) {
            board.numaNode = from->numa_node();
        }
        for (const auto* to : gpus) {
            board.ways.push_back(proto::wayBetween(*from, *to));
        }
    }
    return boards;
}

void TopologyModel::load() {
    auto boards = read();
    if (boards != m_boards) {
        beginResetModel();
        m_boards = std::move(boards);
        endResetModel();
    }
}

void TopologyModel::onChanged(const Changes& changes) {
    const auto touched
        = [&](const Board& board) { return changes.of(Kind::Gpus).contains(board.uuid); };
    if (changes.everything || changes.of(Kind::Agents).contains(m_node)
        || std::any_of(m_boards.begin(), m_boards.end(), touched)) {
        load();
    }
}

int TopologyModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_boards.size());
}

int TopologyModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_boards.empty() ? 0 : static_cast<int>(m_boards.size()) + 1;
}

QString TopologyModel::sentence(const QModelIndex& index) const {
    const auto& from = m_boards[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    if (column == m_boards.size()) {
        return from.numaNode ? tr("GPU %1 is on NUMA node %2").arg(from.index).arg(*from.numaNode)
                             : tr("The NUMA node of GPU %1 is unknown").arg(from.index);
    }
    const auto& way = from.ways[column];
    const auto between = tr("GPU %1 to GPU %2").arg(from.index).arg(m_boards[column].index);
    switch (way.kind) {
    case proto::GpuWay::Kind::Self:
        return tr("GPU %1 itself").arg(from.index);
    case proto::GpuWay::Kind::NvLink:
        return tr("%1: %2, NVLinks: %3").arg(between, text(way.word())).arg(way.lanes);
    case proto::GpuWay::Kind::Path:
        return tr("%1: %2, %3").arg(between, text(way.word()), meaningOf(way.level));
    case proto::GpuWay::Kind::Unknown:
        break;
    }
    return tr("%1: not reported by the driver").arg(between);
}

QVariant TopologyModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& board = m_boards[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const bool numa = column == m_boards.size();
    switch (role) {
    case Qt::DisplayRole:
        if (numa) {
            return board.numaNode ? QString::number(*board.numaNode) : unknownText();
        }
        return text(board.ways[column].word());
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return sentence(index);
    case Qt::TextAlignmentRole:
        return int{Qt::AlignCenter};
    case StepRole:
        return numa ? int{kNoStep} : stepOf(board.ways[column]);
    case KeyRole:
        return text(board.uuid);
    default:
        return {};
    }
}

QVariant TopologyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const auto place = static_cast<std::size_t>(section);
    if (role != Qt::DisplayRole || section < 0 || place > m_boards.size()) {
        return {};
    }
    if (place == m_boards.size()) {
        return orientation == Qt::Horizontal ? QVariant(tr("NUMA")) : QVariant();
    }
    return tr("GPU %1").arg(m_boards[place].index);
}

} // namespace muster::models

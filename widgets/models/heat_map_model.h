// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/models/cluster_state.h"
#include "widgets/models/heat_history.h"
#include "widgets/models/heat_metric.h"

namespace muster::models {

// What a person asks of one tile.
struct HeatFacts {
    QString title; // "node7 GPU 3"
    QString model;
    StateText state;
    QString trouble; // why it is restricted or unhealthy; mostly empty
    std::vector<std::pair<QString, QString>> figures; // label, text with unit
    QString work; // "train of alice", or empty
    HeatMetric trendMetric = heatMetrics().front(); // that one also where states are shown
    std::vector<Segment> trend;
};

// The GPUs of the cluster as a grid: one row for each node in natural order (node9 before node10),
// one column for each place on it. One metric at a time. A row's end may hold no GPU: such an index
// has no flags and no data.
class HeatMapModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        StateWordRole = Qt::UserRole + 100,
        ValueTextRole, // with its unit: "62 %"; the state's word where states are shown
    };

    explicit HeatMapModel(const ClusterState& state, QObject* parent = nullptr);

    void setMetric(HeatMetric metric);
    HeatMetric metric() const { return m_metric; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // DisplayRole is the bare number, AccessibleTextRole the tile's name, AccessibleDescriptionRole
    // all of its facts. Also answers TableModel::KeyRole (the uuid) and MarkRole.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    // The same as one sequence, node by node: what a painter of 10,000 tiles reads.
    const std::vector<HeatTile>& tiles() const { return m_tiles; }
    std::vector<int> counts() const; // GPUs of each node
    QString longestName() const; // of the nodes, by letters
    QModelIndex indexOf(int tile) const;
    int tileOf(const QModelIndex& index) const; // -1: no GPU there
    int tileOf(const std::string& uuid) const; // -1: not here
    HeatFacts facts(int tile) const;
    std::size_t historyBytes() const { return m_history.bytes(); }

signals:
    void metricChanged();
    void factsChanged(); // of any tile, also where none looks different

private:
    struct Node {
        std::string name;
        std::vector<std::string> gpus;
        int first = 0; // tile
        bool operator==(const Node&) const = default;
    };

    void onChanged(const Changes& changes);
    void rebuild(std::vector<Node> nodes);
    std::vector<Node> nodes() const;
    bool refresh(int tile, bool sampled); // true: it looks different now
    void remember(int tile, const v1::Gpu& gpu, const Sample& sample);
    void tell(std::vector<int> tiles);
    const std::string& uuidOf(int tile) const { return *m_uuids[static_cast<std::size_t>(tile)]; }
    int rowOf(int tile) const;
    QString nameOf(int tile) const;

    const ClusterState& m_state;
    HeatMetric m_metric = heatMetrics().front();
    std::vector<Node> m_nodes;
    std::vector<HeatTile> m_tiles;
    std::vector<const std::string*> m_uuids; // of m_nodes
    std::unordered_map<std::string_view, int> m_places; // tile of a uuid
    HeatHistory m_history;
    HeatHistory::Numbers m_numbers; // of the tile that is remembered
    int m_widest = 0;
};

} // namespace muster::models

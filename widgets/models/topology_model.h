// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "core/proto/topology.h"
#include "widgets/models/cluster_state.h"

namespace muster::models {

// How the GPUs of one node reach each other, as `nvidia-smi topo -m`: a GPU a row, a GPU a column,
// and the NUMA node of each. Reset when, and only when, what it shows has changed.
class TopologyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        StepRole = Qt::UserRole, // int: 0 is the nearest, kSteps - 1 the farthest; kNoStep
        KeyRole, // the UUID of the row's GPU
    };
    static constexpr int kSteps = 6; // NVLink, then the levels of PCIe
    static constexpr int kNoStep = -1; // the GPU itself, or the driver does not tell

    struct LegendRow {
        QString word;
        QString meaning;
        int step = kNoStep;
    };
    static std::vector<LegendRow> legend();

    explicit TopologyModel(const ClusterState& state, QObject* parent = nullptr);

    void setNode(const std::string& agentId); // empty: none
    bool told() const; // the driver says anything of the way between two GPUs

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Board {
        std::string uuid;
        unsigned index = 0;
        std::optional<int> numaNode;
        std::vector<proto::GpuWay> ways; // to each of the boards
        bool operator==(const Board&) const = default;
    };

    std::vector<Board> read() const;
    void onChanged(const Changes& changes);
    void load();
    QString sentence(const QModelIndex& index) const;

    const ClusterState& m_state;
    std::string m_node;
    std::vector<Board> m_boards; // by index
};

} // namespace muster::models

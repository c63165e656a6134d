// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/models/cluster_state.h"

namespace muster::models {

// The GPUs of the cluster as a grid: one row for each node, one column for each place on it. A
// table model, so that keyboards and screen readers walk it as any other table.
class HeatMapModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        UtilizationRole = Qt::UserRole + 100, // 0..100, or kUnknown
        StateWordRole,
    };

    explicit HeatMapModel(const ClusterState& state, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // Also answers TableModel::KeyRole (the GPU's uuid; empty: no GPU there) and MarkRole.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Node {
        std::string name;
        std::vector<std::string> gpus;
        bool operator==(const Node&) const = default;
    };

    void onChanged(const Changes& changes);
    std::vector<Node> nodes() const;
    const v1::Gpu* gpuAt(const QModelIndex& index) const;
    QString describe(const v1::Gpu& gpu) const;

    const ClusterState& m_state;
    std::vector<Node> m_nodes;
    int m_widest = 0;
};

} // namespace muster::models

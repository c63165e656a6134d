// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/models/cluster_state.h"

namespace muster::models {

// What was done to one node, to its GPUs and to its tasks: rows of the audit, newest first.
class NodeEventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { When, Who, What, Object, Detail, kColumns };

    explicit NodeEventModel(const ClusterState& state, QObject* parent = nullptr);

    void clear();
    // Takes of the whole audit what concerns the node.
    void setAudit(const v1::AuditRows& audit, const std::string& agentId);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Event {
        v1::AuditRow row;
        QString object; // as people call it
    };

    QString objectOf(const v1::AuditRow& row, const v1::Agent& agent) const;
    QString textOf(const Event& event, int column) const;

    const ClusterState& m_state;
    std::vector<Event> m_events;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>

#include <QAbstractTableModel>

#include "widgets/models/table_model.h"

namespace muster::models {

// Whose events are shown. A node's are its own and those of its GPUs, tasks and jobs; a GPU's its
// own and those of the tasks and jobs that have or had it.
struct AuditScope {
    enum class Of { Cluster, Node, Gpu };
    Of of = Of::Cluster;
    std::string id; // the agent's, the GPU's

    bool operator==(const AuditScope&) const = default;
};

// Who did what, alerts, agents that came and went: the newest first. Grows at both ends by answers
// to QueryAudit, which overlap by what has the time of the outermost row. The answers are of the
// whole cluster and are all kept, so that another scope needs no other question. Answers the roles
// of TableModel.
class AuditModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { When, Author, Action, Object, Detail, kColumns };

    // `state` names GPUs and agents, and knows whose task and GPU is whose.
    explicit AuditModel(const ClusterState& state, QObject* parent = nullptr);

    void setScope(AuditScope scope); // at first the whole cluster
    int known() const { return static_cast<int>(m_rows.size()); } // of the cluster

    // What to ask for: from newestMs() on, or up to and with oldestMs(). 0: none is known.
    qint64 newestMs() const { return m_rows.empty() ? 0 : m_rows.front().row.at_ms(); }
    qint64 oldestMs() const { return m_rows.empty() ? 0 : m_rows.back().row.at_ms(); }
    int newestRows() const; // that have the time of the newest: the answer has them again
    int oldestRows() const;

    // The answers, newest first. Return how many rows are new.
    int addNewer(const v1::AuditRows& rows);
    int addOlder(const v1::AuditRows& rows);
    void clear();
    const v1::AuditRow* find(const QString& key) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static TableModel::Column column(int index);
    TableModel::Cell cell(const v1::AuditRow& row, int column) const;
    struct Row {
        qint64 number; // rises with the time, so that it can be the key
        v1::AuditRow row;
    };
    void onChanged(const Changes& changes);
    const Row& rowOf(qint64 number) const;
    bool concerns(const v1::AuditRow& row) const;
    const v1::Task* taskOf(const std::string& object) const;
    QString objectName(const v1::AuditRow& row) const;

    const ClusterState& m_state;
    AuditScope m_scope;
    std::deque<Row> m_rows;
    std::deque<qint64> m_shown; // numbers of those in scope, falling
};

} // namespace muster::models

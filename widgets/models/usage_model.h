// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/proto/muster/v1/console.pb.h"
#include "widgets/models/table_model.h"

namespace muster::models {

// Who used how much in a span of time: a user a row. Answers TableModel's roles.
class UsageModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { User, GpuHours, Share, CpuHours, Tasks, Failed, MeanWait, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void setUsage(const v1::Usage& usage); // a user who is still there keeps his row
    QString total() const; // in words; empty: nobody used anything
    bool cut() const { return m_cut; } // there was more than the master counts at once

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static TableModel::Column column(int index);
    TableModel::Cell cell(const v1::Usage::Row& row, int column) const;

    std::vector<v1::Usage::Row> m_rows;
    v1::Usage::Row m_total;
    bool m_cut = false;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {

// An explanation's machines against its requirements: a machine a row, and after its name a
// requirement a column. The rows keep the master's order, the nearest to serving the job first.
class ExplanationModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setExplanation(const v1::Explanation& explanation);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    // Also answers TableModel::KeyRole (the agent's id) and MarkRole (Good: met, Bad: not).
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString header(int section) const;

    v1::Explanation m_explanation;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/proto/muster/v1/console.pb.h"
#include "widgets/models/table_model.h"

namespace muster::models {

// What frameworks are not offered now, and why: of single nodes until a time, and of all of them.
// Answers TableModel's roles.
class RefusalModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Framework, Role, Node, Gpus, Until, Reason, Resources, Why, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void setRefusals(const v1::Refusals& refusals); // what still holds keeps its row
    qint64 firstEndMs() const; // 0: nothing ends

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString key;
        v1::Refusals::Row refusal;
    };
    static TableModel::Column column(int index);
    static TableModel::Cell cell(const v1::Refusals::Row& refusal, int column);

    std::vector<Row> m_rows;
};

} // namespace muster::models

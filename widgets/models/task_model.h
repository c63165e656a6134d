// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// Every task of every framework.
class TaskModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Id,
        Name,
        State,
        Node,
        Gpus,
        User,
        Framework,
        Started,
        Ended,
        Exit,
        Message,
        Command,
        kColumns
    };

    explicit TaskModel(const ClusterState& state, QObject* parent = nullptr);

protected:
    int columns() const override { return kColumns; }
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;

private:
    Cell gpusCell(const v1::Task& task) const;
    Cell exitCell(const v1::Task& task) const;
    Cell frameworkCell(const v1::Task& task) const;
};

} // namespace muster::models

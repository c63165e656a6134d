// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/shown_names.h"
#include "widgets/models/table_model.h"

namespace muster::models {

// Every job that the master still holds, and why a waiting one waits.
class JobModel : public TableModel {
    Q_OBJECT
public:
    // The first columns; others of core/columns may follow.
    enum Column {
        Id,
        Name,
        User,
        State,
        Waiting,
        Gpus,
        Cpus,
        Mem,
        Priority,
        Attempts,
        Node,
        Submitted,
        Started,
        Duration,
        Message,
        Command,
        kColumns
    };

    explicit JobModel(const ClusterState& state, QObject* parent = nullptr);

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    KeySet alsoTouched(const Changes& changes) const override;

private:
    static StateText stateOf(const v1::Job& job);

    mutable ShownNames m_nodes;
};

// The job's attempts that the master still knows, in their order.
std::vector<const v1::Task*> attemptsOf(const ClusterState& state, const v1::Job& job);

} // namespace muster::models

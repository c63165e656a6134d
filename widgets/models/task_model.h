// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "widgets/models/shown_names.h"
#include "widgets/models/table_model.h"

namespace muster::models {

// Every task of every framework.
class TaskModel : public TableModel {
    Q_OBJECT
public:
    // The first columns; others of core/columns may follow.
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

    void setNode(const std::string& agentId); // only the tasks of one node

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    bool belongs(const std::string& key) const override;
    std::vector<std::string> ownKeys() const override;
    KeySet alsoTouched(const Changes& changes) const override;

private:
    std::optional<std::string> m_node;
    mutable ShownNames m_gpus, m_frameworks;
};

} // namespace muster::models

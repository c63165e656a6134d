// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// The tasks of one service that have not ended. Keys are those of tasks.
class InstanceModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Task, Node, State, Health, Ports, Started, Outdated, kColumns };

    explicit InstanceModel(const ClusterState& state, QObject* parent = nullptr);

    void setService(const std::string& id);

    static StateText healthOf(const v1::Task& task);
    static QString portsOf(const v1::Task& task); // "31000, –, 31002": those that are open

protected:
    int columns() const override { return kColumns; }
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    bool belongs(const std::string& key) const override;
    std::vector<std::string> ownKeys() const override;

private:
    bool isShown(const v1::Task& task) const;

    std::string m_service;
};

} // namespace muster::models

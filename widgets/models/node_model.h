// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// Every agent: what it has, what of it is used, and what it runs on.
class NodeModel : public TableModel {
    Q_OBJECT
public:
    // The first columns; others of core/columns may follow.
    enum Column {
        Name,
        State,
        GpusFree,
        GpusTotal,
        CpusUsed,
        MemUsed,
        Driver,
        Cuda,
        Attributes,
        Since,
        AgentId,
        kColumns
    };

    explicit NodeModel(const ClusterState& state, QObject* parent = nullptr);

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    KeySet alsoTouched(const Changes& changes) const override;

private:
    static StateText stateOf(const v1::Agent& agent);
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// What is offered to whom at this moment.
class OfferModel : public TableModel {
    Q_OBJECT
public:
    // The first columns; others of core/columns may follow.
    enum Column { Id, Framework, Node, Gpus, Cpus, Mem, Disk, Made, kColumns };

    explicit OfferModel(const ClusterState& state, QObject* parent = nullptr);

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
};

} // namespace muster::models

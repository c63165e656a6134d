// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// Every service, how many of its instances run, and the deployment that changes it.
class ServiceModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Id,
        State,
        Instances,
        Healthy,
        Gpus,
        Cpus,
        Memory,
        User,
        Deployment,
        Changed,
        Image,
        Command,
        kColumns
    };

    explicit ServiceModel(const ClusterState& state, QObject* parent = nullptr);

    static StateText stateOf(const v1::Service& service); // and why it is in it
    static QString deploymentOf(const v1::Service& service); // "Step 2 of 3"; empty: none

protected:
    int columns() const override { return kColumns; }
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
};

} // namespace muster::models

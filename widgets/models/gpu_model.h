// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// Every GPU of the cluster, nvidia-smi's fields and who uses it. One column for each row of the
// metric table stands between the two groups of fixed columns.
class GpuModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Node, Index, Model, State, Task, User, kMetrics };
    enum Board {
        Reason = kMetrics + static_cast<int>(kMetricCount),
        BusId,
        Persistence,
        Display,
        ComputeMode,
        Mig,
        EccMode,
        Uuid,
        kColumns
    };

    explicit GpuModel(const ClusterState& state, QObject* parent = nullptr);

    static constexpr int columnOf(Metric metric) { return kMetrics + static_cast<int>(metric); }

protected:
    int columns() const override { return kColumns; }
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    KeySet alsoTouched(const Changes& changes) const override;

private:
    TableModel::Column metricColumn(Metric metric) const;
    TableModel::Column boardColumn(int index) const;
    Cell metricCell(const v1::Gpu& gpu, Metric metric) const;
    Cell boardCell(const v1::Gpu& gpu, int column) const;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "widgets/models/table_model.h"

namespace muster::models {

// From where on a number gets a mark, so that it is found in a long list.
struct GpuThresholds {
    static constexpr int kHighest = 200;
    int utilisation = 75; // %
    int memory = 90; // % of the GPU's own
    int temperature = 80; // °C

    bool operator==(const GpuThresholds&) const = default;
};

// Every GPU of the cluster, nvidia-smi's fields and who uses it. One column for each row of the
// metric table stands between the two groups of fixed columns; others of core/columns may follow.
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
        NumaNode,
        Uuid,
        kColumns
    };

    explicit GpuModel(const ClusterState& state, QObject* parent = nullptr);

    void setThresholds(const GpuThresholds& thresholds);
    // Only the GPUs of one node, by its agent's id; a tick then costs what that node has.
    void setNode(const std::string& agentId);

    static constexpr int columnOf(Metric metric) { return kMetrics + static_cast<int>(metric); }

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
    bool belongs(const std::string& key) const override;
    std::vector<std::string> ownKeys() const override;
    KeySet alsoTouched(const Changes& changes) const override;

private:
    Cell metricCell(const v1::Gpu& gpu, int column) const;
    static StateText stateOf(const v1::Gpu& gpu);
    Mark markOf(const v1::Gpu& gpu, Metric metric, MetricValue value) const;

    GpuThresholds m_thresholds;
    KeySet touchedOfNode(const Changes& changes) const;
    static bool shows(const v1::Gpu& gpu, const Changes& changes);

    std::optional<std::string> m_node;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

StateText alertSeverity(v1::Alert::Severity severity);
QString alertWord(v1::Alert::Rule rule); // "GPU hot"

// What nobody has acknowledged.
struct OpenAlerts {
    int critical = 0;
    int warning = 0;
    int all() const { return critical + warning; }
    bool operator==(const OpenAlerts&) const = default;
};
OpenAlerts openAlerts(const ClusterState& state);

// What needs somebody's attention, as the master decides it.
class AlertModel : public TableModel {
    Q_OBJECT
public:
    // The sentence comes last: it takes the room that is left.
    enum Column { Severity, Rule, Object, Since, SeenBy, Note, MutedUntil, Text, kColumns };

    explicit AlertModel(const ClusterState& state, QObject* parent = nullptr);

protected:
    int columns() const override;
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
};

} // namespace muster::models

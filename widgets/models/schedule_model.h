// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/models/table_model.h"

namespace muster::models {

// Every schedule: when it is due, when it ran, and what became of its runs.
class ScheduleModel : public TableModel {
    Q_OBJECT
public:
    enum Column {
        Id,
        State,
        When,
        Zone,
        Next,
        Last,
        Successes,
        Failures,
        User,
        Author,
        Changed,
        Image,
        Command,
        kColumns
    };

    explicit ScheduleModel(const ClusterState& state, QObject* parent = nullptr);

    static StateText stateOf(const v1::Schedule& schedule); // and why it is in it
    static QString whenOf(const v1::Schedule& schedule); // "0 3 * * *", "After load, clean"

protected:
    int columns() const override { return kColumns; }
    TableModel::Column column(int index) const override;
    Cell cell(const std::string& key, int column) const override;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "widgets/models/heat_map_model.h"

class QStackedWidget;
class QTableWidget;

namespace muster::widgets {
class EmptyState;
class HeatPanel;
} // namespace muster::widgets

namespace muster::console {

// The cluster at a glance: what there is, what is used, how hard.
class OverviewPage : public Page {
    Q_OBJECT
public:
    explicit OverviewPage(const models::ClusterState& state, QWidget* parent = nullptr);

    void setKnown(bool known) override;
    QString cellText(int row, int column) const; // of the table of totals, for tests

private:
    void buildLayout();
    void buildTotals();
    void showTotals();
    void setAmounts(int row, const char* resource, bool mebibytes);

    const models::ClusterState& m_state;
    models::HeatMapModel m_heat;
    QTableWidget* m_totals;
    widgets::HeatPanel* m_map;
    widgets::EmptyState* m_empty;
    QStackedWidget* m_stack;
};

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "widgets/models/cluster_history.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/models/label_counts.h"

class QStackedWidget;
class QTableWidget;
class QVBoxLayout;

namespace muster::models {
class RunningTotals;
}
namespace muster::widgets {
class BarChart;
class EmptyState;
class HeatPanel;
class LastHour;
class ShortList;
} // namespace muster::widgets

namespace muster::console {

class Link;

// The cluster at a glance: what there is, what is used and how hard, now and in the last hour, what
// is wrong, what waits, who has most. Its lists lead to those that they are taken from. Asks for
// the hour only while it can be seen.
class OverviewPage : public Page {
    Q_OBJECT
public:
    OverviewPage(const models::ClusterState& state, const models::RunningTotals& totals, Link& link,
        QWidget* parent = nullptr);

    void save(QSettings& settings) const override; // the heat map's metric, too
    void restore(const QSettings& settings) override;
    void setKnown(bool known) override;
    int heatMetric() const; // the metric's number, for the settings
    void setHeatMetric(int number); // what is none is ignored
    QString cellText(int row, int column) const; // of the table of totals, for tests

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildLayout();
    void shareRoom();
    void buildTotals();
    void showTotals();
    void setAmounts(int row, const char* resource, bool mebibytes);
    void connectLists();
    void showAlerts();
    void showQueue();
    static QString helpOf(const QString& user, int gpus);
    void showUsers();

    const models::ClusterState& m_state;
    const models::RunningTotals& m_sums;
    models::HeatMapModel m_heat;
    models::LabelCounts m_queue; // by reason
    models::LabelCounts m_users; // by their GPUs
    models::ClusterHistory m_history;
    QTableWidget* m_totals;
    widgets::HeatPanel* m_map;
    widgets::EmptyState* m_empty;
    QStackedWidget* m_stack;
    widgets::LastHour* m_hour;
    QVBoxLayout* m_column = nullptr;
    widgets::ShortList* m_alertList;
    widgets::ShortList* m_queueList;
    widgets::BarChart* m_userChart;
};

} // namespace muster::console

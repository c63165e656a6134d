// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "widgets/models/cluster_history.h"
#include "widgets/models/usage_model.h"

class QLabel;

namespace muster::widgets {
class BarChart;
class ClusterCharts;
class ListPanel;
} // namespace muster::widgets

namespace muster::console {

class ChartSaver;
class Link;

// What the whole cluster did, and below who used how much of it, and when, in the span that the
// charts show. Asks only while it can be seen.
class HistoryPage : public Page {
    Q_OBJECT
public:
    HistoryPage(const models::ClusterState& state, Link& link, QWidget* parent = nullptr);

    models::ClusterHistory& history() { return m_history; }
    const models::UsageModel& usage() const { return m_usage; }
    void setKnown(bool known) override;
    void focusFilter() override;
    void setFilter(const QString& words) override;
    bool clearFilter() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildUsage();
    void askForUsage(models::TimeSpan span);
    void showHours();
    void saveCharts(const QString& suffix); // opens the dialog

    Link& m_link;
    models::ClusterHistory m_history;
    models::UsageModel m_usage;
    models::TimeSpan m_usageSpan; // of the newest question
    widgets::ClusterCharts* m_charts;
    widgets::ListPanel* m_list = nullptr;
    QLabel* m_total = nullptr;
    widgets::BarChart* m_hours = nullptr; // of GPUs, of all users
    ChartSaver* m_saver;
};

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/list_page.h"
#include "core/kernel/base/metric.h"
#include "widgets/models/time_range.h"

namespace muster::models {
class ClusterState;
class GpuModel;
} // namespace muster::models
namespace muster::widgets {
class GpuDetails;
}

namespace muster::console {

class ChartSaver;
class Link;
class CommandRunner;

// Every GPU in one table; the chosen one in full beside it, with Restrict and Release.
class GpusPage : public ListPage {
    Q_OBJECT
public:
    GpusPage(const models::ClusterState& state, Link& link, CommandRunner& commands,
        QWidget* parent = nullptr);

    void setPreferences(const Preferences& preferences) override;
    void restrict(const QString& uuid); // opens the dialog
    void release(const QString& uuid);

private:
    GpusPage(models::GpuModel* model, const models::ClusterState& state, Link& link,
        CommandRunner& commands, QWidget* parent);
    void askForHistory(const QString& uuid, Metric metric, models::TimeSpan span, int points);
    void askForHolders(const QString& uuid, models::TimeSpan span);
    void saveCharts(const QString& suffix); // opens the dialog
    QString nameOf(const QString& uuid) const;

    models::GpuModel& m_model;
    const models::ClusterState& m_state;
    Link& m_link;
    CommandRunner& m_commands;
    ChartSaver* m_saver;
    widgets::GpuDetails* m_details;
};

} // namespace muster::console

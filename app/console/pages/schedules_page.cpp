// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/schedules_page.h"

#include <QDateTime>
#include <QVBoxLayout>

#include "app/console/commands/list_commands.h"
#include "widgets/charts/run_chart.h"
#include "widgets/models/schedule_model.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

using models::Kind;

namespace {
constexpr int kTickMs = 30'000; // less than a pixel of a day
} // namespace

SchedulesPage::SchedulesPage(
    const models::ClusterState& state, CommandRunner& commands, QWidget* parent)
    : ListPage(new models::ScheduleModel(state), QStringLiteral("schedules"),
        {QStringLiteral("hourglass"), tr("No schedules"),
            tr("Create one on the web page of the master, or run: muster schedules create"), {}},
        parent),
      m_state(state), m_runs(new widgets::RunChart(this)) {
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_runs);
    addScheduleCommands(list(), state, commands);
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &SchedulesPage::showRuns);
    connect(&state, &models::ClusterState::changed, this, [this](const models::Changes& changes) {
        if (isVisible()
            && (changes.everything || !changes.of(Kind::Schedules).empty()
                || !changes.of(Kind::Jobs).empty())) {
            showRuns();
        }
    });
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, m_runs,
        &widgets::RunChart::setCurrent);
    connect(m_runs, &widgets::RunChart::scheduleChosen, this, &SchedulesPage::choose);
    connect(m_runs, &widgets::RunChart::runActivated, this, &SchedulesPage::jobChosen);
    showRuns();
}

void SchedulesPage::showRuns() {
    const auto nowMs = QDateTime::currentMSecsSinceEpoch();
    m_runs->setVisible(!m_state.schedules().empty());
    m_runs->setRuns(models::scheduleRuns(m_state, widgets::RunChart::kPastMs, nowMs), nowMs);
}

void SchedulesPage::showEvent(QShowEvent* event) {
    ListPage::showEvent(event);
    showRuns();
    m_tick.start();
}

void SchedulesPage::hideEvent(QHideEvent* event) {
    m_tick.stop();
    ListPage::hideEvent(event);
}

} // namespace muster::console

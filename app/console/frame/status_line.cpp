// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/status_line.h"

#include <algorithm>

#include <QLabel>
#include <QStatusBar>
#include <QToolButton>

#include "widgets/models/alert_model.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"
#include "widgets/models/totals.h"
#include "widgets/theme/theme.h"

namespace muster::console {

using models::text;

StatusLine::StatusLine(QStatusBar* bar)
    : QObject(bar), m_alerts(addAlerts(bar)), m_link(addLabel(bar)), m_age(addLabel(bar)),
      m_counts(addLabel(bar)), m_simulated(addLabel(bar)), m_version(addLabel(bar)) {
    m_simulated->setText(tr("Simulated GPUs"));
}

QToolButton* StatusLine::addAlerts(QStatusBar* bar) {
    auto* made = new QToolButton(bar);
    made->setAutoRaise(true);
    made->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    made->setToolTip(tr("Show the alerts"));
    made->hide();
    bar->addPermanentWidget(made);
    connect(made, &QToolButton::clicked, this, &StatusLine::alertsWanted);
    return made;
}

void StatusLine::showAlerts(const models::OpenAlerts& open) {
    const auto mark = open.critical > 0 ? models::Mark::Bad : models::Mark::Waiting;
    QStringList words;
    if (open.critical > 0) {
        words << tr("Critical: %1").arg(open.critical);
    }
    if (open.warning > 0) {
        words << tr("Warnings: %1").arg(open.warning);
    }
    m_alerts->setIcon(widgets::markIcon(mark, m_alerts->palette()));
    m_alerts->setText(words.join(QStringLiteral(" · ")));
    m_alerts->setAccessibleName(tr("Unacknowledged alerts: %1").arg(m_alerts->text()));
    m_alerts->setVisible(open.all() > 0);
}

QLabel* StatusLine::addLabel(QStatusBar* bar) {
    auto* made = new QLabel(bar);
    made->setContentsMargins(6, 0, 6, 0);
    bar->addPermanentWidget(made);
    return made;
}

void StatusLine::show(const models::ClusterState& state, const models::Totals& totals,
    Link::Phase phase, qint64 nowMs) {
    switch (phase) {
    case Link::Phase::Connecting:
        m_link->setText(tr("Connecting"));
        break;
    case Link::Phase::Live:
        m_link->setText(tr("Live"));
        break;
    case Link::Phase::Waiting:
        m_link->setText(tr("Not connected"));
        break;
    }
    const auto age = std::max<qint64>(0, (nowMs - state.atMs()) / 1000);
    m_age->setText(
        state.atMs() == 0 ? tr("No data") : tr("Data is %1 old").arg(models::durationText(age)));
    m_age->setVisible(phase == Link::Phase::Live); // else the banner says it
    showCounts(state, totals);
    m_simulated->setVisible(state.cluster().simulated());
    m_version->setText(state.cluster().version().empty()
            ? QString()
            : tr("Server %1").arg(text(state.cluster().version())));
}

// Used of total, as the command line says it; the tool tip names what is away.
void StatusLine::showCounts(const models::ClusterState& state, const models::Totals& totals) {
    const auto count = [&state](qint64 number) {
        return state.empty() ? models::nothingYetText() : QString::number(number);
    };
    const auto gpus = [&count](const Resources& of) { return count(of.gpus().wholeUnits()); };
    const auto all = gpus(totals.total);
    m_counts->setText(
        tr("Nodes %1/%2 · GPUs used %3/%4")
            .arg(count(totals.agents), count(totals.agentsKnown), gpus(totals.allocated), all));
    const auto free = tr("%1 of %2 GPUs free").arg(gpus(totals.idle), all);
    m_counts->setToolTip(totals.away.gpus() > Milli{}
            ? tr("%1, %2 on nodes that are away").arg(free, gpus(totals.away))
            : free);
}

} // namespace muster::console

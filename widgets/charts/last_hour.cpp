// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/last_hour.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/charts/cluster_charts.h"
#include "widgets/tables/empty_state.h"
#include "widgets/theme/heading.h"

namespace muster::widgets {

using models::ClusterFigure;
using models::ClusterHistory;

namespace {

constexpr qint64 kShownMs = 3'600'000;
constexpr int kColumns = 2;
constexpr int kSpace = 8; // px

} // namespace

LastHour::LastHour(ClusterHistory& history, QWidget* parent)
    : QWidget(parent), m_history(history), m_heading(widgets::heading(tr("Last hour"), this)),
      m_board(new QWidget(this)), m_empty(new EmptyState(this)) {
    auto* grid = new QGridLayout(m_board);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kSpace);
    for (const auto figure : {ClusterFigure::GpuUtilization, ClusterFigure::Power,
             ClusterFigure::GpusAllocated, ClusterFigure::JobsQueued}) {
        auto* chart = ClusterCharts::chart(figure, m_history, m_board);
        connect(chart, &TimeChart::crosshairMoved, this, &LastHour::showCrosshair);
        connect(chart, &TimeChart::zoomWanted, &m_history, &ClusterHistory::zoom);
        connect(chart, &TimeChart::backWanted, &m_history, &ClusterHistory::back);
        connect(chart, &TimeChart::resetWanted, &m_history, &ClusterHistory::reset);
        const int place = static_cast<int>(m_charts.size());
        grid->addWidget(chart, place / kColumns, place % kColumns);
        m_charts.push_back(chart);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace);
    column->addWidget(m_heading);
    column->addWidget(m_board, 1);
    column->addWidget(m_empty, 1);
    column->setSizeConstraint(QLayout::SetNoConstraint);
    m_history.setWindow(kShownMs);
    connect(&m_history, &ClusterHistory::changed, this, &LastHour::showHistory);
    setMore(false);
    showHistory();
}

void LastHour::setKnown(bool known) {
    m_known = known;
    showHistory();
}

void LastHour::setMore(bool more) {
    m_more = more;
    setSizePolicy(QSizePolicy::Expanding, more ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    for (auto* chart : m_charts) {
        chart->setSizePolicy(
            QSizePolicy::Expanding, more ? QSizePolicy::MinimumExpanding : QSizePolicy::Fixed);
    }
    updateGeometry();
    showRows();
}

QString LastHour::heading() const {
    return m_heading->text();
}

int LastHour::heightOf(int rows) const {
    const int chart = m_charts.front()->minimumSizeHint().height() + kSpace;
    return m_heading->sizeHint().height() + rows * chart;
}

QSize LastHour::sizeHint() const {
    const int width = m_charts.front()->sizeHint().width();
    return {kColumns * width + kSpace, heightOf(m_more ? 2 : 1)};
}

QSize LastHour::minimumSizeHint() const {
    const int width = m_charts.front()->minimumSizeHint().width();
    return {kColumns * width + kSpace, heightOf(1)};
}

void LastHour::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showRows();
}

void LastHour::showRows() {
    const bool second = m_more && height() >= heightOf(2);
    for (std::size_t i = kColumns; i < m_charts.size(); ++i) {
        m_charts[i]->setVisible(second);
    }
}

void LastHour::showCrosshair(std::optional<qint64> atMs) {
    for (auto* chart : m_charts) {
        chart->setCrosshair(atMs);
    }
}

void LastHour::showHistory() {
    const bool live = m_history.range().live();
    const bool nothing = !m_known || (m_history.empty() && live);
    m_board->setVisible(!nothing);
    m_empty->setVisible(nothing);
    if (!m_known) {
        m_empty->setTexts(
            QStringLiteral("broken"), tr("No data yet"), tr("Waiting for the master…"));
    } else if (nothing) {
        m_empty->setTexts(QStringLiteral("history"), tr("No history yet"),
            tr("The master records cluster figures from its start. The first ones are here within "
               "a minute."));
    }
    const auto span = m_history.span();
    m_heading->setText(!live ? spanText(span)
            : m_history.problem().isEmpty()
            ? tr("Last hour")
            : tr("Last hour · No history: %1").arg(m_history.problem()));
    for (auto* chart : m_charts) {
        chart->setZoomed(!live);
        chart->setLoading(m_history.loading());
        chart->setTime(span, {});
    }
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/time_chart.h"

#include <algorithm>

#include <QChartView>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QEvent>
#include <QGraphicsLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineSeries>
#include <QVBoxLayout>
#include <QValueAxis>

#include "widgets/theme/theme.h"

#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
QT_CHARTS_USE_NAMESPACE
#endif

namespace muster::widgets {

namespace {
constexpr int kHeight = 120;
constexpr double kHeadroom = 1.1;
} // namespace

struct TimeChart::Parts {
    QChart* chart = nullptr; // owned by the view
    QChartView* view = nullptr;
    QDateTimeAxis* time = nullptr;
    QValueAxis* value = nullptr;
    QLabel* title = nullptr;
    QLabel* latest = nullptr;
    std::vector<QLineSeries*> lines; // owned by the chart
};

TimeChart::TimeChart(const QString& title, const QString& unit, double maximum, QWidget* parent)
    : QWidget(parent), m_title(title), m_maximum(maximum), m_parts(std::make_unique<Parts>()) {
    auto& parts = *m_parts;
    parts.chart = new QChart;
    parts.chart->legend()->hide();
    parts.chart->setMargins({0, 0, 0, 0});
    parts.chart->layout()->setContentsMargins(0, 0, 0, 0);
    parts.chart->setBackgroundRoundness(0);
    parts.time = new QDateTimeAxis;
    parts.time->setFormat(QStringLiteral("HH:mm"));
    parts.time->setTickCount(3);
    parts.value = new QValueAxis;
    parts.value->setTickCount(3);
    parts.value->setLabelFormat(QStringLiteral("%.0f"));
    // The room for labels is that of the first range: later ones would be cut to "...".
    parts.value->setRange(0, maximum > 0 ? maximum : 10'000);
    parts.chart->addAxis(parts.time, Qt::AlignBottom);
    parts.chart->addAxis(parts.value, Qt::AlignLeft);
    parts.view = new QChartView(parts.chart, this);
    parts.view->setRenderHint(QPainter::Antialiasing);
    parts.view->setFrameShape(QFrame::NoFrame);
    parts.view->setFocusPolicy(Qt::NoFocus);
    parts.title
        = new QLabel(unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit), this);
    parts.latest = new QLabel(this);

    auto* head = new QHBoxLayout;
    head->addWidget(parts.title);
    head->addStretch();
    head->addWidget(parts.latest);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(parts.view, 1);
    setFixedHeight(kHeight + fontMetrics().height());
    setMinimumWidth(2 * kHeight);
    applyPalette();
}

TimeChart::~TimeChart() = default;

void TimeChart::setLatest(const QString& text) {
    m_parts->latest->setText(text);
    setAccessibleName(m_title);
    setAccessibleDescription(text);
}

int TimeChart::lines() const {
    return static_cast<int>(m_parts->lines.size());
}

void TimeChart::setSegments(
    const std::vector<models::Segment>& segments, qint64 fromMs, qint64 toMs) {
    auto& parts = *m_parts;
    while (parts.lines.size() > segments.size()) {
        parts.chart->removeSeries(parts.lines.back());
        delete parts.lines.back();
        parts.lines.pop_back();
    }
    while (parts.lines.size() < segments.size()) {
        auto* line = new QLineSeries;
        parts.chart->addSeries(line);
        line->attachAxis(parts.time);
        line->attachAxis(parts.value);
        parts.lines.push_back(line);
    }
    double highest = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        QVector<QPointF> points;
        for (const auto& point : segments[i]) {
            points << QPointF(static_cast<double>(point.atMs), point.value);
            highest = std::max(highest, point.value);
        }
        parts.lines[i]->replace(points);
    }
    parts.time->setRange(
        QDateTime::fromMSecsSinceEpoch(fromMs), QDateTime::fromMSecsSinceEpoch(toMs));
    if (m_maximum <= 0) {
        parts.value->setRange(0, highest > 0 ? highest * kHeadroom : 1);
        parts.value->applyNiceNumbers();
        parts.value->setTickCount(3);
    }
    applyPalette();
}

void TimeChart::applyPalette() {
    auto& parts = *m_parts;
    parts.chart->setBackgroundBrush(palette().color(QPalette::Base));
    for (QAbstractAxis* axis :
        {static_cast<QAbstractAxis*>(parts.time), static_cast<QAbstractAxis*>(parts.value)}) {
        axis->setLabelsColor(palette().color(QPalette::Text));
        axis->setGridLineColor(
            mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.15));
        axis->setLinePenColor(palette().color(QPalette::Mid));
        axis->setLabelsFont(font());
    }
    for (auto* line : parts.lines) {
        line->setPen(QPen(markColour(models::Mark::Busy, palette()), 1.6));
    }
}

void TimeChart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        applyPalette();
    }
    QWidget::changeEvent(event);
}

} // namespace muster::widgets

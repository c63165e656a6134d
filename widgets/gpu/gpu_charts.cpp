// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/gpu_charts.h"

#include <algorithm>
#include <functional>

#include <QLocale>
#include <QVBoxLayout>

#include "widgets/charts/chart_board.h"
#include "widgets/models/metric_text.h"

namespace muster::widgets {

namespace {

QString valueText(Metric metric, double value) {
    const auto& row = info(metric);
    if (row.form != MetricInfo::Form::Number) {
        return models::metricText(metric, qRound(value));
    }
    const auto unit = models::metricUnit(metric);
    const auto number = QLocale().toString(value, 'f', row.decimals);
    return unit.isEmpty() ? number : QStringLiteral("%1 %2").arg(number, unit);
}

// The same task has the same colour in every span.
std::vector<Band> bandsOf(const std::vector<models::Holding>& holdings) {
    std::vector<Band> bands;
    for (const auto& holding : holdings) {
        const auto colour = static_cast<int>(std::hash<std::string>()(holding.task) % 1000);
        bands.push_back({holding.name, holding.span, colour});
    }
    return bands;
}

} // namespace

GpuCharts::GpuCharts(models::GpuHistory& history, QWidget* parent)
    : QWidget(parent), m_history(history), m_board(new ChartBoard(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_board);
    buildCharts();
    m_board->setColumns([this] {
        std::vector<models::CsvColumn> columns;
        for (const auto& row : metricTable()) {
            if (m_history.measured(row.metric)) {
                const auto label = models::metricLabel(row.metric);
                const auto unit = models::metricUnit(row.metric);
                columns.push_back({unit.isEmpty() ? label : tr("%1 (%2)").arg(label, unit),
                    &m_history.series(row.metric)});
            }
        }
        return columns;
    });
    connect(m_board, &ChartBoard::windowWanted, &m_history, &models::GpuHistory::setWindow);
    connect(m_board, &ChartBoard::zoomWanted, &m_history, &models::GpuHistory::zoom);
    connect(m_board, &ChartBoard::backWanted, &m_history, &models::GpuHistory::back);
    connect(m_board, &ChartBoard::resetWanted, &m_history, &models::GpuHistory::reset);
    connect(m_board, &ChartBoard::pointsWanted, &m_history, &models::GpuHistory::setPoints);
    connect(&m_history, &models::GpuHistory::changed, this, &GpuCharts::showHistory);
    showHistory();
}

// In the order of the metric table; those of one title share a chart, where the first of them
// stands.
void GpuCharts::buildCharts() {
    for (const auto& row : metricTable()) {
        const auto shared = std::find_if(m_charts.begin(), m_charts.end(), [&](const Chart& chart) {
            return !row.chart.title.empty()
                && info(chart.metrics.front()).chart.title == row.chart.title;
        });
        if (shared == m_charts.end()) {
            m_charts.push_back({nullptr, {row.metric}, {false}});
        } else {
            shared->metrics.push_back(row.metric);
            shared->drawn.push_back(false);
        }
    }
    for (auto& chart : m_charts) {
        chart.widget = addChart(chart.metrics);
    }
}

TimeChart* GpuCharts::addChart(const std::vector<Metric>& metrics) {
    const auto& first = info(metrics.front());
    QStringList help;
    for (const auto metric : metrics) {
        help << QStringLiteral("%1: %2").arg(
            models::metricLabel(metric), models::metricHelp(metric));
    }
    auto* chart = m_board->addChart(
        models::metricWords(first.chart.title.empty() ? first.label : first.chart.title),
        models::metricUnit(first.metric),
        [metric = first.metric](double v) { return valueText(metric, v); },
        help.join(QLatin1Char('\n')));
    chart->setMaximum(first.maximum);
    return chart;
}

void GpuCharts::setLimits(const v1::Gpu& gpu) {
    for (const auto& chart : m_charts) {
        const auto metric = chart.metrics.front();
        if (info(metric).limit != MetricInfo::Limit::None) {
            chart.widget->setMaximum(models::metricLimit(metric, gpu));
        }
    }
}

void GpuCharts::showHistory() {
    showMeasured();
    m_board->showSpan({.time = m_history.span(),
                          .windowMs = m_history.range().windowMs(),
                          .zoomed = !m_history.range().live(),
                          .loading = m_history.loading(),
                          .problem = m_history.problem()},
        bandsOf(m_history.holdings()));
}

// Which charts there are, and which lines in them.
void GpuCharts::showMeasured() {
    QStringList unmeasured;
    for (auto& chart : m_charts) {
        std::vector<TimeChart::Line> lines;
        std::vector<bool> drawn;
        for (std::size_t i = 0; i < chart.metrics.size(); ++i) {
            const auto metric = chart.metrics[i];
            drawn.push_back(m_history.measured(metric));
            if (drawn.back()) {
                lines.push_back(
                    {models::metricWords(info(metric).chart.line), &m_history.series(metric)});
            } else {
                unmeasured << models::metricLabel(metric);
            }
        }
        if (drawn != chart.drawn) {
            chart.drawn = drawn;
            m_board->setLines(chart.widget, std::move(lines));
        }
    }
    m_board->setNote(unmeasured.isEmpty() || m_history.gpu().empty()
            ? QString()
            : tr("Not measured by this GPU: %1").arg(unmeasured.join(QStringLiteral(", "))));
}

} // namespace muster::widgets

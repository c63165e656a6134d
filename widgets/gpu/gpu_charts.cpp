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
    if (metric == Metric::ThrottleReasons || metric == Metric::PerformanceState) {
        return models::metricText(metric, qRound(value));
    }
    constexpr double kGibibyte = 1024;
    const auto unit = models::metricUnit(metric);
    if (unit == QLatin1String("MiB/s") && value >= 2 * kGibibyte) {
        return QStringLiteral("%1 GiB/s").arg(QLocale().toString(value / kGibibyte, 'f', 1));
    }
    const auto number = QLocale().toString(value, 'f', unit == QLatin1String("W") ? 1 : 0);
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

// In the order of the metric table; two of a kind share a chart.
void GpuCharts::buildCharts() {
    for (const auto& row : metricTable()) {
        switch (row.metric) {
        case Metric::GpuUtilization:
            addChart(tr("Utilisation"), {Metric::GpuUtilization, Metric::MemoryUtilization},
                {tr("GPU"), tr("Memory")});
            break;
        case Metric::SmClock:
            addChart(
                tr("Clocks"), {Metric::SmClock, Metric::MemoryClock}, {tr("SM"), tr("Memory")});
            break;
        case Metric::PcieReceived:
            addChart(tr("PCIe traffic"), {Metric::PcieReceived, Metric::PcieSent},
                {tr("Received"), tr("Sent")});
            break;
        case Metric::NvlinkReceived:
            addChart(tr("NVLink traffic"), {Metric::NvlinkReceived, Metric::NvlinkSent},
                {tr("Received"), tr("Sent")});
            break;
        case Metric::MemoryUtilization:
        case Metric::MemoryClock:
        case Metric::PcieSent:
        case Metric::NvlinkSent:
            break;
        case Metric::MemoryUsed:
        case Metric::Temperature:
        case Metric::Power:
        case Metric::FanSpeed:
        case Metric::PerformanceState:
        case Metric::EccUncorrected:
        case Metric::PcieGeneration:
        case Metric::PcieWidth:
        case Metric::ThrottleReasons:
            addChart(models::metricLabel(row.metric), {row.metric}, {{}});
            break;
        }
    }
}

void GpuCharts::addChart(
    const QString& title, std::vector<Metric> metrics, std::vector<QString> names) {
    const auto first = metrics.front();
    QStringList help;
    for (const auto metric : metrics) {
        help << QStringLiteral("%1: %2").arg(
            models::metricLabel(metric), models::metricHelp(metric));
    }
    auto* chart = m_board->addChart(
        title, models::metricUnit(first), [first](double v) { return valueText(first, v); },
        help.join(QLatin1Char('\n')));
    chart->setMaximum(info(first).maximum);
    std::vector<bool> drawn(metrics.size(), false);
    m_charts.push_back({chart, std::move(metrics), std::move(names), std::move(drawn)});
}

TimeChart* GpuCharts::chartOf(Metric metric) const {
    const auto found = std::find_if(m_charts.begin(), m_charts.end(),
        [metric](const Chart& chart) { return chart.metrics.front() == metric; });
    return found->widget;
}

void GpuCharts::setLimits(const v1::Gpu& gpu) {
    constexpr int kMebibyte = 20; // bits
    chartOf(Metric::MemoryUsed)->setMaximum(static_cast<double>(gpu.memory_bytes() >> kMebibyte));
    chartOf(Metric::Power)->setMaximum(gpu.power_limit_mw() / 1000.0);
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
                lines.push_back({chart.names[i], &m_history.series(metric)});
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
            : tr("Not measured by this board: %1").arg(unmeasured.join(QStringLiteral(", "))));
}

} // namespace muster::widgets

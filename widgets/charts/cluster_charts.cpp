// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/cluster_charts.h"

#include <cmath>

#include <QLocale>

namespace muster::widgets {

using models::ClusterFigure;
using models::ClusterHistory;

namespace {

constexpr double kWholePercent = 100;

// A mean of what is counted may be a fraction.
QString countText(double value) {
    const double tenths = std::round(value * 10);
    return QLocale().toString(tenths / 10, 'f', std::fmod(tenths, 10) == 0 ? 0 : 1);
}

QString percentText(double value) {
    return ClusterCharts::tr("%1 %").arg(QLocale().toString(value, 'f', 0));
}

TimeChart::ValueText wholeIn(const QString& unit) {
    return [unit](double value) {
        return QStringLiteral("%1 %2").arg(QLocale().toString(value, 'f', 0), unit);
    };
}

} // namespace

ClusterCharts::ClusterCharts(ClusterHistory& history, QWidget* parent)
    : ChartBoard(parent), m_history(history) {
    buildCharts();
    setColumns([this] { return columns(); });
    setHeading(tr("Cluster"));
    connect(this, &ChartBoard::windowWanted, &m_history, &ClusterHistory::setWindow);
    connect(this, &ChartBoard::zoomWanted, &m_history, &ClusterHistory::zoom);
    connect(this, &ChartBoard::backWanted, &m_history, &ClusterHistory::back);
    connect(this, &ChartBoard::resetWanted, &m_history, &ClusterHistory::reset);
    connect(this, &ChartBoard::pointsWanted, &m_history, &ClusterHistory::setPoints);
    connect(&m_history, &ClusterHistory::changed, this, &ClusterCharts::showHistory);
    showHistory();
}

void ClusterCharts::buildCharts() {
    const auto watts = QStringLiteral("W");
    const auto mebibytes = QStringLiteral("MiB");
    const auto seconds = QStringLiteral("s");
    addLines(tr("GPU utilisation"), tr("%"), percentText,
        tr("Mean of all measured GPUs, including idle ones"),
        {{ClusterFigure::GpuUtilization, tr("GPU utilisation")}})
        ->setMaximum(kWholePercent);
    addLines(tr("GPUs"), {}, countText, tr("Allocated GPUs and all GPUs"),
        {{ClusterFigure::GpusAllocated, tr("Allocated")}, {ClusterFigure::GpusTotal, tr("Total")}});
    addLines(tr("Power"), watts, wholeIn(watts), tr("Total of all GPUs"),
        {{ClusterFigure::Power, tr("Power")}});
    addLines(tr("GPU memory"), mebibytes, wholeIn(mebibytes), tr("Total of all GPUs"),
        {{ClusterFigure::MemoryUsed, tr("Used")}, {ClusterFigure::MemoryTotal, tr("Total")}});
    addLines(tr("Jobs"), {}, countText, tr("Pending and running jobs"),
        {{ClusterFigure::JobsQueued, tr("Pending")}, {ClusterFigure::JobsRunning, tr("Running")}});
    addLines(tr("Queue wait"), seconds, wholeIn(seconds),
        tr("Time since submission of the pending jobs"),
        {{ClusterFigure::WaitMean, tr("Mean")}, {ClusterFigure::WaitLongest, tr("Longest")}});
}

TimeChart* ClusterCharts::addLines(const QString& title, const QString& unit,
    TimeChart::ValueText valueText, const QString& help, const std::vector<Line>& lines) {
    auto* chart = addChart(title, unit, std::move(valueText), help);
    std::vector<TimeChart::Line> drawn;
    for (const auto& line : lines) {
        drawn.push_back({line.name, &m_history.series(line.figure)});
        const auto name = lines.size() == 1 ? title : tr("%1: %2").arg(title, line.name);
        m_saved.emplace_back(unit.isEmpty() ? name : tr("%1 (%2)").arg(name, unit), line.figure);
    }
    setLines(chart, std::move(drawn));
    return chart;
}

void ClusterCharts::showHistory() {
    if (m_history.empty() && m_history.range().live()) { // a zoom keeps the charts and their keys
        setEmpty(QStringLiteral("history"), tr("No data in this range"),
            tr("The master records cluster figures from its start. Try a longer range."));
    } else {
        setEmpty({}, {}, {});
    }
    showSpan({.time = m_history.span(),
        .windowMs = m_history.range().windowMs(),
        .zoomed = !m_history.range().live(),
        .loading = m_history.loading(),
        .problem = m_history.problem()});
}

std::vector<models::CsvColumn> ClusterCharts::columns() const {
    std::vector<models::CsvColumn> out;
    for (const auto& [header, figure] : m_saved) {
        out.push_back({header, &m_history.series(figure)});
    }
    return out;
}

} // namespace muster::widgets

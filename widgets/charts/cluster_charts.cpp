// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/cluster_charts.h"

#include <algorithm>
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

std::vector<ClusterCharts::Definition> ClusterCharts::definitions() {
    const auto watts = QStringLiteral("W");
    const auto mebibytes = QStringLiteral("MiB");
    const auto seconds = QStringLiteral("s");
    return {
        {tr("GPU utilisation"), tr("%"), percentText,
            tr("Mean of all measured GPUs, including idle ones"),
            {{ClusterFigure::GpuUtilization, tr("GPU utilisation")}}, kWholePercent},
        {tr("GPUs"), {}, countText, tr("Allocated GPUs and all GPUs"),
            {{ClusterFigure::GpusAllocated, tr("Allocated")},
                {ClusterFigure::GpusTotal, tr("Total")}}},
        {tr("Power"), watts, wholeIn(watts), tr("Total of all GPUs"),
            {{ClusterFigure::Power, tr("Power")}}},
        {tr("GPU memory"), mebibytes, wholeIn(mebibytes), tr("Total of all GPUs"),
            {{ClusterFigure::MemoryUsed, tr("Used")}, {ClusterFigure::MemoryTotal, tr("Total")}}},
        {tr("Jobs"), {}, countText, tr("Pending and running jobs"),
            {{ClusterFigure::JobsQueued, tr("Pending")},
                {ClusterFigure::JobsRunning, tr("Running")}}},
        {tr("Queue wait"), seconds, wholeIn(seconds),
            tr("Time since submission of the pending jobs"),
            {{ClusterFigure::WaitMean, tr("Mean")}, {ClusterFigure::WaitLongest, tr("Longest")}}},
    };
}

std::vector<TimeChart::Line> ClusterCharts::linesOf(
    const Definition& definition, const ClusterHistory& history) {
    std::vector<TimeChart::Line> out;
    for (const auto& line : definition.lines) {
        out.push_back({line.name, &history.series(line.figure)});
    }
    return out;
}

TimeChart* ClusterCharts::chart(
    ClusterFigure first, const ClusterHistory& history, QWidget* parent) {
    const auto all = definitions();
    const auto found = std::find_if(all.begin(), all.end(),
        [first](const Definition& one) { return one.lines.front().figure == first; });
    auto* chart = new TimeChart(found->title, found->unit, found->valueText, parent);
    chart->setToolTip(helpText(found->help));
    chart->setMaximum(found->maximum);
    chart->setLines(linesOf(*found, history));
    return chart;
}

void ClusterCharts::buildCharts() {
    for (const auto& one : definitions()) {
        auto* chart = addChart(one.title, one.unit, one.valueText, one.help);
        for (const auto& line : one.lines) {
            const auto name
                = one.lines.size() == 1 ? one.title : tr("%1: %2").arg(one.title, line.name);
            m_saved.emplace_back(
                one.unit.isEmpty() ? name : tr("%1 (%2)").arg(name, one.unit), line.figure);
        }
        setLines(chart, linesOf(one, m_history));
        chart->setMaximum(one.maximum);
    }
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

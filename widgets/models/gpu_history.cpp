// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_history.h"

#include <algorithm>

#include "widgets/models/metric_text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

constexpr qint64 kStepMs = 1000;
constexpr qint64 kSlowStepMs = 10'000;
constexpr int kFewestPoints = 240;
// Live points are one a second; from so many on the master's coarser ones take their place.
constexpr std::size_t kMostLivePoints = 3600;
constexpr double kWorthAsking = 1.25; // times as many points as are there

SeriesPoint pointOf(Metric metric, const v1::History::Point& point) {
    const auto mean = metricNumber(metric, point.average());
    return info(metric).form == MetricInfo::Form::ThrottleReasons // bits: they have no order
        ? SeriesPoint::of(point.at_ms(), mean)
        : SeriesPoint{point.at_ms(), metricNumber(metric, point.minimum()), mean,
            metricNumber(metric, point.maximum())};
}

} // namespace

GpuHistory::GpuHistory(const ClusterState& state, QObject* parent)
    : QObject(parent), m_state(state), m_points(kFewestPoints) {
    for (const auto& metric : metricTable()) {
        m_series.emplace_back(metric.slow ? kSlowStepMs : kStepMs);
    }
    connect(&m_state, &ClusterState::changed, this, &GpuHistory::onChanged);
}

void GpuHistory::setGpu(const std::string& uuid) {
    m_uuid = uuid;
    for (auto& series : m_series) {
        series.clear();
    }
    m_measured.reset();
    m_tasks.clear();
    m_range.reset();
    addSample();
    addTasks();
    rangeChanged();
}

void GpuHistory::setPoints(int points) {
    m_points = std::max(points, kFewestPoints);
    if (m_points > m_askedPoints * kWorthAsking) {
        ask();
        emit changed();
    }
}

void GpuHistory::setWindow(qint64 windowMs) {
    m_range.setWindow(windowMs);
    rangeChanged();
}

void GpuHistory::zoom(TimeSpan span) {
    if (m_range.zoom(span, m_state.atMs())) {
        rangeChanged();
    }
}

void GpuHistory::back() {
    if (m_range.back()) {
        rangeChanged();
    }
}

void GpuHistory::reset() {
    if (m_range.reset()) {
        rangeChanged();
    }
}

void GpuHistory::rangeChanged() {
    ask();
    emit changed();
}

void GpuHistory::ask() {
    m_waiting.reset();
    m_problem.clear();
    if (m_uuid.empty()) {
        return;
    }
    m_asked = span();
    m_askedPoints = m_points;
    for (const auto& metric : metricTable()) {
        m_waiting.set(static_cast<std::size_t>(metric.metric), masterHas(metric.metric));
    }
    for (const auto& metric : metricTable()) {
        if (masterHas(metric.metric)) {
            emit historyWanted(text(m_uuid), metric.metric, m_asked, m_askedPoints);
        }
    }
    emit holdersWanted(text(m_uuid), m_asked);
}

// A master of an earlier version refuses to look for what it does not know.
bool GpuHistory::masterHas(Metric metric) const {
    const auto& table = m_state.cluster().metrics();
    return table.empty() || std::any_of(table.begin(), table.end(), [metric](const auto& row) {
        return row.metric() == static_cast<std::uint32_t>(metric);
    });
}

void GpuHistory::setHistory(const v1::History& history, TimeSpan asked) {
    if (history.metric() >= kMetricCount || asked != m_asked) {
        return;
    }
    const auto metric = static_cast<Metric>(history.metric());
    for (const auto& series : history.series()) {
        if (series.gpu() != m_uuid) {
            continue; // of a GPU that was looked at before
        }
        std::vector<SeriesPoint> points;
        points.reserve(static_cast<std::size_t>(series.points_size()));
        for (const auto& point : series.points()) {
            points.push_back(pointOf(metric, point));
        }
        m_series[history.metric()].setHistory(std::move(points), history.step_ms());
        if (!m_series[history.metric()].empty()) {
            m_measured.set(history.metric());
        }
        m_waiting.reset(history.metric());
        emit changed();
    }
}

void GpuHistory::setProblem(Metric metric, TimeSpan asked, const QString& message) {
    if (asked == m_asked) {
        m_waiting.reset(static_cast<std::size_t>(metric));
        m_problem = message;
        emit changed();
    }
}

void GpuHistory::setHolders(const v1::Rows& holders) {
    for (const auto& task : holders.tasks()) {
        remember(task);
    }
    emit changed();
}

std::vector<Holding> GpuHistory::holdings() const {
    return models::holdings(m_tasks, span(), m_state.atMs());
}

void GpuHistory::onChanged(const Changes& changes) {
    if (m_uuid.empty()) {
        return;
    }
    if (changes.everything) {
        addTasks();
    }
    for (const auto& key : changes.of(Kind::Tasks)) {
        if (const auto found = m_state.tasks().find(key); found != m_state.tasks().end()) {
            remember(found->second);
        }
    }
    if (changes.everything || changes.sampled.contains(m_uuid)) {
        addSample();
    }
    const bool full = std::any_of(m_series.begin(), m_series.end(),
        [](const auto& series) { return series.livePoints() > kMostLivePoints; });
    if (changes.everything || full) {
        ask();
    }
    emit changed();
}

void GpuHistory::addSample() {
    const auto* sample = m_state.sample(m_uuid);
    if (sample == nullptr || !m_range.live()) {
        return;
    }
    const auto old = span().fromMs;
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        if (sample->values[i] != kUnknown) {
            const auto value = metricNumber(static_cast<Metric>(i), sample->values[i]);
            m_series[i].append(SeriesPoint::of(sample->atUs / 1000, value));
            m_series[i].forgetBefore(old);
            m_measured.set(i);
        }
    }
}

void GpuHistory::addTasks() {
    for (const auto& [key, task] : m_state.tasks()) {
        remember(task);
    }
}

// Also after the state forgets it.
void GpuHistory::remember(const v1::Task& task) {
    if (holds(task, m_uuid)) {
        m_tasks[taskKey(task.framework_id(), task.id())] = task;
    }
}

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/cluster_history.h"

#include <algorithm>

namespace muster::models {

namespace {

constexpr int kTickMs = 1000;
constexpr int kFewestPoints = 240;
constexpr double kWorthAsking = 1.25; // times as many points as are there
constexpr double kThousandths = 1000;

constexpr std::array<const char*, kClusterFigures> kKeys{"gpu_utilization", "power", "memory_used",
    "memory_total", "gpus_allocated", "gpus_total", "jobs_queued", "jobs_running", "wait_mean",
    "wait_longest"};

SeriesPoint pointOf(const v1::ClusterHistory::Point& point) {
    return {point.at_ms(), static_cast<double>(point.minimum()),
        static_cast<double>(point.average()) / kThousandths, static_cast<double>(point.maximum())};
}

} // namespace

ClusterHistory::ClusterHistory(const ClusterState& state, QObject* parent)
    : QObject(parent), m_state(state), m_points(kFewestPoints) {
    m_heard.start();
    m_second.setInterval(kTickMs);
    connect(&m_second, &QTimer::timeout, this, &ClusterHistory::tick);
    connect(&m_state, &ClusterState::changed, this, [this](const Changes& changes) {
        m_heard.start();
        if (changes.everything && m_active) {
            rangeChanged();
        }
    });
}

void ClusterHistory::setActive(bool active) {
    if (active == m_active) {
        return;
    }
    m_active = active;
    if (active) {
        m_second.start();
        rangeChanged();
    } else {
        m_second.stop();
    }
}

void ClusterHistory::setPoints(int points) {
    m_points = std::max(points, kFewestPoints);
    if (m_active && m_points > m_askedPoints * kWorthAsking) {
        rangeChanged();
    }
}

void ClusterHistory::setWindow(qint64 windowMs) {
    m_range.setWindow(windowMs);
    rangeChanged();
}

void ClusterHistory::zoom(TimeSpan span) {
    if (m_range.zoom(span, m_nowMs)) {
        rangeChanged();
    }
}

void ClusterHistory::back() {
    if (m_range.back()) {
        rangeChanged();
    }
}

void ClusterHistory::reset() {
    if (m_range.reset()) {
        rangeChanged();
    }
}

// The master's clock, also while it has nothing to say.
qint64 ClusterHistory::nowMs() const {
    return m_state.empty() ? 0 : m_state.atMs() + m_heard.elapsed();
}

qint64 ClusterHistory::pauseMs() const {
    return std::max(kLeastPauseMs, span().lengthMs() / m_points);
}

void ClusterHistory::rangeChanged() {
    m_loading = m_active && !m_state.empty();
    m_answered = false;
    m_usageMs = 0;
    ask();
    emit changed();
}

void ClusterHistory::ask() {
    if (m_state.empty() || !m_active) {
        return;
    }
    m_nowMs = nowMs();
    m_problem.clear();
    m_asked = span();
    m_askedPoints = m_points;
    m_waiting = true;
    emit historyWanted(m_asked, m_askedPoints);
    if (m_nowMs - m_usageMs >= kUsagePauseMs) {
        m_usageMs = m_nowMs;
        emit usageWanted(m_asked);
    }
}

void ClusterHistory::tick() {
    if (m_active && m_range.live() && !m_waiting && nowMs() - m_nowMs >= pauseMs()) {
        ask();
    }
}

void ClusterHistory::setHistory(const v1::ClusterHistory& history, TimeSpan asked) {
    if (asked != m_asked) {
        return;
    }
    for (const auto& series : history.series()) {
        const auto key = std::find(kKeys.begin(), kKeys.end(), series.key());
        if (key == kKeys.end()) {
            continue; // of a newer master
        }
        std::vector<SeriesPoint> points;
        points.reserve(static_cast<std::size_t>(series.points_size()));
        std::transform(
            series.points().begin(), series.points().end(), std::back_inserter(points), pointOf);
        auto& known = m_series[static_cast<std::size_t>(key - kKeys.begin())];
        known.clear();
        known.setHistory(std::move(points), history.step_ms());
    }
    m_waiting = false;
    m_loading = false;
    m_answered = true;
    emit changed();
}

void ClusterHistory::setProblem(TimeSpan asked, const QString& message) {
    if (asked == m_asked) {
        m_waiting = false;
        m_loading = false;
        m_problem = message;
        emit changed();
    }
}

const Series& ClusterHistory::series(ClusterFigure figure) const {
    return m_series[static_cast<std::size_t>(figure)];
}

bool ClusterHistory::empty() const {
    const auto shown = span();
    return m_answered
        && std::all_of(m_series.begin(), m_series.end(), [shown](const Series& series) {
               const auto [first, last] = series.within(shown);
               return first == last;
           });
}

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include <QObject>

#include "core/kernel/base/metric.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/holding.h"
#include "widgets/models/series.h"

namespace muster::models {

// What one GPU did in a span of time: its metrics and the tasks that had it, live or in a zoom that
// stands still. Asks for what the master remembers; what is there stays until the answer comes.
class GpuHistory : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kFirstWindowMs = 15 * 60 * 1000;

    explicit GpuHistory(const ClusterState& state, QObject* parent = nullptr);

    void setGpu(const std::string& uuid); // empty: none; shows now again
    const std::string& gpu() const { return m_uuid; }
    // How many points are worth asking for: as many as there are pixels.
    void setPoints(int points);

    void setWindow(qint64 windowMs);
    void zoom(TimeSpan span);
    void back();
    void reset();
    const TimeRange& range() const { return m_range; }
    TimeSpan span() const { return m_range.at(m_state.atMs()); }

    // Answers to historyWanted; one to an earlier question is left out.
    void setHistory(const v1::History& history, TimeSpan asked);
    void setProblem(Metric metric, TimeSpan asked, const QString& message);
    void setHolders(const v1::Rows& holders); // to holdersWanted; of any GPU

    const Series& series(Metric metric) const { return m_series[static_cast<std::size_t>(metric)]; }
    // The board was heard to measure it, though perhaps not in this span.
    bool measured(Metric metric) const { return m_measured[static_cast<std::size_t>(metric)]; }
    std::vector<Holding> holdings() const;
    bool loading() const { return m_waiting.any(); }
    QString problem() const { return m_problem; } // why history is missing, or empty

signals:
    void changed();
    void historyWanted(
        const QString& uuid, muster::Metric metric, muster::models::TimeSpan span, int points);
    void holdersWanted(const QString& uuid, muster::models::TimeSpan span);

private:
    void onChanged(const Changes& changes);
    void rangeChanged();
    void ask();
    bool masterHas(Metric metric) const;
    void addSample();
    void addTasks();
    void remember(const v1::Task& task);

    const ClusterState& m_state;
    std::string m_uuid;
    TimeRange m_range{kFirstWindowMs};
    std::vector<Series> m_series;
    std::bitset<kMetricCount> m_measured;
    TaskMap m_tasks;
    int m_points = 0;
    TimeSpan m_asked;
    int m_askedPoints = 0;
    std::bitset<kMetricCount> m_waiting; // for answers
    QString m_problem;
};

} // namespace muster::models

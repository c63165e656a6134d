// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "widgets/models/cluster_state.h"
#include "widgets/models/series.h"

namespace muster::models {

// As the master keeps them, by their keys on the wire.
enum class ClusterFigure {
    GpuUtilization,
    Power, // W
    MemoryUsed, // MiB
    MemoryTotal,
    GpusAllocated,
    GpusTotal,
    JobsQueued,
    JobsRunning,
    WaitMean, // s
    WaitLongest,
};
inline constexpr std::size_t kClusterFigures = 10;

// What the whole cluster did in a span of time, live or in a zoom that stands still. Asks for what
// the master remembers, while somebody looks: a live span again when it has moved by a pixel.
class ClusterHistory : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kFirstWindowMs = 24 * 3'600'000LL;
    static constexpr qint64 kLeastPauseMs = 5000; // between two questions for the same span
    static constexpr qint64 kUsagePauseMs = 30'000;

    explicit ClusterHistory(const ClusterState& state, QObject* parent = nullptr);

    void setActive(bool active); // whether somebody looks
    // How many points are worth asking for: as many as there are pixels.
    void setPoints(int points);
    void setWindow(qint64 windowMs);
    void zoom(TimeSpan span);
    void back();
    void reset();
    const TimeRange& range() const { return m_range; }
    TimeSpan span() const { return m_range.at(m_nowMs); }
    qint64 pauseMs() const; // until a live span is asked for again

    // Answers; one to an earlier question is left out.
    void setHistory(const v1::ClusterHistory& history, TimeSpan asked);
    void setProblem(TimeSpan asked, const QString& message);

    const Series& series(ClusterFigure figure) const;
    bool empty() const; // the master was asked, and has nothing of the span
    bool loading() const { return m_loading; } // nothing of this span is known yet
    QString problem() const { return m_problem; } // why history is missing, or empty

    void tick(); // about once a second

signals:
    void changed();
    void historyWanted(muster::models::TimeSpan span, int points);
    void usageWanted(muster::models::TimeSpan span);

private:
    qint64 nowMs() const;
    void rangeChanged();
    void ask();

    const ClusterState& m_state;
    QElapsedTimer m_heard; // since the state's clock was right
    TimeRange m_range{kFirstWindowMs};
    std::array<Series, kClusterFigures> m_series;
    QTimer m_second;
    bool m_active = false;
    int m_points;
    qint64 m_nowMs = 0; // of the newest question
    qint64 m_usageMs = 0; // of the newest question for it
    TimeSpan m_asked;
    int m_askedPoints = 0;
    bool m_waiting = false; // for an answer
    bool m_loading = false;
    bool m_answered = false; // for this range
    QString m_problem;
};

} // namespace muster::models

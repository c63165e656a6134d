// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QtGlobal>

namespace muster::models {

// From inclusive, to exclusive; ms since the epoch.
struct TimeSpan {
    qint64 fromMs = 0;
    qint64 toMs = 0;

    qint64 lengthMs() const { return toMs - fromMs; }
    bool contains(qint64 atMs) const { return fromMs <= atMs && atMs < toMs; }
    bool operator==(const TimeSpan&) const = default;
};

// What part of time charts show: a window that ends now, and the zooms into it, which stand still.
class TimeRange {
public:
    static constexpr qint64 kLeastMs = 10'000; // a zoom shows no less

    explicit TimeRange(qint64 windowMs) : m_windowMs(windowMs) { }

    void setWindow(qint64 windowMs); // leaves all zooms
    qint64 windowMs() const { return m_windowMs; }
    bool live() const { return m_zooms.empty(); }
    TimeSpan at(qint64 nowMs) const;

    // In any order of its ends; grown about its middle to kLeastMs, moved to end by now. False:
    // that is what is shown already.
    bool zoom(TimeSpan span, qint64 nowMs);
    bool back(); // false: there is no zoom
    bool reset();

private:
    qint64 m_windowMs;
    std::vector<TimeSpan> m_zooms;
};

} // namespace muster::models

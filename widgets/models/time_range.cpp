// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/time_range.h"

#include <utility>

namespace muster::models {

void TimeRange::setWindow(qint64 windowMs) {
    m_windowMs = windowMs;
    m_zooms.clear();
}

TimeSpan TimeRange::at(qint64 nowMs) const {
    return live() ? TimeSpan{nowMs - m_windowMs, nowMs} : m_zooms.back();
}

bool TimeRange::zoom(TimeSpan span, qint64 nowMs) {
    if (span.fromMs > span.toMs) {
        std::swap(span.fromMs, span.toMs);
    }
    if (span.lengthMs() < kLeastMs) {
        span.fromMs = (span.fromMs + span.toMs - kLeastMs) / 2;
        span.toMs = span.fromMs + kLeastMs;
    }
    if (span.toMs > nowMs) {
        span = {nowMs - span.lengthMs(), nowMs};
    }
    if (span == at(nowMs)) {
        return false;
    }
    m_zooms.push_back(span);
    return true;
}

bool TimeRange::back() {
    if (live()) {
        return false;
    }
    m_zooms.pop_back();
    return true;
}

bool TimeRange::reset() {
    const bool zoomed = !live();
    m_zooms.clear();
    return zoomed;
}

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/data_age.h"

#include <algorithm>

namespace muster::console {

void DataAge::heard(Millis now) {
    m_heard = now;
}

// A longer gap than any interval is an outage.
void DataAge::sampled(Millis now) {
    if (m_sampled && now - *m_sampled <= kLongestInterval) {
        const auto gap = now - *m_sampled;
        m_gap = m_gap ? (*m_gap * 3 + gap) / 4 : gap;
    }
    m_sampled = now;
    m_heard = now;
}

void DataAge::expectSamples(bool expected, Millis now) {
    if (expected && !m_expected) {
        m_expectedSince = now;
    }
    m_expected = expected;
}

std::optional<DataAge::Millis> DataAge::from() const {
    if (!m_heard) {
        return std::nullopt;
    }
    return m_expected ? std::max(m_sampled.value_or(m_expectedSince), m_expectedSince) : *m_heard;
}

DataAge::Millis DataAge::interval() const {
    if (!m_expected) {
        return kLeastInterval;
    }
    return m_gap ? std::clamp(*m_gap, kLeastInterval, kLongestInterval) : kLongestInterval;
}

DataAge::Freshness DataAge::at(Millis now, bool connected) const {
    const auto since = from();
    if (!since) {
        return Freshness::None;
    }
    const auto age = now - *since;
    if (age > kLost && !connected) {
        return Freshness::Lost;
    }
    return age > kIntervalsOfOld * interval() ? Freshness::Old : Freshness::Fresh;
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QCoreApplication>

#include "widgets/models/series.h"

namespace muster::models {

// How many GPU-hours were allocated in each hour or each day of a span, local time.
class GpuHours {
    Q_DECLARE_TR_FUNCTIONS(muster::models::GpuHours)
public:
    struct Sum {
        qint64 fromMs = 0; // inclusive, to exclusive; within the span
        qint64 toMs = 0;
        double hours = 0;
        bool known = false; // something was measured
        bool operator==(const Sum&) const = default;
    };

    // `allocated`: GPUs over time. Without Sums where nothing of the span is known.
    GpuHours(const Series& allocated, TimeSpan span);

    bool byDay() const { return m_byDay; } // else by hour
    const std::vector<Sum>& sums() const { return m_sums; } // in order, without gaps
    QString title() const;
    QString label(std::size_t index) const; // "14 h", "26 Nov"; empty: there is no room for all
    QString help(std::size_t index) const; // "26 Nov: 31.5 GPU-hours"

private:
    QString name(const Sum& sum) const;

    bool m_byDay;
    std::vector<Sum> m_sums;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/trace.h"

#include <algorithm>

namespace muster::widgets {

namespace {

class Tracer {
public:
    Tracer(const models::Series& series, models::TimeSpan span, int columns)
        : m_series(series), m_points(series.points()), m_span(span), m_columns(columns) { }

    Trace run() {
        auto [first, last] = m_series.within(m_span);
        if (first > 0) {
            point(first - 1); // where the line comes from
        }
        for (int column = 0; first < last; ++column) {
            const auto end = column + 1 == m_columns ? last : m_series.indexAt(timeOf(column + 1));
            if (end > first) {
                visit(column, first, end);
                first = end;
            }
        }
        if (last < m_points.size()) {
            point(last);
        } else {
            gap(x(endOf(last)), m_columns);
        }
        return std::move(m_out);
    }

private:
    qint64 timeOf(int column) const {
        return m_span.fromMs + m_span.lengthMs() * column / m_columns;
    }
    double x(qint64 atMs) const {
        return static_cast<double>(atMs - m_span.fromMs) * m_columns
            / static_cast<double>(m_span.lengthMs());
    }
    // Until when the point before `index` speaks.
    qint64 endOf(std::size_t index) const {
        if (index == 0) {
            return m_span.fromMs;
        }
        const auto at = m_points[index - 1].atMs;
        return at + m_series.stepAt(at);
    }

    // All points of a column: [first, last), at least one.
    void visit(int column, std::size_t first, std::size_t last) {
        const bool joined = comesTo(first);
        if (joined) {
            between(column, first);
        }
        // Of many with the point before, so that the span covers the way from there; to a single
        // one the line itself goes.
        const bool many = last - first > 1;
        const auto range = m_series.pyramid().over(joined && many ? first - 1 : first, last);
        if (range.maximum > range.minimum) {
            m_out.spans.push_back({column, range.minimum, range.maximum});
        }
        if (!many) {
            vertex({x(m_points[first].atMs), m_points[first].average});
            return;
        }
        const auto own = m_series.pyramid().over(first, last);
        vertex({column + 0.5, own.sum / static_cast<double>(last - first)});
    }

    // A point outside of the span.
    void point(std::size_t index) {
        if (comesTo(index)) {
            between(m_columns, index);
        }
        vertex({x(m_points[index].atMs), m_points[index].average});
    }

    // Ends the piece of the line if there is a gap before the point.
    bool comesTo(std::size_t index) {
        const bool joined = index > 0 && m_series.joined(index);
        if (!joined || m_out.lines.empty()) {
            gap(x(endOf(index)), x(m_points[index].atMs));
            m_out.lines.emplace_back();
        }
        return joined;
    }

    void vertex(QPointF at) { m_out.lines.back().push_back(at); }

    void gap(double from, double to) {
        from = std::max(from, 0.0);
        to = std::min(to, static_cast<double>(m_columns));
        if (to - from >= 1) {
            m_out.gaps.push_back({from, to});
        }
    }

    // The columns without a point of their own before point `index`, up to `end`.
    void between(int end, std::size_t index) {
        const auto& a = m_points[index - 1];
        const auto& b = m_points[index];
        if (a.minimum == a.maximum && b.minimum == b.maximum) {
            return;
        }
        const auto length = static_cast<double>(b.atMs - a.atMs);
        for (int column = std::max(0, static_cast<int>(x(a.atMs)) + 1); column < end; ++column) {
            const double share = static_cast<double>(timeOf(column) - a.atMs) / length;
            if (share > 1) {
                break;
            }
            m_out.spans.push_back({column, a.minimum + (b.minimum - a.minimum) * share,
                a.maximum + (b.maximum - a.maximum) * share});
        }
    }

    const models::Series& m_series;
    const std::vector<models::SeriesPoint>& m_points;
    models::TimeSpan m_span;
    int m_columns;
    Trace m_out;
};

} // namespace

Trace trace(const models::Series& series, models::TimeSpan span, int columns) {
    return Tracer(series, span, columns).run();
}

} // namespace muster::widgets

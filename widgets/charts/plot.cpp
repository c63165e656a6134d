// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/plot.h"

#include <algorithm>

#include <QImage>
#include <QPainter>
#include <QtMath>

#include "widgets/charts/trace.h"

namespace muster::widgets {

namespace {

constexpr double kPen = 1.5; // px
constexpr double kThinStep = 0.5;
constexpr double kDot = 2;
constexpr double kRing = 3;
constexpr double kBetweenRings = 60;
constexpr int kTint = 70; // of 255
// A smooth pen wider than a pixel costs Qt fifteen times a thin one: for short lines only.
constexpr int kMostWide = 200;

// In device pixels from the area's bottom left corner.
class Brush {
public:
    Brush(QPainter& painter, QSizeF size, double ratio, const ValueAxis& axis)
        : m_painter(painter), m_size(size), m_ratio(ratio), m_perUnit(size.height() / axis.top) { }

    // Through a picture: Qt blends rectangles a pixel wide one pixel after the other.
    void spans(const Trace& trace, QColor colour) {
        if (trace.spans.empty()) {
            return;
        }
        colour.setAlpha(kTint);
        QImage tint(m_size.toSize(), QImage::Format_ARGB32_Premultiplied);
        tint.fill(Qt::transparent);
        const auto ink = qPremultiply(colour.rgba());
        auto* pixels = reinterpret_cast<QRgb*>(tint.bits());
        const int stride = tint.bytesPerLine() / static_cast<int>(sizeof(QRgb));
        for (const auto& span : trace.spans) {
            const int top = std::max(0, qFloor(y(span.maximum)));
            const int bottom = std::min(tint.height(), std::max(top + 1, qCeil(y(span.minimum))));
            for (int row = top; row < bottom; ++row) {
                pixels[row * stride + span.column] = ink;
            }
        }
        m_painter.drawImage(0, 0, tint);
    }

    void lines(const Trace& trace, const PlotLine& look) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        for (const auto& line : trace.lines) {
            QVector<QPointF> points;
            points.reserve(static_cast<int>(line.size()));
            for (const auto& point : line) {
                points.push_back({point.x(), y(point.y())});
            }
            polyline(points, look.colour);
            if (points.size() == 1) {
                m_painter.setBrush(look.colour);
                m_painter.drawEllipse(points[0], kDot * m_ratio, kDot * m_ratio);
            }
            if (look.ringed) {
                rings(points, look.colour);
            }
        }
    }

    // Where none of the traces has anything.
    void gaps(const std::vector<Trace>& traces, const QColor& colour) {
        QRegion region(0, 0, qCeil(m_size.width()), qCeil(m_size.height()));
        for (const auto& trace : traces) {
            QRegion own;
            for (const auto& gap : trace.gaps) {
                own += QRect(
                    qRound(gap.from), 0, qRound(gap.to - gap.from), qCeil(m_size.height()));
            }
            region &= own;
        }
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (const auto& part : region) {
            m_painter.fillRect(part, QBrush(colour, Qt::BDiagPattern));
        }
    }

private:
    double y(double value) const { return m_size.height() - value * m_perUnit; }

    void polyline(const QVector<QPointF>& points, const QColor& colour) {
        const double width = kPen * m_ratio;
        if (points.size() <= kMostWide) {
            m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
            m_painter.drawPolyline(points.data(), points.size());
            return;
        }
        m_painter.setPen(QPen(colour, 1));
        for (double shift = (1 - width) / 2; shift <= (width - 1) / 2; shift += kThinStep) {
            m_painter.translate(0, shift);
            m_painter.drawPolyline(points.data(), points.size());
            m_painter.translate(0, -shift);
        }
    }

    void rings(const QVector<QPointF>& points, const QColor& colour) {
        double next = kBetweenRings * m_ratio / 2;
        for (const auto& point : points) {
            if (point.x() >= next) {
                paintRing(m_painter, point, kRing * m_ratio, colour);
                next = point.x() + kBetweenRings * m_ratio;
            }
        }
    }

    QPainter& m_painter;
    QSizeF m_size;
    double m_ratio;
    double m_perUnit;
};

} // namespace

void paintPlot(QPainter& painter, const QRectF& area, models::TimeSpan span, const ValueAxis& axis,
    const std::vector<PlotLine>& lines, const QColor& hatch) {
    const double ratio = painter.deviceTransform().m11();
    const auto size = area.size() * ratio;
    const int columns = static_cast<int>(size.width());
    if (columns <= 0 || span.lengthMs() <= 0) {
        return;
    }
    std::vector<Trace> traces;
    traces.reserve(lines.size());
    for (const auto& line : lines) {
        traces.push_back(trace(*line.series, span, columns));
    }
    painter.save();
    painter.setClipRect(area.adjusted(0, -kPen, 0, kPen), Qt::IntersectClip);
    painter.translate(area.topLeft());
    painter.scale(1 / ratio, 1 / ratio);
    Brush brush(painter, size, ratio, axis);
    if (hatch.isValid()) {
        brush.gaps(traces, hatch);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        brush.spans(traces[i], lines[i].colour);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        brush.lines(traces[i], lines[i]);
    }
    painter.restore();
}

void paintRing(QPainter& painter, QPointF centre, double radius, const QColor& colour) {
    painter.save();
    painter.setPen(QPen(colour, radius / 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(centre, radius, radius);
    painter.restore();
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/time_chart.h"

#include <algorithm>
#include <utility>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>

#include "widgets/charts/plot.h"
#include "widgets/models/text.h"

namespace muster::widgets {

namespace {

constexpr int kAir = 4; // px
constexpr int kPlotHeight = 92;
constexpr int kLeastWidth = 240;
constexpr int kValueSteps = 4;
constexpr int kLeastDrag = 4; // px: less is a click
constexpr int kPage = 10; // steps of the crosshair with Shift

bool isBack(int key) {
    return key == Qt::Key_Backspace || key == Qt::Key_Escape || key == Qt::Key_Back;
}

} // namespace

TimeChart::TimeChart(
    const QString& title, const QString& unit, ValueText valueText, QWidget* parent)
    : QWidget(parent), m_title(title), m_unit(unit), m_valueText(std::move(valueText)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    updateAxis();
}

void TimeChart::setLines(std::vector<Line> lines) {
    m_lines = std::move(lines);
    seriesChanged();
}

void TimeChart::setMaximum(double maximum) {
    m_maximum = maximum;
    seriesChanged();
}

void TimeChart::setTime(models::TimeSpan span, std::vector<Band> bands) {
    if (bands.empty() != m_bands.empty()) {
        updateGeometry();
    }
    m_span = span;
    m_bands = std::move(bands);
    seriesChanged();
}

void TimeChart::setCrosshair(std::optional<qint64> atMs) {
    if (m_crosshair != atMs) {
        m_crosshair = atMs;
        update();
    }
}

void TimeChart::setLoading(bool loading) {
    m_loading = loading;
    update();
}

void TimeChart::seriesChanged() {
    updateAxis();
    describe();
    update();
}

void TimeChart::updateAxis() {
    double highest = m_maximum;
    for (const auto& line : m_lines) {
        const auto [first, last] = line.series->within(m_span);
        highest = std::max(highest, line.series->pyramid().over(first, last).maximum);
    }
    m_axis = valueAxis(highest, m_unit, m_maximum > 0 && highest <= m_maximum, kValueSteps);
}

QString TimeChart::summary() const {
    QStringList parts;
    for (const auto& line : m_lines) {
        const auto [first, last] = line.series->within(m_span);
        const auto name = m_lines.size() > 1 ? line.name + QStringLiteral(": ") : QString();
        if (first == last) {
            parts << name + tr("no data");
            continue;
        }
        const auto range = line.series->pyramid().over(first, last);
        parts << name
                + tr("minimum %1, mean %2, maximum %3, latest %4")
                      .arg(m_valueText(range.minimum),
                          m_valueText(range.sum / static_cast<double>(last - first)),
                          m_valueText(range.maximum),
                          m_valueText(line.series->points()[last - 1].average));
    }
    return parts.join(QStringLiteral("; "));
}

void TimeChart::describe() {
    setAccessibleDescription(m_crosshair && hasFocus()
            ? crosshairText()
            : tr("%1: %2").arg(spanText(m_span), summary()));
}

QString TimeChart::valueAt(const Line& line, qint64 atMs) const {
    const auto found = line.series->nearest(atMs);
    if (!found) {
        return tr("no data");
    }
    const auto& point = line.series->points()[*found];
    const auto mean = m_valueText(point.average);
    return point.minimum == point.maximum || m_lines.size() > 1
        ? mean
        : tr("%1 (%2 to %3)").arg(mean, m_valueText(point.minimum), m_valueText(point.maximum));
}

QString TimeChart::latestOf(const Line& line) const {
    const auto [first, last] = line.series->within(m_span);
    return first == last ? QString() : m_valueText(line.series->points()[last - 1].average);
}

QString TimeChart::latestText() const {
    return m_lines.empty() ? QString() : latestOf(m_lines.front());
}

const Band* TimeChart::bandAt(qint64 atMs) const {
    const auto found = std::find_if(m_bands.rbegin(), m_bands.rend(),
        [atMs](const Band& band) { return band.span.contains(atMs); });
    return found == m_bands.rend() ? nullptr : &*found;
}

QString TimeChart::valuesText() const {
    auto shownMs = *m_crosshair;
    QStringList values;
    for (const auto& line : m_lines) {
        const auto found = line.series->nearest(*m_crosshair);
        shownMs = found && m_lines.size() == 1 ? line.series->points()[*found].atMs : shownMs;
        const auto value = valueAt(line, *m_crosshair);
        values << (m_lines.size() > 1 ? tr("%1 %2").arg(line.name, value) : value);
    }
    return tr("%1  %2").arg(models::clockText(shownMs), values.join(QStringLiteral(" · ")));
}

QString TimeChart::crosshairText() const {
    if (!m_crosshair) {
        return {};
    }
    const auto* band = bandAt(*m_crosshair);
    return band == nullptr ? valuesText() : tr("%1 · %2").arg(valuesText(), band->name);
}

QSize TimeChart::sizeHint() const {
    const int line = fontMetrics().height();
    return {2 * kLeastWidth, 2 * line + 3 * kAir + kPlotHeight + bandHeight()};
}

QSize TimeChart::minimumSizeHint() const {
    return {kLeastWidth, sizeHint().height()};
}

int TimeChart::bandHeight() const {
    return m_bands.empty() ? 0 : fontMetrics().height() + 2;
}

QRect TimeChart::plotArea() const {
    // Room for the widest label any value can have: the plots of all charts begin at one place.
    const int left = fontMetrics().horizontalAdvance(QStringLiteral("10,000")) + kAir;
    const int line = fontMetrics().height();
    return rect().adjusted(left, line + kAir + 1, -kAir, -(line + 2 * kAir + bandHeight()));
}

qint64 TimeChart::timeAt(int x) const {
    const auto area = plotArea();
    const auto inside = std::clamp(x - area.left(), 0, std::max(0, area.width() - 1));
    return m_span.fromMs + m_span.lengthMs() * inside / std::max(1, area.width());
}

double TimeChart::xOf(qint64 atMs) const {
    const auto area = plotArea();
    return area.left()
        + static_cast<double>(atMs - m_span.fromMs) * area.width()
        / static_cast<double>(std::max<qint64>(1, m_span.lengthMs()));
}

bool TimeChart::event(QEvent* event) {
    // The window's own Esc waits until there is no way back here.
    if (event->type() == QEvent::ShortcutOverride && m_zoomed
        && isBack(static_cast<QKeyEvent*>(event)->key())) {
        event->accept();
        return true;
    }
    // Over the plot the crosshair says enough.
    if (event->type() == QEvent::ToolTip
        && static_cast<QHelpEvent*>(event)->y() > plotArea().top()) {
        event->ignore();
        return true;
    }
    return QWidget::event(event);
}

void TimeChart::mouseMoveEvent(QMouseEvent* event) {
    m_dragTo = event->x();
    emit crosshairMoved(timeAt(event->x()));
    update();
}

void TimeChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && plotArea().contains(event->pos())) {
        m_dragFrom = event->x();
        m_dragTo = event->x();
    }
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event) {
    const auto from = std::exchange(m_dragFrom, std::nullopt);
    if (from && qAbs(event->x() - *from) >= kLeastDrag) {
        emit zoomWanted({std::min(timeAt(*from), timeAt(event->x())),
            std::max(timeAt(*from), timeAt(event->x()))});
    }
    update();
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent*) {
    m_dragFrom.reset();
    emit resetWanted();
}

void TimeChart::leaveEvent(QEvent*) {
    if (!hasFocus()) {
        emit crosshairMoved(std::nullopt);
    }
}

// To the next point, or as far as one pixel if there are more points than pixels.
void TimeChart::step(int direction) {
    if (m_lines.empty() || m_span.lengthMs() <= 0) {
        return;
    }
    const auto& series = *m_lines.front().series;
    const auto pixel = std::max<qint64>(1, m_span.lengthMs() / std::max(1, plotArea().width()));
    auto at = m_crosshair.value_or(direction > 0 ? m_span.fromMs - pixel : m_span.toMs);
    for (int i = 0; i < qAbs(direction); ++i) {
        const auto wanted
            = direction > 0 ? series.indexAt(at + pixel) : series.indexAt(at - pixel + 1);
        if (direction > 0 ? wanted == series.points().size() : wanted == 0) {
            break;
        }
        at = series.points()[direction > 0 ? wanted : wanted - 1].atMs;
    }
    at = std::clamp(at, m_span.fromMs, m_span.toMs - 1);
    emit crosshairMoved(at);
    setAccessibleDescription(crosshairText());
}

void TimeChart::keyPressEvent(QKeyEvent* event) {
    const int steps = event->modifiers() & Qt::ShiftModifier ? kPage : 1;
    const auto key = event->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        step(key == Qt::Key_Left ? -steps : steps);
    } else if (key == Qt::Key_Plus) {
        const auto middle = m_crosshair.value_or((m_span.fromMs + m_span.toMs) / 2);
        const auto quarter = m_span.lengthMs() / 4;
        emit zoomWanted({middle - quarter, middle + quarter});
    } else if (key == Qt::Key_Home) {
        emit resetWanted();
    } else if (m_zoomed && isBack(key)) {
        emit backWanted();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace muster::widgets

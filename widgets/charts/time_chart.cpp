// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/time_chart.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/charts/plot.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::Mark;

namespace {

constexpr int kAir = 4; // px
constexpr qint64 kSecondMs = 1000;
constexpr int kPlotHeight = 92;
constexpr int kLeastWidth = 240;
constexpr int kValueSteps = 4;
constexpr int kLeastDrag = 4; // px: less is a click
constexpr int kPage = 10; // steps of the crosshair with Shift

bool isBack(int key) {
    return key == Qt::Key_Backspace || key == Qt::Key_Escape || key == Qt::Key_Back;
}

constexpr int kTickAir = 16; // between the labels of times
constexpr double kGrid = 0.15; // of the ink
constexpr double kBandTint = 0.35;
constexpr double kLegendRing = 3;
constexpr std::array kLineMarks{Mark::Busy, Mark::Draining, Mark::Good, Mark::Offered};
constexpr std::array kBandMarks{Mark::Busy, Mark::Draining, Mark::Good, Mark::Offered, Mark::Bad};

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

// In the unit of the axis.
QString TimeChart::valueText(double value) const {
    return m_axis.scale == 1 ? m_valueText(value)
                             : QStringLiteral("%1 %2").arg(
                                 QLocale().toString(value / m_axis.scale, 'f', 1), m_axis.unit);
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
                      .arg(valueText(range.minimum),
                          valueText(range.sum / static_cast<double>(last - first)),
                          valueText(range.maximum),
                          valueText(line.series->points()[last - 1].average));
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
    const auto mean = valueText(point.average);
    return point.minimum == point.maximum || m_lines.size() > 1
        ? mean
        : tr("%1 (%2 to %3)").arg(mean, valueText(point.minimum), valueText(point.maximum));
}

QString TimeChart::latestOf(const Line& line) const {
    const auto [first, last] = line.series->within(m_span);
    return first == last ? QString() : valueText(line.series->points()[last - 1].average);
}

QString TimeChart::latestText() const {
    const auto value = m_lines.empty() ? QString() : latestOf(m_lines.front());
    const auto mean = latestMeanText();
    return mean.isEmpty() ? value : tr("%1 (%2)").arg(value, mean);
}

// What the newest values are, unless each was the same all the time for which it stands.
QString TimeChart::latestMeanText() const {
    for (const auto& line : m_lines) {
        const auto [first, last] = line.series->within(m_span);
        if (first == last) {
            continue;
        }
        const auto& point = line.series->points()[last - 1];
        if (point.minimum != point.maximum) {
            return tr("last mean of %1")
                .arg(models::durationText(line.series->stepAt(point.atMs) / kSecondMs));
        }
    }
    return {};
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

QColor TimeChart::lineColour(std::size_t index) const {
    return markColour(kLineMarks[index % kLineMarks.size()], palette());
}

QColor TimeChart::bandColour(const Band& band) const {
    return markColour(
        kBandMarks[static_cast<std::size_t>(band.colour) % kBandMarks.size()], palette());
}

std::vector<PlotLine> TimeChart::plotLines() const {
    std::vector<PlotLine> lines;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        lines.push_back({m_lines[i].series, lineColour(i), i > 0});
    }
    return lines;
}

void TimeChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto area = plotArea();
    if (area.width() <= 0 || m_span.lengthMs() <= 0) {
        return;
    }
    painter.fillRect(area, palette().color(QPalette::Base));
    paintHead(painter);
    paintGrid(painter, area);
    const auto hatch = m_loading ? QColor() : palette().color(QPalette::Mid);
    paintPlot(painter, area, m_span, m_axis, plotLines(), hatch);
    paintNothing(painter, area);
    paintBands(painter, area);
    paintBandName(painter, area);
    paintCrosshair(painter, area);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(-1, -1, 0, 0));
    }
}

// The title, and what is under the crosshair or the latest; of several lines as the legend.
void TimeChart::paintHead(QPainter& painter) {
    const QRect line(0, 0, plotArea().right(), fontMetrics().height());
    const bool several = m_lines.size() > 1;
    const auto title
        = m_axis.unit.isEmpty() ? m_title : QStringLiteral("%1 (%2)").arg(m_title, m_axis.unit);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    const auto rest = line.adjusted(fontMetrics().horizontalAdvance(title) + 3 * kAir, 0, 0, 0);
    if (several && !m_crosshair) {
        paintLegend(painter, rest);
        return;
    }
    const auto words = m_crosshair ? valuesText() : latestText();
    painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
        fontMetrics().elidedText(words, Qt::ElideRight, rest.width()));
}

void TimeChart::paintLegend(QPainter& painter, QRect rest) {
    constexpr int kSwatch = 4 * kAir;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_lines.size() && rest.width() > 2 * kSwatch; ++i) {
        const auto words
            = fontMetrics().elidedText(tr("%1 %2").arg(m_lines[i].name, latestOf(m_lines[i])),
                Qt::ElideRight, rest.width() - kSwatch - kAir);
        const auto middle = rest.center().y();
        painter.setPen(QPen(lineColour(i), 2));
        painter.drawLine(rest.left(), middle, rest.left() + kSwatch, middle);
        if (i > 0) {
            const QPointF centre(rest.left() + kSwatch / 2, middle);
            paintRing(painter, centre, kLegendRing, lineColour(i));
        }
        rest.setLeft(rest.left() + kSwatch + kAir);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, words);
        rest.setLeft(rest.left() + fontMetrics().horizontalAdvance(words) + 2 * kAir);
    }
    if (rest.width() > 2 * kSwatch) {
        painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
            fontMetrics().elidedText(latestMeanText(), Qt::ElideRight, rest.width()));
    }
}

void TimeChart::paintGrid(QPainter& painter, const QRect& area) {
    const auto ink = palette().color(QPalette::WindowText);
    const auto grid = mixed(palette().color(QPalette::Base), ink, kGrid);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const int line = fontMetrics().height();
    // A tick whose label would stand in another's is left out.
    int above = area.bottom() + 2 * line;
    for (int i = 0; i * m_axis.step <= m_axis.top * (1 + 1e-9); ++i) {
        const double value = i * m_axis.step;
        const int y = area.bottom() - qRound(value / m_axis.top * (area.height() - 1));
        painter.setPen(grid);
        painter.drawLine(area.left(), y, area.right(), y);
        if (y <= above - line) {
            painter.setPen(ink);
            painter.drawText(QRect(0, y - line / 2, area.left() - kAir, line),
                Qt::AlignRight | Qt::AlignVCenter, m_axis.label(value));
            above = y;
        }
    }
    const int widest = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + kTickAir;
    const int top = area.bottom() + 1 + bandHeight();
    int from = 0;
    for (const auto& tick : timeTicks(m_span, area.width() / widest)) {
        const int x = qRound(xOf(tick.atMs));
        painter.setPen(grid);
        painter.drawLine(x, area.top(), x, area.bottom());
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawLine(x, top, x, top + kAir - 1);
        const int width = fontMetrics().horizontalAdvance(tick.label);
        const int left = std::min(x - width / 2, rect().right() - width);
        if (left >= from) {
            painter.setPen(ink);
            painter.drawText(
                QRect(left, top + kAir - 1, width + 1, line), Qt::AlignLeft, tick.label);
            from = left + width + kAir;
        }
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(area.bottomLeft() + QPoint(0, 1), area.bottomRight() + QPoint(0, 1));
}

// Words where nothing is drawn at all.
void TimeChart::paintNothing(QPainter& painter, const QRect& area) {
    const bool some = std::any_of(m_lines.begin(), m_lines.end(), [this](const Line& line) {
        const auto [first, last] = line.series->within(m_span);
        return first != last;
    });
    if (some) {
        return;
    }
    const auto words = m_loading ? tr("Loading…") : tr("No data in this range");
    auto box = fontMetrics().boundingRect(words).adjusted(-kAir, -kAir, kAir, kAir);
    box.moveCenter(area.center());
    painter.fillRect(box, palette().color(QPalette::Base));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box, Qt::AlignCenter, words);
}

// What is seen of a band; empty: nothing.
QRect TimeChart::boxOf(const Band& band, const QRect& area) const {
    const int left = std::max(area.left(), qRound(xOf(band.span.fromMs)));
    const int right = std::min(area.right(), qRound(xOf(band.span.toMs)));
    return right < area.left() || left > area.right()
        ? QRect()
        : QRect(left, area.bottom() + 2, std::max(1, right - left), bandHeight() - 2);
}

void TimeChart::paintBands(QPainter& painter, const QRect& area) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& band : m_bands) {
        const auto box = boxOf(band, area);
        if (box.isEmpty()) {
            continue;
        }
        const auto colour = bandColour(band);
        painter.fillRect(box, mixed(palette().color(QPalette::Base), colour, kBandTint));
        painter.setPen(colour);
        painter.drawLine(box.topLeft(), box.bottomLeft());
        const auto words
            = fontMetrics().elidedText(band.name, Qt::ElideRight, box.width() - 2 * kAir);
        if (words.size() > 2 || words == band.name) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawText(
                box.adjusted(kAir, 0, -kAir, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
        }
    }
}

// The whole name of the band under the crosshair, where the band is too short for it.
void TimeChart::paintBandName(QPainter& painter, const QRect& area) {
    const auto* band = m_crosshair ? bandAt(*m_crosshair) : nullptr;
    if (band == nullptr) {
        return;
    }
    const int whole = fontMetrics().horizontalAdvance(band->name) + 2 * kAir;
    if (boxOf(*band, area).width() >= whole) {
        return; // it can be read already
    }
    const int width = std::min(whole, area.width());
    const int left = std::clamp(qRound(xOf(*m_crosshair)) - width / 2, area.left(),
        std::max(area.left(), area.right() - width));
    const QRect box(left, area.bottom() + 2, width, bandHeight() - 2);
    painter.setPen(bandColour(*band));
    painter.setBrush(mixed(palette().color(QPalette::Base), bandColour(*band), kBandTint));
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box, Qt::AlignCenter,
        fontMetrics().elidedText(band->name, Qt::ElideRight, box.width() - kAir));
}

void TimeChart::paintCrosshair(QPainter& painter, const QRect& area) {
    if (m_dragFrom) {
        auto ground = palette().color(QPalette::Highlight);
        ground.setAlphaF(0.25);
        const auto chosen = QRect(QPoint(*m_dragFrom, area.top()), QPoint(m_dragTo, area.bottom()));
        painter.fillRect(chosen.normalized() & area, ground);
    }
    if (!m_crosshair || !m_span.contains(*m_crosshair)) {
        return;
    }
    const double x = xOf(*m_crosshair);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const auto& series = *m_lines[i].series;
        if (const auto found = series.nearest(*m_crosshair)) {
            const auto& point = series.points()[*found];
            painter.setBrush(lineColour(i));
            painter.drawEllipse(
                QPointF(xOf(point.atMs),
                    area.bottom() - point.average / m_axis.top * (area.height() - 1)),
                kLegendRing, kLegendRing);
        }
    }
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/run_chart.h"

#include <algorithm>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/charts/ticks.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::Mark;
using models::ScheduleRun;

namespace {

constexpr int kLaneAir = 3; // px, above and below a bar
constexpr int kMostNameCharacters = 26; // characters
constexpr int kLeastBar = 4; // px
constexpr int kReach = 3; // px beside a tick that the pointer finds it
constexpr std::size_t kMostShownRows = 6;
constexpr double kGridTint = 0.15; // of the ink
constexpr double kCurrentTint = 0.25;

// Without colours they differ, too.
Qt::BrushStyle patternOf(Mark mark) {
    switch (mark) {
    case Mark::Bad:
    case Mark::Lost:
        return Qt::DiagCrossPattern;
    case Mark::Stopped:
        return Qt::BDiagPattern;
    case Mark::Waiting:
        return Qt::NoBrush;
    default:
        return Qt::SolidPattern;
    }
}

} // namespace

RunChart::RunChart(QWidget* parent) : QAbstractScrollArea(parent) {
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Runs of the last and the next 12 hours"));
    connect(
        verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void RunChart::setRuns(std::vector<models::ScheduleRuns> schedules, qint64 nowMs) {
    const bool resized = schedules.size() != m_schedules.size();
    m_schedules = std::move(schedules);
    m_nowMs = nowMs;
    measureNames();
    if (resized) {
        updateGeometry();
        updateScrollBar();
    }
    viewport()->update();
}

void RunChart::setCurrent(const QString& schedule) {
    m_current = schedule;
    viewport()->update();
}

int RunChart::rowHeight() const {
    return fontMetrics().height() + 2 * kLaneAir;
}

void RunChart::measureNames() {
    int width = 0;
    for (const auto& one : m_schedules) {
        width = std::max(width, fontMetrics().horizontalAdvance(one.schedule));
    }
    m_nameWidth = std::min(width, fontMetrics().averageCharWidth() * kMostNameCharacters)
        + 3 * fontMetrics().averageCharWidth();
}

int RunChart::heightOf(std::size_t rows) const {
    return static_cast<int>(rows) * rowHeight() + fontMetrics().height() + kLaneAir;
}

QSize RunChart::sizeHint() const {
    return {QAbstractScrollArea::sizeHint().width(),
        heightOf(std::clamp<std::size_t>(m_schedules.size(), 1, kMostShownRows))
            + 2 * frameWidth()};
}

QSize RunChart::minimumSizeHint() const {
    return {QAbstractScrollArea::minimumSizeHint().width(), heightOf(1) + 2 * frameWidth()};
}

QRect RunChart::area() const {
    return viewport()->rect().adjusted(
        m_nameWidth, 0, -fontMetrics().averageCharWidth(), -(fontMetrics().height() + kLaneAir));
}

int RunChart::xOf(qint64 atMs) const {
    const auto box = area();
    const auto share = double(atMs - (m_nowMs - kPastMs)) / double(kPastMs + kAheadMs);
    return box.left() + qRound(share * box.width());
}

QRect RunChart::rowBox(int row) const {
    return {0, row * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight()};
}

QRect RunChart::boxOf(int row, const ScheduleRun& run) const {
    const auto whole = area();
    const int left = std::max(xOf(run.span.fromMs), whole.left());
    const int right = std::max(xOf(run.span.toMs), left + kLeastBar);
    const auto box = rowBox(row).adjusted(0, kLaneAir, 0, -kLaneAir);
    return QRect(left, box.top(), right - left, box.height()) & whole;
}

QPoint RunChart::placeOf(const QString& schedule, qint64 atMs) const {
    const auto found = std::ranges::find(m_schedules, schedule, &models::ScheduleRuns::schedule);
    return {xOf(atMs), rowBox(static_cast<int>(found - m_schedules.begin())).center().y()};
}

int RunChart::rowAt(const QPoint& at) const {
    const int row = (at.y() + verticalScrollBar()->value()) / rowHeight();
    return at.y() < area().bottom() && row < static_cast<int>(m_schedules.size()) ? row : -1;
}

const ScheduleRun* RunChart::runAt(const QPoint& at) const {
    const int row = rowAt(at);
    if (row < 0) {
        return nullptr;
    }
    const auto& runs = m_schedules[static_cast<std::size_t>(row)].runs;
    const auto found = std::find_if(runs.rbegin(), runs.rend(),
        [&](const ScheduleRun& run) { return boxOf(row, run).contains(at); });
    return found == runs.rend() ? nullptr : &*found;
}

QString RunChart::textAt(const QPoint& at) const {
    const int row = rowAt(at);
    if (row < 0) {
        return {};
    }
    const auto& shown = m_schedules[static_cast<std::size_t>(row)];
    if (const auto* run = runAt(at)) {
        return tr("%1: %2, %3, %4")
            .arg(shown.schedule, run->job, run->state.word, clockSpanText(run->span));
    }
    return shown.nextMs != 0 && std::abs(at.x() - xOf(shown.nextMs)) <= kReach
        ? tr("%1: next run %2").arg(shown.schedule, models::clockText(shown.nextMs))
        : at.x() < area().left() ? shown.schedule
                                 : QString();
}

void RunChart::updateScrollBar() {
    const int hidden = heightOf(m_schedules.size()) - viewport()->height();
    verticalScrollBar()->setRange(0, std::max(0, hidden));
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(area().height());
}

void RunChart::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

bool RunChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RunChart::mousePressEvent(QMouseEvent* event) {
    if (const int row = rowAt(event->pos()); row >= 0) {
        emit scheduleChosen(m_schedules[static_cast<std::size_t>(row)].schedule);
    }
}

void RunChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto* run = runAt(event->pos())) {
        emit runActivated(run->job);
    }
}

void RunChart::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    paintAxis(painter);
    painter.setClipRect(0, 0, viewport()->width(), area().bottom());
    for (int row = 0; row < static_cast<int>(m_schedules.size()); ++row) {
        if (rowBox(row).intersects(viewport()->rect())) {
            paintRow(painter, row);
        }
    }
    painter.setPen(palette().color(QPalette::Text));
    painter.drawLine(xOf(m_nowMs), 0, xOf(m_nowMs), area().bottom());
}

void RunChart::paintAxis(QPainter& painter) const {
    const auto box = area();
    const auto ink = palette().color(QPalette::Text);
    const auto base = palette().color(QPalette::Base);
    painter.fillRect(viewport()->rect(), base);
    const models::TimeSpan span{m_nowMs - kPastMs, m_nowMs + kAheadMs};
    const int most = box.width() / std::max(1, fontMetrics().horizontalAdvance(tr("00:00")) * 2);
    for (const auto& tick : timeTicks(span, most)) {
        const int x = xOf(tick.atMs);
        painter.setPen(mixed(base, ink, kGridTint));
        painter.drawLine(x, 0, x, box.bottom());
        const int width = fontMetrics().horizontalAdvance(tick.label);
        painter.setPen(ink);
        painter.drawText(std::min(x - width / 2, viewport()->width() - width),
            box.bottom() + kLaneAir + fontMetrics().ascent(), tick.label);
    }
}

void RunChart::paintRow(QPainter& painter, int row) const {
    const auto& shown = m_schedules[static_cast<std::size_t>(row)];
    const auto box = rowBox(row);
    const auto base = palette().color(QPalette::Base);
    if (shown.schedule == m_current) {
        painter.fillRect(box, mixed(base, palette().color(QPalette::Highlight), kCurrentTint));
    }
    const int air = fontMetrics().averageCharWidth();
    const QRect nameBox(air, box.top(), area().left() - 2 * air, box.height());
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(nameBox, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(shown.schedule, Qt::ElideMiddle, nameBox.width()));
    for (const auto& run : shown.runs) {
        if (const auto bar = boxOf(row, run); !bar.isEmpty()) {
            const auto colour = markColour(run.state.mark, palette());
            painter.setPen(colour);
            painter.setBrush(QBrush(colour, patternOf(run.state.mark)));
            painter.drawRect(bar.adjusted(0, 0, -1, -1));
        }
    }
    if (shown.nextMs != 0 && shown.nextMs <= m_nowMs + kAheadMs) {
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        const int x = xOf(std::max(shown.nextMs, m_nowMs));
        painter.drawLine(x, box.top() + kLaneAir, x, box.bottom() - kLaneAir);
    }
}

} // namespace muster::widgets

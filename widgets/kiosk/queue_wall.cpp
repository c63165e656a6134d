// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/queue_wall.h"

#include <algorithm>

#include <QPainter>

#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kWaitingLines = 2; // of a reason, which is a sentence
constexpr int kRunningLines = 1; // of a node's name
} // namespace

QueueWall::QueueWall(QWidget* parent) : WallPage(tr("Queue"), parent) { }

QSize QueueWall::half() const {
    const int gap = 3 * type().unit;
    return width() > height() ? QSize((width() - gap) / 2, height())
                              : QSize(width(), (height() - gap) / 2);
}

int QueueWall::rowHeight(int lines) const {
    return (1 + lines) * type().line + 2 * type().unit;
}

int QueueWall::headHeight() const {
    return type().largeLine + type().line + type().unit;
}

int QueueWall::rows() const {
    return std::max(0, (half().height() - headHeight()) / rowHeight(kRunningLines));
}

void QueueWall::setQueue(models::WallQueue queue) {
    m_queue = std::move(queue);
    update();
}

void QueueWall::setNow(qint64 nowMs) {
    m_nowMs = nowMs;
    update();
}

void QueueWall::paint(QPainter& painter) {
    QStringList reasons;
    for (const auto& [word, jobs] : m_queue.reasons) {
        reasons << tr("%1: %2").arg(word).arg(jobs);
    }
    const auto size = half();
    const QRect first(QPoint(), size);
    const QRect second(QPoint(width() - size.width(), height() - size.height()), size);
    paintColumn(painter, first,
        {tr("Pending: %1").arg(m_queue.waitingInAll),
            reasons.isEmpty() ? QString()
                              : tr("By reason – %1").arg(reasons.join(QStringLiteral(" · "))),
            tr("No pending jobs"), m_queue.waiting, m_queue.waitingInAll, kWaitingLines});
    paintColumn(painter, second,
        {tr("Running: %1").arg(m_queue.runningInAll), {}, tr("No running jobs"), m_queue.running,
            m_queue.runningInAll, kRunningLines});
}

void QueueWall::paintColumn(QPainter& painter, const QRect& box, const Column& column) {
    const int line = type().line;
    drawLine(painter, {box.left(), box.top(), box.width(), type().largeLine}, type().large, ink(),
        column.heading);
    drawLine(painter, {box.left(), box.top() + type().largeLine, box.width(), line}, type().small,
        quiet(), column.subheading);
    int top = box.top() + headHeight();
    if (column.jobs.empty()) {
        drawLine(
            painter, {box.left(), top, box.width(), line}, type().small, quiet(), column.empty);
        return;
    }
    const int tall = rowHeight(column.lines);
    const int room = box.bottom() + 1 - top;
    int shown = std::min(room / tall, static_cast<int>(column.jobs.size()));
    if (shown < column.inAll) {
        shown = std::min(shown, (room - line) / tall); // a line for how many are left
    }
    for (int i = 0; i < shown; ++i) {
        const QRect row(box.left(), top, box.width(), tall - type().unit);
        paintJob(painter, row, column.jobs[static_cast<std::size_t>(i)], column.lines);
        top += tall;
    }
    if (const int left = column.inAll - shown; left > 0) {
        drawLine(painter, {box.left(), top, box.width(), line}, type().strong, quiet(),
            tr("%n more", nullptr, left));
    }
}

void QueueWall::paintJob(
    QPainter& painter, const QRect& box, const models::WallJob& job, int lines) {
    const int unit = type().unit;
    const int line = type().line;
    drawCard(painter, box, markColour(job.mark, palette()));
    const auto inner = box.adjusted(unit + unit / 2, unit / 2, -unit, -unit / 2);
    const QRect icon(inner.left(), inner.top(), line, line);
    drawMark(painter, icon.adjusted(3, 3, -3, -3), job.mark);
    QRect head(inner.left() + line + unit / 2, inner.top(), inner.width() - line - unit / 2, line);
    const auto gpus = tr("GPUs: %1").arg(job.gpus);
    head.setRight(head.right() - drawLine(painter, head, type().strong, ink(), gpus, Qt::AlignRight)
        - 2 * unit);
    const auto who = job.user.isEmpty() ? job.name : tr("%1 of %2").arg(job.name, job.user);
    drawLine(painter, head, type().strong, ink(), who);
    QRect detail(inner.left(), inner.top() + line, inner.width(), lines * line);
    if (job.sinceMs > 0) {
        const auto since = models::durationText(std::max<qint64>(0, m_nowMs - job.sinceMs) / 1000);
        const int width = drawLine(painter, {detail.left(), detail.top(), detail.width(), line},
            type().small, quiet(), since, Qt::AlignRight);
        detail.setRight(detail.right() - width - 2 * unit);
    }
    drawLines(painter, detail, type().small, quiet(), job.detail, lines);
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/alert_wall.h"

#include <algorithm>

#include <QPainter>

#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kTextLines = 3;
constexpr double kLargeText = 0.026; // of the screen's height, a capital
} // namespace

AlertWall::AlertWall(QWidget* parent) : WallPage(tr("Alerts"), parent) { }

void AlertWall::setAlerts(std::vector<models::WallAlert> alerts) {
    m_alerts = std::move(alerts);
    update();
}

void AlertWall::setNow(qint64 nowMs) {
    m_nowMs = nowMs;
    update();
}

void AlertWall::paint(QPainter& painter) {
    if (m_alerts.empty()) {
        drawEmpty(painter, models::Mark::Good, tr("No alerts"));
        return;
    }
    const auto text = textFont();
    const int gap = type().unit;
    const int count = static_cast<int>(m_alerts.size());
    int top = 0;
    for (int i = 0; i < count; ++i) {
        const auto& alert = m_alerts[static_cast<std::size_t>(i)];
        const int tall = cardHeight(alert, text);
        const int kept = i + 1 < count ? gap + type().line : 0; // for how many are left
        if (i > 0 && top + tall + kept > height()) {
            drawLine(painter, {0, top, width(), type().line}, type().strong, quiet(),
                tr("%n more", nullptr, count - i));
            return;
        }
        paintAlert(painter, {0, top, width(), tall}, alert, text);
        top += tall + gap;
    }
}

QFont AlertWall::textFont() const {
    const auto large = type().sized(kLargeText);
    int all = 0;
    for (const auto& alert : m_alerts) {
        all += cardHeight(alert, large) + type().unit;
        if (all > height()) {
            return type().small;
        }
    }
    return large;
}

int AlertWall::cardHeight(const models::WallAlert& alert, const QFont& text) const {
    const int lines = linesOf(text, alert.text, width() - 4 * type().unit, kTextLines);
    return type().largeLine + lines * QFontMetrics(text).height()
        + (isNarrow() ? 2 : 1) * type().line + 2 * type().unit;
}

void AlertWall::paintAlert(
    QPainter& painter, const QRect& box, const models::WallAlert& alert, const QFont& text) {
    const auto mark = alert.critical ? models::Mark::Bad : models::Mark::Waiting;
    const auto colour = markColour(mark, palette());
    const int unit = type().unit;
    drawCard(painter, box, colour);
    if (alert.alarm) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, std::max(2, unit / 3)));
        painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), unit / 2, unit / 2);
    }
    const auto inner = box.adjusted(2 * unit, unit, -2 * unit, -unit);
    const int head = type().largeLine;
    drawMark(painter, {inner.left(), inner.top(), head, head}, mark);
    int x = inner.left() + head + unit;
    const auto word = alert.critical ? tr("Critical") : tr("Warning");
    x += drawLine(painter, {x, inner.top(), inner.right() - x, head}, type().large, colour, word)
        + 2 * unit;
    drawLine(painter, {x, inner.top(), inner.right() - x, head}, type().large, ink(), alert.name);
    drawLines(painter, inner.adjusted(0, head, 0, 0), text, ink(), alert.text, kTextLines);
    paintFoot(painter, inner, alert);
}

// Since when, and who knows: beside each other, or on two lines of a narrow screen.
void AlertWall::paintFoot(QPainter& painter, const QRect& box, const models::WallAlert& alert) {
    const auto age = models::durationText(std::max<qint64>(0, m_nowMs - alert.sinceMs) / 1000);
    const auto since = tr("Since %1 (%2)").arg(models::clockText(alert.sinceMs), age);
    const auto known = alert.acknowledgedBy.isEmpty()
        ? tr("Unacknowledged")
        : tr("Acknowledged by %1").arg(alert.acknowledgedBy);
    const int line = type().line;
    QRect foot(box.left(), box.bottom() - line + 1, box.width(), line);
    if (isNarrow()) {
        drawLine(painter, foot, type().small, quiet(), known);
        drawLine(painter, foot.translated(0, -line), type().small, quiet(), since);
        return;
    }
    const int taken = drawLine(painter, foot, type().small, quiet(), since);
    foot.setLeft(foot.left() + taken + 2 * type().unit);
    drawLine(painter, foot, type().small, quiet(), known, Qt::AlignRight);
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/wall_page.h"

#include <algorithm>

#include <QPainter>
#include <QTextLayout>

#include "widgets/theme/theme.h"

namespace muster::widgets {

WallPage::WallPage(const QString& title, QWidget* parent) : QWidget(parent) {
    setAccessibleName(title);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void WallPage::setType(const WallType& type) {
    m_type = type;
    typeChanged();
    update();
}

void WallPage::setStale(bool stale) {
    if (stale != m_stale) {
        m_stale = stale;
        setPalette(stale ? dimmed(palette()) : QPalette());
    }
}

void WallPage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    paint(painter);
}

int WallPage::drawLine(QPainter& painter, const QRect& box, const QFont& font, const QColor& colour,
    const QString& words, Qt::Alignment alignment, Qt::TextElideMode elide) const {
    const QFontMetrics metrics(font);
    const auto shown = metrics.elidedText(words, elide, box.width());
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(
        box, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
    return metrics.horizontalAdvance(shown);
}

int WallPage::drawLines(QPainter& painter, const QRect& box, const QFont& font,
    const QColor& colour, const QString& words, int most) const {
    const int tall = QFontMetrics(font).height();
    QTextLayout layout(words, font);
    layout.beginLayout();
    int top = box.top();
    for (int i = 0; i < most; ++i) {
        auto line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(box.width());
        const bool last = i + 1 == most;
        const auto part
            = last ? words.mid(line.textStart()) : words.mid(line.textStart(), line.textLength());
        drawLine(painter, {box.left(), top, box.width(), tall}, font, colour, part.trimmed());
        top += tall;
    }
    layout.endLayout();
    return top - box.top();
}

int WallPage::linesOf(const QFont& font, const QString& words, int width, int most) const {
    QTextLayout layout(words, font);
    layout.beginLayout();
    int lines = 0;
    for (auto line = layout.createLine(); line.isValid() && lines < most;
         line = layout.createLine()) {
        line.setLineWidth(width);
        ++lines;
    }
    layout.endLayout();
    return lines;
}

void WallPage::drawMark(QPainter& painter, const QRect& box, models::Mark mark) const {
    constexpr int kSharpest = 64;
    const auto pixmap = markIcon(mark, palette()).pixmap(kSharpest, kSharpest);
    painter.drawPixmap(box, pixmap);
}

void WallPage::drawCard(QPainter& painter, const QRect& box, const QColor& stripe) const {
    const int round = m_type.unit / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(box, round, round);
    if (stripe.isValid()) {
        painter.save();
        painter.setClipRect(
            QRect(box.left(), box.top(), std::max(3, m_type.unit / 2), box.height()));
        painter.setBrush(stripe);
        painter.drawRoundedRect(box, round, round);
        painter.restore();
    }
}

void WallPage::drawEmpty(QPainter& painter, models::Mark mark, const QString& words) const {
    const int side = 14 * m_type.unit;
    const QRect icon((width() - side) / 2, height() / 2 - side - m_type.unit, side, side);
    drawMark(painter, icon, mark);
    drawLine(painter, {0, height() / 2 + m_type.unit, width(), m_type.largeLine}, m_type.large,
        ink(), words, Qt::AlignHCenter);
}

} // namespace muster::widgets

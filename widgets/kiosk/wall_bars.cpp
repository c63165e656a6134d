// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/wall_bars.h"

#include <algorithm>

#include <QPainter>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::Mark;

namespace {
constexpr double kPageCapital = 0.029; // as the cluster's name, but not bold
} // namespace

WallHeader::WallHeader(QWidget* parent) : WallPage(tr("Cluster and time"), parent) { }

// A narrow screen has a second line, for page and age.
int WallHeader::wantedHeight() const {
    const bool narrow = width() < type().screenHeight;
    return narrow ? type().largeLine + type().line : type().largeLine;
}

void WallHeader::setTexts(const Texts& texts) {
    m_texts = texts;
    setAccessibleDescription(
        QStringList{texts.cluster, texts.page, texts.age, texts.clock}.join(QStringLiteral(", ")));
    update(); // also where nothing changed: each second a frame, which the watchdog waits for
}

void WallHeader::paint(QPainter& painter) {
    const int gap = 2 * type().unit;
    QRect room(0, 0, width(), type().largeLine);
    const int clock = drawLine(painter, room, type().large, ink(), m_texts.clock, Qt::AlignRight);
    room.setRight(room.right() - clock - gap);
    if (height() > type().largeLine) {
        drawLine(painter, room, type().large, ink(), m_texts.cluster);
        const QRect second(0, type().largeLine, width(), type().line);
        const int aged = paintAge(painter, second);
        drawLine(
            painter, second.adjusted(0, 0, -aged - gap, 0), type().small, quiet(), m_texts.page);
        return;
    }
    room.setRight(room.right() - paintAge(painter, room) - gap);
    const int named = drawLine(painter, room, type().large, ink(), m_texts.cluster);
    room.setLeft(named + gap);
    drawLine(painter, room, type().sized(kPageCapital), quiet(), m_texts.page);
}

// At the right; returns the width that it took.
int WallHeader::paintAge(QPainter& painter, const QRect& box) {
    const auto mark = m_texts.old ? Mark::Bad : Mark::Good;
    const auto colour = m_texts.old ? markColour(mark, palette()) : quiet();
    const int taken = drawLine(painter, box, type().small, colour, m_texts.age, Qt::AlignRight);
    const int side = type().line * 3 / 4;
    const int left = box.right() - taken - side - type().unit;
    drawMark(painter, {left, box.top() + (box.height() - side) / 2, side, side}, mark);
    return box.right() - left;
}

WallFooter::WallFooter(QWidget* parent) : WallPage(tr("Pages"), parent) { }

void WallFooter::setDots(int pages, int current) {
    if (pages != m_pages || current != m_current) {
        m_pages = pages;
        m_current = current;
        setAccessibleDescription(tr("Page %1 of %2").arg(current + 1).arg(pages));
        update();
    }
}

void WallFooter::setNote(const QString& note) {
    if (note != m_note) {
        m_note = note;
        update();
    }
}

void WallFooter::paint(QPainter& painter) {
    const int dot = std::max(6, type().unit * 3 / 2);
    const int all = (2 * m_pages + 1) * dot; // the current one is twice as long
    const int noted = QFontMetrics(type().strong).horizontalAdvance(m_note) + 2 * type().unit;
    const int middle = (width() - all) / 2;
    int x = noted > middle ? width() - all : middle;
    drawLine(painter, {0, 0, x - type().unit, height()}, type().strong,
        markColour(Mark::Bad, palette()), m_note);
    for (int i = 0; i < m_pages; ++i) {
        const bool current = i == m_current;
        const QRect box(x, (height() - dot) / 2, current ? 2 * dot : dot, dot);
        painter.setPen(QPen(ink(), std::max(1, dot / 8)));
        painter.setBrush(current ? QBrush(ink()) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(box, dot / 2.0, dot / 2.0);
        x += box.width() + dot;
    }
}

} // namespace muster::widgets

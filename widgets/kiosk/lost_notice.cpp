// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/lost_notice.h"

#include <QPainter>

#include "widgets/theme/theme.h"

namespace muster::widgets {

LostNotice::LostNotice(QWidget* parent) : WallPage(tr("Not connected"), parent) { }

void LostNotice::setTexts(const Texts& texts) {
    if (texts != m_texts) {
        m_texts = texts;
        setAccessibleDescription(
            QStringList{texts.headline, texts.cause, texts.since, texts.next}.join(
                QStringLiteral(", ")));
        update();
    }
}

void LostNotice::paint(QPainter& painter) {
    const int unit = type().unit;
    const auto colour = markColour(models::Mark::Bad, palette());
    const auto headline = type().fitting(type().huge, m_texts.headline, width());
    const int tall = QFontMetrics(headline).height();
    const int icon = 12 * unit;
    int top = (height() - icon - tall - type().largeLine - 4 * type().line - 5 * unit) / 2;
    painter.drawPixmap(QRect((width() - icon) / 2, top, icon, icon),
        widgets::icon(QStringLiteral("broken"), colour).pixmap(64, 64));
    top += icon + unit;
    drawLine(
        painter, {0, top, width(), tall}, headline, colour, m_texts.headline, Qt::AlignHCenter);
    top += tall + unit;
    drawLine(painter, {0, top, width(), type().largeLine},
        type().fitting(type().large, m_texts.cause, width()), ink(), m_texts.cause,
        Qt::AlignHCenter);
    top += type().largeLine + unit;
    drawLine(painter, {0, top, width(), type().line}, type().small, ink(), m_texts.since,
        Qt::AlignHCenter);
    top += type().line;
    drawLine(painter, {0, top, width(), type().line}, type().small, quiet(), m_texts.next,
        Qt::AlignHCenter);
}

} // namespace muster::widgets

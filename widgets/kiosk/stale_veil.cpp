// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/stale_veil.h"

#include <algorithm>

#include <QPainter>

namespace muster::widgets {

namespace {
constexpr double kDarkness = 0.45; // text of the dark theme keeps 4.5:1
} // namespace

StaleVeil::StaleVeil(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Old data"));
}

void StaleVeil::setType(const WallType& type) {
    m_type = type;
    update();
}

void StaleVeil::setDataFrom(const QString& clock) {
    const auto words = tr("DATA FROM %1").arg(clock);
    if (words != m_words) {
        m_words = words;
        setAccessibleDescription(words);
        update();
    }
}

// Wong's orange.
QColor StaleVeil::hatchColour() {
    return {0xe6, 0x9f, 0x00};
}

void StaleVeil::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int unit = m_type.unit;
    const int pitch = 4 * unit;
    painter.setPen(QPen(hatchColour(), std::max(2, unit / 3)));
    for (int x = -height(); x < width(); x += pitch) {
        painter.drawLine(x, height(), x + height(), 0);
    }
    auto font = m_type.sized(0.05, true);
    font = m_type.fitting(font, m_words, width() - 6 * unit);
    const QFontMetrics metrics(font);
    const QSize size(metrics.horizontalAdvance(m_words) + 6 * unit, metrics.height() + 2 * unit);
    const QRect box({(width() - size.width()) / 2, (height() - size.height()) / 2}, size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Qt::black, std::max(2, unit / 3)));
    painter.setBrush(hatchColour());
    painter.drawRoundedRect(box, unit, unit);
    painter.setFont(font);
    painter.drawText(box, Qt::AlignCenter, m_words);
}

NightVeil::NightVeil(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
}

void NightVeil::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), QColor::fromRgbF(0, 0, 0, kDarkness));
}

} // namespace muster::widgets

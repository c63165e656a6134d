// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_labels.h"

#include <algorithm>

#include <QFontMetrics>
#include <QPainter>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::HeatTile;
using models::Mark;

namespace {

constexpr int kAir = 3; // px to the tile's edge
constexpr int kBetween = 4; // icon and number
constexpr int kSmallestIcon = 9;
constexpr int kLargestIcon = 18;
constexpr double kSmallShare = 0.78; // of the font
constexpr int kIcons = 1 << 30; // apart from numbers among the keys

QFont scaled(QFont font, double share) {
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * share);
    } else {
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * share)));
    }
    return font;
}

int widthOf(const QFont& font) {
    return QFontMetrics(font).horizontalAdvance(QStringLiteral("100"));
}

bool isOrdinary(Mark mark) {
    return mark == Mark::Free || mark == Mark::Busy || mark == Mark::None;
}

quint64 keyOf(int what, QRgb ink) {
    return static_cast<quint64>(static_cast<quint32>(what)) << 32 | ink;
}

} // namespace

void HeatLabels::prepare(const QFont& font, QSize tile, bool numbers) {
    m_drawn.clear();
    m_numbers = numbers;
    m_small = scaled(font, kSmallShare);
    auto bold = font;
    bold.setBold(true);
    m_digits = 0;
    for (const auto& tried : {bold, scaled(bold, kSmallShare)}) {
        const QFontMetrics metrics(tried);
        if (numbers && m_digits == 0 && widthOf(tried) + kAir <= tile.width()
            && metrics.capHeight() + 2 * kAir <= tile.height()) {
            m_font = tried;
            m_digits = widthOf(tried);
        }
    }
    const int room = std::min(tile.width(), tile.height()) - kAir;
    m_icon = room < kSmallestIcon ? 0 : std::min(room, kLargestIcon);
    m_both = m_icon > 0 && m_digits > 0 && m_digits + kBetween + m_icon + 2 * kAir <= tile.width();
    m_line = std::max(m_icon, QFontMetrics(numbers ? m_font : m_small).height());
    m_words = (m_both || (!numbers && m_icon > 0))
        && m_line + QFontMetrics(m_small).height() + 2 * kAir <= tile.height();
}

void HeatLabels::setPixelRatio(double ratio) {
    if (ratio != m_ratio) {
        m_ratio = ratio;
        m_drawn.clear();
    }
}

QPixmap HeatLabels::blank(QSize size) const {
    QPixmap pixmap((QSizeF(size) * m_ratio).toSize().expandedTo({1, 1}));
    pixmap.setDevicePixelRatio(m_ratio);
    pixmap.fill(Qt::transparent);
    return pixmap;
}

const QPixmap& HeatLabels::number(MetricValue value, QRgb ink) const {
    auto& drawn = m_drawn[keyOf(value, ink)];
    if (drawn.isNull()) {
        const QFontMetrics metrics(m_font);
        const auto words = QString::number(value);
        const QSize size(metrics.horizontalAdvance(words), metrics.height());
        drawn = blank(size);
        QPainter painter(&drawn);
        painter.setFont(m_font);
        painter.setPen(QColor(ink));
        painter.drawText(QRect(QPoint(), size), Qt::AlignCenter | Qt::TextDontClip, words);
    }
    return drawn;
}

const QPixmap& HeatLabels::icon(Mark mark, QRgb ink) const {
    auto& drawn = m_drawn[keyOf(kIcons + static_cast<int>(mark), ink)];
    if (drawn.isNull()) {
        drawn = blank({m_icon, m_icon});
        QPainter painter(&drawn);
        markIconIn(mark, QColor(ink)).paint(&painter, 0, 0, m_icon, m_icon);
    }
    return drawn;
}

// What does not fit beside the other gives way: the number where the state needs somebody's eye,
// else the icon.
void HeatLabels::paintTile(QPainter& painter, const HeatTile& tile, QRgb ink, QRect box) const {
    const bool hasNumber = m_digits > 0 && tile.number != kUnknown;
    const bool withIcon = m_icon > 0 && (m_both || !m_numbers || !isOrdinary(tile.mark));
    const bool withNumber = hasNumber && (m_both || !withIcon);
    const int width = m_both ? m_icon + kBetween + m_digits : (withIcon ? m_icon : m_digits);
    const int left = box.left() + (box.width() - width) / 2;
    const int middle = box.center().y() + 1;
    if (withIcon) {
        painter.drawPixmap(left, middle - m_icon / 2, icon(tile.mark, ink));
    }
    if (withNumber) {
        const auto& drawn = number(tile.number, ink);
        const auto size = (QSizeF(drawn.size()) / m_ratio).toSize();
        const int x
            = m_both ? left + width - size.width() : box.left() + (box.width() - size.width()) / 2;
        painter.drawPixmap(x, middle - size.height() / 2, drawn);
    }
}

void HeatLabels::paint(QPainter& painter, const HeatScene& scene, const Word& word, QRect exposed) {
    if (m_icon == 0 && m_digits == 0) {
        return;
    }
    const QFontMetrics small(m_small);
    painter.setFont(m_small);
    for (const int place : scene.layout.tilesIn(exposed)) {
        const auto& tile = scene.tiles[static_cast<std::size_t>(place)];
        const auto ink = scene.colours.ink[tile.level];
        auto box = scene.layout.tileRect(place);
        if (m_words) {
            const int above = (box.height() - m_line - small.height()) / 2;
            const QRect line(box.left() + kAir, box.top() + above + m_line, box.width() - 2 * kAir,
                small.height());
            painter.setPen(QColor(ink));
            painter.drawText(
                line, Qt::AlignCenter, small.elidedText(word(place), Qt::ElideRight, line.width()));
            box = QRect(box.left(), box.top() + above, box.width(), m_line);
        }
        paintTile(painter, tile, ink, box);
    }
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <unordered_map>

#include <QFont>
#include <QPalette>
#include <QPixmap>
#include <QRect>

#include "widgets/gpu/heat_paint.h"

class QPainter;

namespace muster::widgets {

// What is written on tiles: the number, the state's icon and, on large ones, its word. Drawn once
// for each number and icon and copied from then on: 10,000 tiles show at most 101 numbers.
class HeatLabels {
public:
    using Word = std::function<QString(int tile)>; // of its state

    // Decides what fits on a tile of this size.
    void prepare(const QFont& font, QSize tile, bool numbers);
    void setPixelRatio(double ratio); // device pixels of the screen to one of the tiles'
    bool roomForIcons() const { return m_icon > 0; }
    bool roomForNumbers() const { return m_digits > 0; }
    void paint(QPainter& painter, const HeatScene& scene, const Word& word, QRect exposed);

private:
    void paintTile(QPainter& painter, const models::HeatTile& tile, QRgb ink, QRect box) const;
    QPixmap blank(QSize size) const;
    const QPixmap& number(MetricValue value, QRgb ink) const;
    const QPixmap& icon(models::Mark mark, QRgb ink) const;

    QFont m_font;
    QFont m_small;
    bool m_numbers = true;
    bool m_both = false; // icon and number
    bool m_words = false;
    int m_icon = 0; // px; 0: no room
    int m_digits = 0; // width of "100"; 0: no room
    int m_line = 0;
    double m_ratio = 1;
    mutable std::unordered_map<quint64, QPixmap> m_drawn;
};

} // namespace muster::widgets

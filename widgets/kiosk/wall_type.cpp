// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kiosk/wall_type.h"

#include <algorithm>
#include <cmath>

#include <QFontMetrics>

namespace muster::widgets {

namespace {
constexpr double kLargeCapital = 0.029;
constexpr double kHugeCapital = 0.065;
} // namespace

WallType::WallType(int height, const QFont& font)
    : family(font), screenHeight(std::max(1, height)), unit(std::max(1, height / 100)),
      small(sized(kSmallestCapital)), strong(sized(kSmallestCapital, true)),
      large(sized(kLargeCapital, true)), huge(sized(kHugeCapital, true)),
      line(QFontMetrics(small).height()), largeLine(QFontMetrics(large).height()) { }

QFont WallType::sized(double share, bool bold) const {
    const int capital = static_cast<int>(std::ceil(share * screenHeight));
    auto font = family;
    font.setBold(bold);
    for (int size = capital;; ++size) {
        font.setPixelSize(size);
        // A font without capitals says 0: its letters are as high as it says itself.
        const int measured = QFontMetrics(font).capHeight();
        if (measured >= capital || (measured == 0 && size >= 2 * capital)) {
            return font;
        }
    }
}

QFont WallType::fitting(QFont font, const QString& words, int width) const {
    const int least = small.pixelSize();
    const int needed = QFontMetrics(font).horizontalAdvance(words);
    if (needed > width) {
        font.setPixelSize(std::max(least, font.pixelSize() * std::max(1, width) / needed));
    }
    return font;
}

} // namespace muster::widgets

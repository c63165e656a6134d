// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>

namespace muster::widgets {

// The letters of a wall, which is read from five metres: a capital of the smallest is 2 % of the
// screen's height, at any resolution. Everything else is measured in `unit`.
struct WallType {
    static constexpr double kSmallestCapital = 0.02;

    explicit WallType(int screenHeight = 1080, const QFont& family = {});

    // The smallest font of this family whose capitals are `share` of the screen's height.
    QFont sized(double share, bool bold = false) const;
    // As `font`, smaller where `words` would not fit into `width`, but never below `small`.
    QFont fitting(QFont font, const QString& words, int width) const;

    QFont family;
    int screenHeight = 1080;
    int unit = 11; // px: 1 % of the height
    QFont small;
    QFont strong; // as small, bold
    QFont large;
    QFont huge; // figures
    int line = 0; // px: of small
    int largeLine = 0;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QPalette>

#include "widgets/models/mark.h"

namespace muster::widgets {

// Colours by Wong (Nature Methods 8, 441, 2011), which people with any colour vision tell apart, in
// a dark and a light tone of each so that text on the palette's base reaches 4.5:1 and marks 3:1
// (WCAG 2.1); tests/widgets computes the ratios. Pure functions of the palette.

bool isDark(const QPalette& palette);
QColor markColour(models::Mark mark, const QPalette& palette);
QIcon markIcon(models::Mark mark, const QPalette& palette, bool grey = false);
QIcon markIconIn(models::Mark mark, const QColor& colour); // on a coloured ground

// One of resources/icons by its file name without ".svg", in one colour; in another on a selection.
QIcon icon(const QString& name, const QColor& colour, const QColor& selected = {});
// The same in a colour of the application's palette, also after that has changed.
QIcon icon(const QString& name, QPalette::ColorRole role);

double contrast(const QColor& a, const QColor& b); // WCAG 2.1, 1..21
QColor cividis(double share); // 0..1; Nunez et al., PLoS ONE 13(7), 2018
QColor textOn(const QColor& background); // black or white, whichever stands out more
// `colour`, brought towards black or white until it stands out from `ground` by `ratio`.
QColor standingOut(const QColor& colour, const QColor& ground, double ratio = 3);
QColor mixed(const QColor& a, const QColor& b, double shareOfB);

// What a page wears while its values are old: everything grey, still readable (4.5:1).
QPalette dimmed(const QPalette& palette);

QPalette lightPalette();
QPalette darkPalette();

} // namespace muster::widgets

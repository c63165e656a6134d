// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QPalette>

#include "widgets/models/ansi_text.h"

namespace muster::widgets {

struct TextTones {
    QColor text;
    QColor ground;
};

// The colours that a log asks for, moved towards black or white until text on its ground reaches
// 4.5:1 (WCAG 2.1). A pure function; tests compute the ratio of every indexed colour in both
// themes.
TextTones textTones(const models::TextStyle& style, const QPalette& palette);

} // namespace muster::widgets

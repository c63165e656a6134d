// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/heading.h"

namespace muster::widgets {

QLabel* heading(const QString& words, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    auto font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    label->setFont(font);
    return label;
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace muster::test {

// What is visible below `root` and has less room than its text needs: "QLabel 'Temperature' needs
// 92 x 17, has 80 x 17". Cells of tables are left out: those elide and say all in a tool tip.
QStringList clippedTexts(const QWidget& root);

// Controls below `root` that a screen reader has no name for, by class and object name.
QStringList namelessControls(const QWidget& root);

} // namespace muster::test

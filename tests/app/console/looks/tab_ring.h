// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace muster::test {

// Walks through a window with Tab until it is back where it began, and the same way back with
// Shift+Tab, by keys that the window gets as from a keyboard. One line for each finding:
// - a control that is seen and enabled and was not reached; of buttons of which one is checked, the
//   checked one counts,
// - a control that does not look different while it has the focus,
// - a walk that does not come back, or that reaches other controls on the way back.
// REQUIRES: a window that is shown.
QStringList brokenTabRing(QWidget& window);

} // namespace muster::test

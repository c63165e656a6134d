// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace muster::test {

// Alt+letter that more than one visible control below `window`, its menus and its actions have,
// and letters that two entries of one menu have: "Alt+U: Utilisation, Temperature".
QStringList clashingMnemonics(const QWidget& window);

} // namespace muster::test

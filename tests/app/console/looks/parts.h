// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace muster::test {

// What is seen only now and then: dialogs, panels, details in full, the window without its master
// and without a cluster. Each is made as the console makes it, shown, given to `look` under its
// name, and taken away again.
using Look = std::function<void(const QString& name, QWidget& widget)>;
void lookAtDialogs(const Look& look);
void lookAtPanels(const Look& look);
void lookAtEmptyPages(const Look& look);

} // namespace muster::test

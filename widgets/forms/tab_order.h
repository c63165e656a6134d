// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace muster::widgets {

// Lets Tab go through what lies in `root` as the eye does: along its layouts and splitters,
// whatever was made first. To be called again when controls have come.
void orderTabs(QWidget& root);

} // namespace muster::widgets

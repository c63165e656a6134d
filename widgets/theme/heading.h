// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace muster::widgets {

// What stands above a part of a page.
QLabel* heading(const QString& words, QWidget* parent);

} // namespace muster::widgets

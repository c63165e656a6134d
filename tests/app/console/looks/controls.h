// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace muster::test {

QString describe(const QWidget& widget); // "QToolButton 'Columns' in gpus"

// What a person can do something with, by its class or because it takes the focus.
bool isControl(const QWidget& widget);
// Parts of a control of Qt's own, which speaks for them; containers that only pass the focus on.
bool isPart(const QWidget& widget);

} // namespace muster::test

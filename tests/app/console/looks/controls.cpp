// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/controls.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabBar>

namespace muster::test {

QString describe(const QWidget& widget) {
    auto words = QString::fromLatin1(widget.metaObject()->className());
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const auto name = widget.accessibleName().isEmpty() && button != nullptr
        ? button->text()
        : widget.accessibleName();
    if (!name.isEmpty()) {
        words += QStringLiteral(" '%1'").arg(name);
    }
    for (const auto* up = &widget; up != nullptr; up = up->parentWidget()) {
        if (!up->objectName().isEmpty() && !up->objectName().startsWith(QLatin1String("qt_"))) {
            return words + QStringLiteral(" in ") + up->objectName();
        }
    }
    return words;
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr
        || qobject_cast<const QLineEdit*>(&widget) != nullptr
        || qobject_cast<const QComboBox*>(&widget) != nullptr
        || qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr
        || qobject_cast<const QPlainTextEdit*>(&widget) != nullptr
        || (qobject_cast<const QAbstractItemView*>(&widget) != nullptr
            && qobject_cast<const QHeaderView*>(&widget) == nullptr)
        || (widget.focusPolicy() != Qt::NoFocus && qobject_cast<const QLabel*>(&widget) == nullptr);
}

bool isPart(const QWidget& widget) {
    const auto* parent = widget.parentWidget();
    return widget.objectName().startsWith(QLatin1String("qt_"))
        || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr
        || qobject_cast<const QComboBox*>(parent) != nullptr
        || qobject_cast<const QTabBar*>(parent) != nullptr
        || qobject_cast<const QLineEdit*>(parent) != nullptr
        || qobject_cast<const QAbstractItemView*>(parent) != nullptr
        || qobject_cast<const QHeaderView*>(&widget) != nullptr || widget.inherits("QScrollArea")
        || widget.inherits("QTabWidget") || widget.inherits("QMenuBar");
}

} // namespace muster::test

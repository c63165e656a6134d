// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/clipped.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QToolButton>

namespace muster::test {

namespace {

QString nameOf(const QWidget& widget) {
    auto path = QString::fromLatin1(widget.metaObject()->className());
    for (const auto* up = &widget; up != nullptr; up = up->parentWidget()) {
        if (!up->objectName().isEmpty() && !up->objectName().startsWith(QLatin1String("qt_"))) {
            return path + QStringLiteral(" in ") + up->objectName();
        }
    }
    return path;
}

// The text of a widget that shows one, else empty.
QString textOf(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return label->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        const auto* tool = qobject_cast<const QToolButton*>(button);
        const bool iconOnly = tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly
            && !tool->icon().isNull();
        return iconOnly ? QString() : button->text();
    }
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) {
        return box->title();
    }
    return {};
}

QSize needOf(const QWidget& widget) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label != nullptr && label->wordWrap()) {
        return {0, label->heightForWidth(label->width())};
    }
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) {
        return {box->fontMetrics().horizontalAdvance(box->title()), 0};
    }
    // Frames and margins may shrink; letters may not.
    const auto hint = widget.sizeHint();
    return {hint.width(), std::min(hint.height(), widget.fontMetrics().height())};
}

void look(const QWidget& widget, QStringList& found) {
    const auto text = textOf(widget);
    if (text.isEmpty()) {
        return;
    }
    const auto need = needOf(widget);
    const int seen = widget.visibleRegion().boundingRect().width();
    if (seen < widget.width()) {
        found << QStringLiteral("%1 '%2' is cut off: %3 of %4 px are seen")
                     .arg(nameOf(widget), text)
                     .arg(seen)
                     .arg(widget.width());
    }
    if (need.width() > widget.width() || need.height() > widget.height()) {
        found << QStringLiteral("%1 '%2' needs %3 x %4, has %5 x %6")
                     .arg(nameOf(widget), text)
                     .arg(need.width())
                     .arg(need.height())
                     .arg(widget.width())
                     .arg(widget.height());
    }
}

void look(const QListWidget& list, QStringList& found) {
    for (int row = 0; row < list.count(); ++row) {
        const auto* item = list.item(row);
        const int need = list.fontMetrics().horizontalAdvance(item->text())
            + (item->icon().isNull() ? 0 : list.iconSize().width());
        if (need > list.viewport()->width()) {
            found << QStringLiteral("item '%1' of %2 needs %3, has %4")
                         .arg(item->text(), nameOf(list))
                         .arg(need)
                         .arg(list.viewport()->width());
        }
    }
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

// Parts of a control of Qt's own, which speaks for them; containers that only pass the focus on.
bool isPart(const QWidget& widget) {
    const auto* parent = widget.parentWidget();
    return widget.objectName().startsWith(QLatin1String("qt_"))
        || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr
        || qobject_cast<const QComboBox*>(parent) != nullptr
        || qobject_cast<const QTabBar*>(parent) != nullptr
        || qobject_cast<const QLineEdit*>(parent) != nullptr
        || qobject_cast<const QAbstractItemView*>(parent) != nullptr
        || qobject_cast<const QHeaderView*>(&widget) != nullptr || widget.inherits("QScrollArea")
        || widget.inherits("QSplitterHandle") || widget.inherits("QTabWidget")
        || widget.inherits("QMenuBar");
}

} // namespace

QStringList clippedTexts(const QWidget& root) {
    QStringList found;
    for (const auto* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || widget->visibleRegion().isEmpty()) {
            continue;
        }
        look(*widget, found);
        if (const auto* list = qobject_cast<const QListWidget*>(widget)) {
            look(*list, found);
        }
    }
    return found;
}

QStringList namelessControls(const QWidget& root) {
    QStringList found;
    for (auto* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(&root) || !isControl(*widget) || isPart(*widget)) {
            continue;
        }
        const auto* interface = QAccessible::queryAccessibleInterface(widget);
        if (interface == nullptr || interface->text(QAccessible::Name).trimmed().isEmpty()) {
            found << nameOf(*widget);
        }
    }
    return found;
}

} // namespace muster::test

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/clipped.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QGroupBox>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>

#include "tests/app/console/looks/controls.h"

namespace muster::test {

namespace {

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
                     .arg(describe(widget), text)
                     .arg(seen)
                     .arg(widget.width());
    }
    if (need.width() > widget.width() || need.height() > widget.height()) {
        found << QStringLiteral("%1 '%2' needs %3 x %4, has %5 x %6")
                     .arg(describe(widget), text)
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
                         .arg(item->text(), describe(list))
                         .arg(need)
                         .arg(list.viewport()->width());
        }
    }
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
            found << describe(*widget);
        }
    }
    return found;
}

} // namespace muster::test

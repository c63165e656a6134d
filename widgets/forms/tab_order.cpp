// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/tab_order.h"

#include <vector>

#include <QLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

namespace muster::widgets {

namespace {

using Order = std::vector<QWidget*>;

void add(QWidget& widget, Order& order);

void add(const QLayout& layout, Order& order) {
    for (int i = 0; i < layout.count(); ++i) {
        auto* item = layout.itemAt(i);
        if (item->widget() != nullptr) {
            add(*item->widget(), order);
        } else if (item->layout() != nullptr) {
            add(*item->layout(), order);
        }
    }
}

// What hands its focus on to a child of its own, as a box of buttons does to the first, would make
// Tab jump there from wherever it stands itself.
void takeOut(QWidget& widget) {
    if (widget.focusProxy() != nullptr && widget.isAncestorOf(widget.focusProxy())) {
        widget.setFocusProxy(nullptr);
        widget.setFocusPolicy(Qt::NoFocus);
    }
}

void add(QWidget& widget, Order& order) {
    takeOut(widget);
    if ((widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr) {
        order.push_back(&widget);
    }
    if (const auto* splitter = qobject_cast<const QSplitter*>(&widget)) {
        for (int i = 0; i < splitter->count(); ++i) {
            add(*splitter->handle(i), order); // the first is always hidden
            add(*splitter->widget(i), order);
        }
    } else if (const auto* area = qobject_cast<const QScrollArea*>(&widget)) {
        if (area->widget() != nullptr) {
            add(*area->widget(), order);
        }
    } else if (const auto* tabs = qobject_cast<const QTabWidget*>(&widget)) {
        add(*tabs->tabBar(), order);
        for (int i = 0; i < tabs->count(); ++i) {
            add(*tabs->widget(i), order);
        }
    } else if (widget.layout() != nullptr) {
        add(*widget.layout(), order);
    }
}

} // namespace

void orderTabs(QWidget& root) {
    Order order;
    add(root, order);
    for (std::size_t i = 1; i < order.size(); ++i) {
        QWidget::setTabOrder(order[i - 1], order[i]);
    }
}

} // namespace muster::widgets

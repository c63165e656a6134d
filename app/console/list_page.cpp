// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/list_page.h"

#include <QAbstractItemModel>
#include <QSplitter>
#include <QVBoxLayout>

namespace muster::console {

ListPage::ListPage(QAbstractItemModel* model, const QString& name, widgets::ListPanel::Empty empty,
    QWidget* parent)
    : Page(parent), m_list(new widgets::ListPanel(model, name, this)) {
    model->setParent(this);
    m_list->setEmpty(std::move(empty));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_list);
}

void ListPage::addBeside(
    QWidget* widget, Qt::Orientation orientation, int listShare, int widgetShare) {
    auto* splitter = new QSplitter(orientation, this);
    splitter->setHandleWidth(12);
    layout()->removeWidget(m_list);
    splitter->addWidget(m_list);
    splitter->addWidget(widget);
    splitter->setStretchFactor(0, listShare);
    splitter->setStretchFactor(1, widgetShare);
    splitter->setChildrenCollapsible(false);
    layout()->addWidget(splitter);
}

} // namespace muster::console

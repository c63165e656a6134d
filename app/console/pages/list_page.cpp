// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/list_page.h"

#include <QAbstractItemModel>
#include <QVBoxLayout>

#include "widgets/forms/splitter.h"
#include "widgets/tables/cluster_table.h"

namespace muster::console {

ListPage::ListPage(QAbstractItemModel* model, const QString& name, widgets::ListPanel::Empty empty,
    QWidget* parent)
    : Page(parent), m_list(new widgets::ListPanel(model, name, this)), m_empty(std::move(empty)) {
    model->setParent(this);
    m_list->setEmpty(m_empty);
    connect(&m_list->table(), &widgets::ClusterTable::copied, this,
        [this](const QString& words) { emit notice(words, true); });
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_list);
}

void ListPage::setKnown(bool known) {
    m_list->setEmpty(known ? m_empty
                           : widgets::ListPanel::Empty{QStringLiteral("broken"), tr("No data yet"),
                               tr("Waiting for the master…"), {}});
}

bool ListPage::choose(const QString& key) {
    list().clearFilter();
    return list().table().selectKey(key);
}

void ListPage::addBeside(
    QWidget* widget, Qt::Orientation orientation, int listShare, int widgetShare) {
    auto* splitter = new widgets::Splitter(orientation, this);
    layout()->removeWidget(m_list);
    splitter->addWidget(m_list);
    splitter->addWidget(widget);
    splitter->setStretchFactor(0, listShare);
    splitter->setStretchFactor(1, widgetShare);
    layout()->addWidget(splitter);
}

} // namespace muster::console

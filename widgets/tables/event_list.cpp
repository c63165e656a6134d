// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/event_list.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "widgets/tables/cluster_table.h"

namespace muster::widgets {

using models::AuditModel;

EventList::EventList(const models::ClusterState& state, const QString& name,
    const QString& whenEmpty, QWidget* parent)
    : QWidget(parent), m_model(state), m_table(new ClusterTable(&m_model, name, this)),
      m_stack(new QStackedWidget(this)), m_note(new QLabel(this)),
      m_older(new QPushButton(tr("Older"), this)) {
    m_table->proxy().setSortKeys({{AuditModel::When, Qt::DescendingOrder}});
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* none = new QLabel(whenEmpty, this);
    none->setAlignment(Qt::AlignCenter);
    none->setWordWrap(true);
    m_stack->addWidget(none);
    m_stack->addWidget(m_table);
    m_note->setWordWrap(true);
    m_older->setToolTip(tr("Load older events"));
    connect(m_older, &QPushButton::clicked, this, &EventList::olderWanted);
    auto* below = new QHBoxLayout;
    below->addWidget(m_note, 1);
    below->addWidget(m_older);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack, 1);
    column->addLayout(below);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &EventList::showRows);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &EventList::showRows);
    showRows();
}

void EventList::setReach(bool hasOlder, const QString& problem) {
    m_hasOlder = hasOlder;
    m_problem = problem;
    showRows();
}

void EventList::showRows() {
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 1 : 0);
    m_note->setText(m_problem.isEmpty()
            ? tr("Of the newest %n events of the cluster", nullptr, m_model.known())
            : tr("Cannot load the events: %1").arg(m_problem));
    m_note->setVisible(m_hasOlder || !m_problem.isEmpty());
    m_older->setVisible(m_hasOlder);
}

void EventList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    emit watched(true);
}

void EventList::hideEvent(QHideEvent* event) {
    emit watched(false);
    QWidget::hideEvent(event);
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/list_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/forms/empty_state.h"
#include "widgets/tables/cluster_table.h"

namespace muster::widgets {

ListPanel::ListPanel(QAbstractItemModel* model, const QString& name, QWidget* parent)
    : QWidget(parent), m_table(new ClusterTable(model, name, this)),
      m_emptyState(new EmptyState(this)), m_filter(new QLineEdit(this)), m_count(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_bar(new QHBoxLayout) {
    buildLayout();
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& filter) {
        m_table->proxy().setFilter(filter);
        updateCount();
    });
    connect(m_emptyState, &EmptyState::buttonClicked, this, [this] {
        if (!clearFilter()) {
            emit emptyButtonClicked();
        }
    });
    const auto& proxy = m_table->proxy();
    connect(&proxy, &QAbstractItemModel::rowsInserted, this, &ListPanel::updateCount);
    connect(&proxy, &QAbstractItemModel::rowsRemoved, this, &ListPanel::updateCount);
    connect(&proxy, &QAbstractItemModel::modelReset, this, &ListPanel::updateCount);
    connect(model, &QAbstractItemModel::rowsInserted, this, &ListPanel::updateCount);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &ListPanel::updateCount);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ListPanel::showContextMenu);
    updateCount();
}

void ListPanel::buildLayout() {
    m_filter->setPlaceholderText(tr("Filter: words, !not (Ctrl+F)"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 50);
    m_table->setAccessibleName(windowTitle());
    m_bar->addWidget(m_filter, 1);
    m_bar->addWidget(m_count);
    m_bar->addStretch();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_emptyState);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_bar);
    column->addWidget(m_stack, 1);
}

void ListPanel::addAction(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bar->addWidget(button);
    m_actions << action;
}

void ListPanel::setEmpty(Empty empty) {
    m_empty = std::move(empty);
    updateCount();
}

void ListPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool ListPanel::clearFilter() {
    const bool had = !m_filter->text().isEmpty();
    m_filter->clear();
    m_table->setFocus();
    return had;
}

void ListPanel::updateCount() {
    const int shown = m_table->proxy().rowCount();
    const int all = m_table->proxy().sourceModel()->rowCount();
    m_count->setText(
        shown == all ? tr("Rows: %1").arg(all) : tr("Rows: %1 of %2").arg(shown).arg(all));
    if (all == 0) {
        m_emptyState->setTexts(m_empty.icon, m_empty.sentence, m_empty.reason, m_empty.button);
    } else if (shown == 0) {
        m_emptyState->setTexts(QStringLiteral("search"), tr("0 of %1 match").arg(all),
            tr("No row holds \"%1\"").arg(m_table->proxy().filter()), tr("Clear filter"));
    }
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget*>(m_emptyState) : m_table);
}

void ListPanel::showContextMenu(const QPoint& at) {
    if (!m_actions.isEmpty() && m_table->indexAt(at).isValid()) {
        QMenu::exec(m_actions, m_table->viewport()->mapToGlobal(at), nullptr, this);
    }
}

} // namespace muster::widgets

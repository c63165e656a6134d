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

#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"
#include "widgets/tables/filter_box.h"

namespace muster::widgets {

ListPanel::ListPanel(QAbstractItemModel* model, const QString& name, QWidget* parent)
    : QWidget(parent), m_table(new ClusterTable(model, name, this)),
      m_emptyState(new EmptyState(this)),
      m_filter(new FilterBox(m_table->proxy().filterColumns(), this)), m_count(new QLabel(this)),
      m_stack(new QStackedWidget(this)), m_bar(new QHBoxLayout) {
    buildLayout();
    connect(m_filter, &FilterBox::filterWanted, this, &ListPanel::filter);
    connect(m_filter, &FilterBox::entered, &m_table->proxy(), &FilterProxy::readAhead);
    connect(m_filter, &FilterBox::finished, m_table, qOverload<>(&QWidget::setFocus));
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
    connect(&m_table->marks(), &RowMarks::changed, this, &ListPanel::updateCount);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ListPanel::showContextMenu);
    updateCount();
}

void ListPanel::buildLayout() {
    buildBar();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_emptyState);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_bar);
    column->addWidget(m_stack, 1);
}

void ListPanel::buildBar() {
    m_count->setMinimumHeight(m_filter->field().sizeHint().height());
    m_count->setContentsMargins(6, 0, 6, 0);
    auto* columns = new QToolButton(this);
    columns->setText(tr("Columns"));
    columns->setToolTip(tr("Choose columns and save the selection"));
    columns->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(columns);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_table->fillColumnMenu(*menu);
    });
    columns->setMenu(menu);
    m_bar->addWidget(m_filter, 1);
    m_bar->addWidget(m_count, 0, Qt::AlignTop);
    m_bar->addWidget(columns, 0, Qt::AlignTop);
}

void ListPanel::setTitle(const QString& title) {
    m_table->setAccessibleName(title);
    m_filter->field().setAccessibleName(tr("Filter of %1").arg(title));
}

// Words that cannot be read leave the list as it is.
void ListPanel::filter(const QString& words) {
    const auto done = m_table->proxy().setFilter(words);
    m_filter->setError(done ? QString() : models::text(done.error().message));
    updateCount();
}

void ListPanel::addAction(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bar->addWidget(button, 0, Qt::AlignTop);
    m_actions << action;
}

void ListPanel::addMenuAction(QAction* action) {
    QWidget::addAction(action);
    m_actions << action;
}

void ListPanel::setEmpty(Empty empty) {
    m_empty = std::move(empty);
    updateCount();
}

void ListPanel::setFilter(const QString& words) {
    m_filter->field().setText(words);
}

void ListPanel::focusFilter() {
    m_filter->field().setFocus(Qt::ShortcutFocusReason);
    m_filter->field().selectAll();
}

bool ListPanel::clearFilter() {
    if (m_table->marks().clear()) {
        return true;
    }
    const bool had = !m_filter->field().text().isEmpty();
    m_filter->field().clear();
    m_table->setFocus();
    return had;
}

QString ListPanel::filterText() const {
    return m_filter->field().text();
}

void ListPanel::updateCount() {
    const int shown = m_table->proxy().rowCount();
    const int all = m_table->proxy().sourceModel()->rowCount();
    m_count->setText(m_table->proxy().filter().isEmpty()
            ? tr("Rows: %1").arg(all)
            : tr("Rows: %1 of %2").arg(shown).arg(all));
    if (const int marked = m_table->marks().count(); marked > 0) {
        m_count->setText(tr("%1 · selected: %2").arg(m_count->text()).arg(marked));
    }
    if (all == 0) {
        m_emptyState->setTexts(m_empty.icon, m_empty.sentence, m_empty.reason, m_empty.button);
    } else if (shown == 0) {
        m_emptyState->setTexts(QStringLiteral("search"), tr("0 of %1 match").arg(all),
            tr("No rows match \"%1\"").arg(m_table->proxy().filter()), tr("Clear filter"));
    }
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget*>(m_emptyState) : m_table);
}

void ListPanel::showContextMenu(const QPoint& at) {
    if (!m_table->indexAt(at).isValid()) {
        return;
    }
    QMenu menu(this);
    menu.setToolTipsVisible(true); // why an action is not possible
    menu.addActions(m_actions);
    menu.addSeparator();
    m_table->addCopyActions(menu);
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

} // namespace muster::widgets

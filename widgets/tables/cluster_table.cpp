// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/cluster_table.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include "widgets/models/table_model.h"
#include "widgets/tables/state_delegate.h"

namespace muster::widgets {

using models::TableModel;

namespace {
constexpr int kRowAir = 4; // px above and below a row's text together
constexpr int kWidestAtFirst = 320; // px; long commands and messages are cut, their tool tip is not
constexpr int kSampledRows = 50;
} // namespace

ClusterTable::ClusterTable(QAbstractItemModel* model, const QString& name, QWidget* parent)
    : QTableView(parent) {
    setObjectName(name);
    m_proxy.setSourceModel(model);
    setModel(&m_proxy);
    setItemDelegate(new StateDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    buildHeader();
    m_settleTimer.setInterval(kSettleMs);
    connect(&m_settleTimer, &QTimer::timeout, this, [this] {
        m_proxy.setDynamicSortFilter(true);
        m_proxy.setDynamicSortFilter(false);
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (const auto key = currentKey(); key != m_lastKey) {
            m_lastKey = key;
            emit currentKeyChanged(key);
        }
    });
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit keyActivated(index.data(TableModel::KeyRole).toString());
    });
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, &ClusterTable::fitColumns);
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &ClusterTable::fitColumns);
    resetColumns();
}

void ClusterTable::buildHeader() {
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowAir);
    verticalHeader()->setMinimumSectionSize(fontMetrics().height() + kRowAir);
    auto& header = *horizontalHeader();
    header.setSectionsMovable(true);
    header.setHighlightSections(false);
    header.setResizeContentsPrecision(kSampledRows);
    header.setContextMenuPolicy(Qt::CustomContextMenu);
    header.setToolTip(tr("Right-click to choose columns"));
    connect(&header, &QWidget::customContextMenuRequested, this, &ClusterTable::showHeaderMenu);
    setSortingEnabled(true);
}

void ClusterTable::showHeaderMenu(const QPoint& at) {
    QMenu menu;
    auto& header = *horizontalHeader();
    for (int visual = 0; visual < header.count(); ++visual) {
        const int column = header.logicalIndex(visual);
        auto* action = menu.addAction(m_proxy.headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!header.isSectionHidden(column));
        action->setEnabled(
            header.isSectionHidden(column) || header.hiddenSectionCount() + 1 < header.count());
        connect(action, &QAction::toggled, this,
            [this, column](bool shown) { setColumnHidden(column, !shown); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Reset columns")), &QAction::triggered, this,
        &ClusterTable::resetColumns);
    menu.exec(header.mapToGlobal(at));
}

void ClusterTable::resetColumns() {
    auto& header = *horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        header.moveSection(header.visualIndex(column), column);
        setColumnHidden(
            column, m_proxy.headerData(column, Qt::Horizontal, TableModel::HiddenRole).toBool());
    }
    sortByColumn(0, Qt::AscendingOrder);
    m_fitted = false;
    fitColumns();
}

// Once, when the first rows are there; later the widths are the user's.
void ClusterTable::fitColumns() {
    if (m_fitted) {
        return;
    }
    m_fitted = m_proxy.rowCount() > 0;
    resizeColumnsToContents();
    for (int column = 0; column < m_proxy.columnCount(); ++column) {
        setColumnWidth(column, std::min(columnWidth(column), kWidestAtFirst));
    }
}

QString ClusterTable::currentKey() const {
    return currentIndex().data(TableModel::KeyRole).toString();
}

bool ClusterTable::selectKey(const QString& key) {
    for (int row = 0; row < m_proxy.rowCount(); ++row) {
        if (m_proxy.index(row, 0).data(TableModel::KeyRole).toString() == key) {
            const auto first = horizontalHeader()->logicalIndexAt(0);
            setCurrentIndex(m_proxy.index(row, std::max(0, first)));
            return true;
        }
    }
    return false;
}

QByteArray ClusterTable::columns() const {
    return horizontalHeader()->saveState();
}

void ClusterTable::setColumns(const QByteArray& saved) {
    const int count = horizontalHeader()->count();
    const auto before = columns();
    if (!saved.isEmpty() && horizontalHeader()->restoreState(saved)) {
        if (horizontalHeader()->count() != count) {
            horizontalHeader()->restoreState(before);
            return;
        }
        m_fitted = true;
    }
}

bool ClusterTable::event(QEvent* event) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        settle(event->type() == QEvent::Enter);
    }
    return QTableView::event(event);
}

void ClusterTable::settle(bool pointerInside) {
    m_proxy.setDynamicSortFilter(!pointerInside);
    if (pointerInside) {
        m_settleTimer.start();
    } else {
        m_settleTimer.stop();
    }
}

void ClusterTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copyCell();
    } else if (event->key() == Qt::Key_C
        && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        copyRow();
    } else {
        QTableView::keyPressEvent(event);
    }
}

void ClusterTable::copyCell() const {
    QGuiApplication::clipboard()->setText(currentIndex().data().toString());
}

void ClusterTable::copyRow() const {
    QStringList cells;
    const auto& header = *horizontalHeader();
    for (int visual = 0; visual < header.count(); ++visual) {
        const int column = header.logicalIndex(visual);
        if (!header.isSectionHidden(column)) {
            cells << m_proxy.index(currentIndex().row(), column).data().toString();
        }
    }
    QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')));
}

} // namespace muster::widgets

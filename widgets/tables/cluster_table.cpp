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
#include "widgets/tables/sort_header.h"
#include "widgets/tables/state_delegate.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::Rank;
using models::TableModel;

namespace {

constexpr int kWidestAtFirst = 320; // px; long commands and messages are cut, their tool tip is not
constexpr int kSampledRows = 50;
constexpr int kStateCharacters = 19; // "Disconnected" and its icon
constexpr int kNoticeCharacters = 60;
constexpr auto kCopyRow = Qt::CTRL | Qt::SHIFT | Qt::Key_C;
constexpr auto kCopyKey = Qt::CTRL | Qt::SHIFT | Qt::Key_I;

int rowAir(ClusterTable::Density density) { // px above and below a row's text together
    switch (density) {
    case ClusterTable::Density::Compact:
        return 4;
    case ClusterTable::Density::Normal:
        return 8;
    case ClusterTable::Density::Large:
        return 14;
    }
    return 0;
}

} // namespace

ClusterTable::ClusterTable(QAbstractItemModel* model, const QString& name, QWidget* parent)
    : StickyTable(parent), m_marks(model), m_header(new SortHeader(this)) {
    setObjectName(name);
    m_proxy.setSourceModel(model);
    // Before the view hears of it, which would select a neighbour: a kill must not hit that.
    connect(&m_proxy, &QAbstractItemModel::rowsAboutToBeRemoved, this,
        [this](const QModelIndex&, int first, int last) {
            if (currentIndex().row() >= first && currentIndex().row() <= last) {
                selectionModel()->clear();
            }
        });
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
    setMouseTracking(true);
    buildHeader();
    m_settleTimer.setInterval(kSettleMs);
    connect(&m_settleTimer, &QTimer::timeout, &m_proxy, &FilterProxy::settle);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (const auto key = currentKey(); key != m_lastKey) {
            m_lastKey = key;
            emit currentKeyChanged(key);
        }
    });
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit keyActivated(index.data(TableModel::KeyRole).toString());
    });
    connect(&m_marks, &RowMarks::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, &ClusterTable::fitColumns);
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &ClusterTable::fitColumns);
    resetColumns();
}

void ClusterTable::buildHeader() {
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    sizeRows();
    setStickyHeader(m_header);
    m_header->setSectionsMovable(true);
    m_header->setHighlightSections(false);
    m_header->setResizeContentsPrecision(kSampledRows);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        fillColumnMenu(menu, m_header->sectionAt(at));
        menu.exec(m_header->mapToGlobal(at));
    });
    connect(m_header, &SortHeader::keysWanted, &m_proxy, &FilterProxy::setSortKeys);
    connect(&m_proxy, &FilterProxy::sortKeysChanged, this,
        [this] { m_header->setKeys(m_proxy.sortKeys()); });
}

void ClusterTable::setDensity(Density density) {
    m_density = density;
    sizeRows();
}

void ClusterTable::sizeRows() {
    const int height = fontMetrics().height() + rowAir(m_density);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

// Once, when the first rows are there; later the widths are the user's.
void ClusterTable::fitColumns() {
    if (m_fitted) {
        return;
    }
    m_fitted = m_proxy.rowCount() > 0;
    resizeColumnsToContents();
    const int stateWidth = fontMetrics().averageCharWidth() * kStateCharacters;
    for (int column = 0; column < m_proxy.columnCount(); ++column) {
        const bool state = m_proxy.index(0, column).data(TableModel::MarkRole).toInt() != 0;
        const int least = state ? stateWidth : 0; // states change, and with them their words
        setColumnWidth(column, std::clamp(columnWidth(column), least, kWidestAtFirst));
    }
}

QString ClusterTable::currentKey() const {
    return currentIndex().data(TableModel::KeyRole).toString();
}

bool ClusterTable::selectKey(const QString& key) {
    for (int row = 0; row < m_proxy.rowCount(); ++row) {
        if (m_proxy.index(row, 0).data(TableModel::KeyRole).toString() == key) {
            const int first = m_header->sectionAt({0, 0});
            setCurrentIndex(m_proxy.index(row, std::max(0, first)));
            return true;
        }
    }
    return false;
}

bool ClusterTable::event(QEvent* event) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        hold(event->type() == QEvent::Enter);
    }
    return StickyTable::event(event);
}

// Who aims at a row has 3 s from the last move.
bool ClusterTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::MouseMove && m_settleTimer.isActive()) {
        m_settleTimer.start();
    }
    return StickyTable::viewportEvent(event);
}

void ClusterTable::changeEvent(QEvent* event) {
    StickyTable::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        sizeRows();
    }
}

void ClusterTable::hold(bool pointerInside) {
    m_proxy.hold(pointerInside);
    if (pointerInside) {
        m_settleTimer.start();
    } else {
        m_settleTimer.stop();
    }
}

// A view would make the first row current without showing it as selected.
void ClusterTable::focusInEvent(QFocusEvent* event) {
    if (currentIndex().isValid()) {
        StickyTable::focusInEvent(event);
    } else {
        QAbstractScrollArea::focusInEvent(event);
        viewport()->update();
    }
}

void ClusterTable::keyPressEvent(QKeyEvent* event) {
    const int keys = event->key() | static_cast<int>(event->modifiers());
    if (event->matches(QKeySequence::Copy)) {
        copyCell();
    } else if (keys == kCopyRow) {
        copyRow();
    } else if (keys == kCopyKey) {
        copyKey();
    } else if (!markByKey(event)) {
        StickyTable::keyPressEvent(event);
    }
}

// Space marks and goes on to the next row, Shift+Up and Shift+Down mark on the way, Ctrl+A marks
// all that is shown.
bool ClusterTable::markByKey(QKeyEvent* event) {
    const int row = currentIndex().row();
    const bool down = event->key() == Qt::Key_Down;
    if (event->matches(QKeySequence::SelectAll)) {
        markRows(0, m_proxy.rowCount() - 1);
        return true;
    }
    if (row < 0) {
        return false;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        m_marks.toggle(currentKey());
        setCurrentIndex(currentIndex().siblingAtRow(std::min(row + 1, m_proxy.rowCount() - 1)));
        return true;
    }
    if ((down || event->key() == Qt::Key_Up) && event->modifiers() == Qt::ShiftModifier) {
        const int next = std::clamp(row + (down ? 1 : -1), 0, m_proxy.rowCount() - 1);
        markRows(row, next);
        setCurrentIndex(currentIndex().siblingAtRow(next));
        return true;
    }
    return false;
}

void ClusterTable::markRows(int from, int to) {
    QStringList keys;
    for (int row = std::min(from, to); row <= std::max(from, to); ++row) {
        keys << m_proxy.index(row, 0).data(TableModel::KeyRole).toString();
    }
    m_marks.set(keys, true);
}

QStringList ClusterTable::chosenKeys() const {
    if (m_marks.count() > 0) {
        return m_marks.keys();
    }
    return currentIndex().isValid() ? QStringList{currentKey()} : QStringList();
}

// A click without Ctrl or Shift begins anew. The first one with Ctrl adds to the current row, as
// everywhere.
void ClusterTable::mousePressEvent(QMouseEvent* event) {
    const auto index = indexAt(event->pos());
    const auto before = currentIndex();
    const bool ctrl = (event->modifiers() & Qt::ControlModifier) != 0;
    const bool shift = (event->modifiers() & Qt::ShiftModifier) != 0;
    if (event->button() != Qt::LeftButton || !index.isValid()) {
        StickyTable::mousePressEvent(event);
        return;
    }
    if (ctrl || shift) {
        if (shift && before.isValid()) {
            markRows(before.row(), index.row());
        } else {
            if (m_marks.count() == 0 && before.isValid() && before.row() != index.row()) {
                markRows(before.row(), before.row());
            }
            m_marks.toggle(index.data(TableModel::KeyRole).toString());
        }
        setCurrentIndex(index);
        return;
    }
    m_marks.clear();
    StickyTable::mousePressEvent(event);
}

void ClusterTable::addCopyActions(QMenu& menu) {
    const auto symbol = icon(QStringLiteral("copy"), QPalette::Text);
    const auto add = [&](const QString& words, const QKeySequence& keys, auto copyIt) {
        auto* action = menu.addAction(symbol, words, this, copyIt);
        action->setShortcut(keys);
        action->setShortcutVisibleInContextMenu(true);
    };
    add(tr("Copy cell"), QKeySequence::Copy, &ClusterTable::copyCell);
    add(tr("Copy row"), QKeySequence(kCopyRow), &ClusterTable::copyRow);
    add(tr("Copy id"), QKeySequence(kCopyKey), &ClusterTable::copyKey);
}

void ClusterTable::copy(const QString& text, const QString& notice) {
    if (currentIndex().isValid()) {
        QGuiApplication::clipboard()->setText(text);
        emit copied(notice);
    }
}

void ClusterTable::copyCell() {
    const auto text = currentIndex().data().toString();
    copy(text, tr("Copied \"%1\"").arg(text.left(kNoticeCharacters)));
}

void ClusterTable::copyRow() {
    QStringList cells;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        if (!m_header->isSectionHidden(column)) {
            cells << m_proxy.index(currentIndex().row(), column)
                         .data()
                         .toString()
                         .replace(QLatin1Char('\t'), QLatin1Char(' '))
                         .replace(QLatin1Char('\n'), QLatin1Char(' '));
        }
    }
    copy(cells.join(QLatin1Char('\t')), tr("Copied the row: %n cells", nullptr, cells.size()));
}

// A task's key has its framework before it, which no command wants.
void ClusterTable::copyKey() {
    const auto id = currentKey().section(QLatin1Char('\n'), -1);
    copy(id, tr("Copied the id %1").arg(id));
}

} // namespace muster::widgets

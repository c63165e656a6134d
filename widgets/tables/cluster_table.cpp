// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/cluster_table.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>

#include "widgets/models/table_model.h"
#include "widgets/tables/sort_header.h"
#include "widgets/tables/state_delegate.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::Rank;
using models::TableModel;

namespace {

// px, where not all columns fit; long commands and messages are cut, their tool tip is not
constexpr int kWidestAtFirst = 320;
constexpr int kLeastCharacters = 11; // of a text that is cut
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
    connect(m_header, &QHeaderView::sectionResized, this, &ClusterTable::onSectionResized);
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
    m_ownWidths = true;
    const int letter = fontMetrics().averageCharWidth();
    m_fits.assign(static_cast<std::size_t>(m_proxy.columnCount()), {});
    for (int column = 0; column < m_proxy.columnCount(); ++column) {
        const auto measure = static_cast<models::Measure>(
            m_proxy.headerData(column, Qt::Horizontal, TableModel::MeasureRole).toInt());
        const bool state = m_proxy.index(0, column).data(TableModel::MarkRole).toInt() != 0;
        auto& fit = m_fits[static_cast<std::size_t>(column)];
        fit.least = std::max(m_header->widthFor(column), letter * kLeastCharacters);
        fit.content = std::max(sizeHintForColumn(column), m_header->widthFor(column));
        if (state) { // states change, and with them their words
            fit.content = std::max(fit.content, letter * kStateCharacters);
        }
        if (state || measure != models::Measure::Text || column == 0) {
            fit.content = std::min(fit.content, kWidestAtFirst);
            fit.least = fit.content;
        }
        fit.least = std::min(fit.least, fit.content);
    }
    shareWidth();
}

// The longest texts are cut until all columns fit. If that is not enough, they are as wide as texts
// are read well, and the list scrolls.
void ClusterTable::shareWidth() {
    if (!m_ownWidths || m_fits.empty()) {
        return;
    }
    const auto width = [this](int column, int widest) {
        const auto& fit = m_fits[static_cast<std::size_t>(column)];
        return std::clamp(widest, fit.least, fit.content);
    };
    const auto total = [&](int widest) {
        int sum = 0;
        for (int column = 0; column < m_header->count(); ++column) {
            sum += isColumnHidden(column) ? 0 : width(column, widest);
        }
        return sum;
    };
    int widest = viewport()->width();
    while (widest > 0 && total(widest) > viewport()->width()) {
        --widest;
    }
    const QScopedValueRollback<bool> resizing(m_resizing, true);
    for (int column = 0; column < m_header->count(); ++column) {
        if (!isColumnHidden(column)) {
            setColumnWidth(column, width(column, widest > 0 ? widest : kWidestAtFirst));
        }
    }
}

// By the reader, unless a column was hidden or shown, or the last one fills the view.
void ClusterTable::onSectionResized(int column, int before, int now) {
    int last = m_header->count() - 1;
    while (last >= 0 && m_header->isSectionHidden(m_header->logicalIndex(last))) {
        --last;
    }
    const bool fills = m_header->stretchLastSection() && m_header->logicalIndex(last) == column;
    m_ownWidths = m_ownWidths && (m_resizing || fills || before == 0 || now == 0);
}

void ClusterTable::resizeEvent(QResizeEvent* event) {
    StickyTable::resizeEvent(event);
    shareWidth();
}

QString ClusterTable::currentKey() const {
    return currentIndex().data(TableModel::KeyRole).toString();
}

bool ClusterTable::selectKey(const QString& key) {
    return select(TableModel::KeyRole, key);
}

bool ClusterTable::selectName(const QString& name) {
    return select(Qt::DisplayRole, name);
}

bool ClusterTable::select(int role, const QString& words) {
    for (int row = 0; row < m_proxy.rowCount(); ++row) {
        if (m_proxy.index(row, 0).data(role).toString() == words) {
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

QString ClusterTable::keyOf(int column) const {
    const auto keys = m_proxy.headerData(column, Qt::Horizontal, TableModel::KeysRole).toString();
    return keys.isEmpty() ? QString::number(column) : keys.section(QLatin1Char(' '), 0, 0);
}

void ClusterTable::showColumns(Rank atMost) {
    for (int column = 0; column < m_header->count(); ++column) {
        const auto rank = static_cast<Rank>(
            m_proxy.headerData(column, Qt::Horizontal, TableModel::RankRole).toInt());
        setColumnHidden(column, rank > atMost);
    }
    shareWidth();
}

void ClusterTable::setDefaultSort(std::vector<FilterProxy::SortKey> keys) {
    m_defaultSort = std::move(keys);
    m_proxy.setSortKeys(m_defaultSort);
}

void ClusterTable::resetColumns() {
    for (int column = 0; column < m_header->count(); ++column) {
        m_header->moveSection(m_header->visualIndex(column), column);
    }
    showColumns(Rank::Usual);
    m_proxy.setSortKeys(m_defaultSort);
    m_fitted = false;
    fitColumns();
}

ColumnLayout ClusterTable::layoutNow() const {
    ColumnLayout layout;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const bool hidden = m_header->isSectionHidden(column);
        layout.columns.push_back({keyOf(column), m_ownWidths ? 0 : columnWidth(column), hidden});
    }
    for (const auto& key : m_proxy.sortKeys()) {
        layout.sort.push_back({keyOf(key.column), key.order == Qt::DescendingOrder});
    }
    return layout;
}

// Columns that the layout does not name keep their place behind it.
void ClusterTable::apply(const ColumnLayout& layout) {
    const auto columnOf = [this](const QString& key) {
        int column = m_header->count() - 1;
        while (column >= 0 && keyOf(column) != key) {
            --column;
        }
        return column;
    };
    int place = 0;
    for (const auto& known : layout.columns) {
        const int column = columnOf(known.key);
        if (column < 0 || m_header->visualIndex(column) < place) { // unknown, or named twice
            continue;
        }
        m_header->moveSection(m_header->visualIndex(column), place++);
        setColumnHidden(column, known.hidden);
        if (!known.hidden && known.width > 0) {
            setColumnWidth(column, known.width);
        }
    }
    m_ownWidths = layout.hasNoWidths();
    if (m_header->hiddenSectionCount() == m_header->count()) {
        showColumns(Rank::Usual);
    }
    shareWidth();
    std::vector<FilterProxy::SortKey> keys;
    for (const auto& key : layout.sort) {
        keys.push_back(
            {columnOf(key.key), key.descending ? Qt::DescendingOrder : Qt::AscendingOrder});
    }
    m_proxy.setSortKeys(std::move(keys));
}

QByteArray ClusterTable::columns() const {
    return TableSettings{layoutNow(), m_presets}.toJson();
}

void ClusterTable::setColumns(const QByteArray& saved) {
    auto settings = TableSettings::fromJson(saved);
    m_presets = std::move(settings.presets);
    if (!settings.current.columns.empty()) {
        fitColumns();
        apply(settings.current);
        m_fitted = m_fitted || !settings.current.hasNoWidths();
    }
}

QStringList ClusterTable::presets() const {
    QStringList names;
    for (const auto& [name, layout] : m_presets) {
        names << name;
    }
    return names;
}

void ClusterTable::savePreset(const QString& name) {
    if (!name.trimmed().isEmpty()) {
        m_presets[name.trimmed()] = layoutNow();
    }
}

void ClusterTable::applyPreset(const QString& name) {
    if (const auto found = m_presets.find(name); found != m_presets.end()) {
        apply(found->second);
    }
}

void ClusterTable::removePreset(const QString& name) {
    m_presets.erase(name);
}

void ClusterTable::fillColumnMenu(QMenu& menu, int column) {
    if (column >= 0) {
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            menu.addAction(
                order == Qt::AscendingOrder ? tr("Sort ascending") : tr("Sort descending"), this,
                [this, column, order] {
                    m_proxy.setSortKeys({{column, order}});
                });
        }
        menu.addAction(tr("Add to sort order (Shift+click)"), this, [this, column] {
            auto keys = m_proxy.sortKeys();
            std::erase_if(keys, [column](const auto& key) { return key.column == column; });
            keys.push_back({column, Qt::AscendingOrder});
            m_proxy.setSortKeys(std::move(keys));
        });
        menu.addSeparator();
    }
    addPresetActions(menu);
    menu.addSeparator();
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int listed = m_header->logicalIndex(visual);
        const bool hidden = m_header->isSectionHidden(listed);
        auto* action = menu.addAction(
            m_proxy.headerData(listed, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!hidden);
        action->setEnabled(hidden || m_header->hiddenSectionCount() + 1 < m_header->count());
        connect(action, &QAction::toggled, this, [this, listed](bool shown) {
            setColumnHidden(listed, !shown);
            shareWidth();
        });
    }
}

void ClusterTable::addPresetActions(QMenu& menu) {
    menu.addAction(tr("Compact columns"), this, [this] { showColumns(Rank::Main); });
    menu.addAction(tr("All columns"), this, [this] { showColumns(Rank::Extra); });
    for (const auto& name : presets()) {
        menu.addAction(name, this, [this, name] { applyPreset(name); });
    }
    menu.addAction(tr("Reset columns"), this, &ClusterTable::resetColumns);
    menu.addSeparator();
    menu.addAction(tr("Save columns as…"), this, &ClusterTable::askForPresetName);
    auto* remove = menu.addMenu(tr("Remove saved columns"));
    remove->setEnabled(!m_presets.empty());
    for (const auto& name : presets()) {
        remove->addAction(name, this, [this, name] { removePreset(name); });
    }
}

void ClusterTable::askForPresetName() {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save columns"));
    dialog->setLabelText(tr("Name for these columns, their widths and sorting:"));
    dialog->setOkButtonText(tr("Save"));
    connect(dialog, &QInputDialog::textValueSelected, this, &ClusterTable::savePreset);
    dialog->open();
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The columns of a ClusterTable: how they stand, their presets, the header's menu.
#include <algorithm>

#include <QInputDialog>
#include <QMenu>

#include "widgets/tables/cluster_table.h"
#include "widgets/tables/sort_header.h"

namespace muster::widgets {

using models::Rank;
using models::TableModel;

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
}

void ClusterTable::resetColumns() {
    for (int column = 0; column < m_header->count(); ++column) {
        m_header->moveSection(m_header->visualIndex(column), column);
    }
    showColumns(Rank::Usual);
    m_proxy.setSortKeys({{0, Qt::AscendingOrder}});
    m_fitted = false;
    fitColumns();
}

ColumnLayout ClusterTable::layoutNow() const {
    ColumnLayout layout;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const bool hidden = m_header->isSectionHidden(column);
        layout.columns.push_back({keyOf(column), m_fitted ? columnWidth(column) : 0, hidden});
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
    if (m_header->hiddenSectionCount() == m_header->count()) {
        showColumns(Rank::Usual);
    }
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
        m_fitted = std::any_of(settings.current.columns.begin(), settings.current.columns.end(),
            [](const auto& column) { return column.width > 0; });
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
        connect(action, &QAction::toggled, this,
            [this, listed](bool shown) { setColumnHidden(listed, !shown); });
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

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_accessible.h"

#include <unordered_map>

#include <QAccessible>
#include <QAccessibleWidget>

#include "widgets/gpu/heat_map.h"
#include "widgets/models/heat_map_model.h"

namespace muster::widgets {

using models::HeatMapModel;

namespace {

// One GPU. Looks everything up when asked, by the tile's number.
class Tile : public QAccessibleInterface,
             public QAccessibleTableCellInterface,
             public QAccessibleActionInterface {
public:
    Tile(HeatMap& map, int tile) : m_map(map), m_tile(tile) { }

    bool isValid() const override { return index().isValid(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(&m_map);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text, const QString&) override { }

    QString text(QAccessible::Text kind) const override {
        switch (kind) {
        case QAccessible::Name:
            return index().data(Qt::AccessibleTextRole).toString();
        case QAccessible::Value:
            return index().data(HeatMapModel::ValueTextRole).toString();
        case QAccessible::Description:
            return index().data(Qt::AccessibleDescriptionRole).toString();
        default:
            return {};
        }
    }

    QRect rect() const override {
        const auto shown = m_map.visualRect(index());
        return {m_map.viewport()->mapToGlobal(shown.topLeft()), shown.size()};
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        const auto shown = m_map.visualRect(index());
        state.focusable = state.selectable = true;
        state.readOnly = true;
        state.focused = m_map.hasFocus() && m_map.currentIndex() == index();
        state.selected = m_map.selectionModel()->isSelected(index());
        state.active = m_map.currentIndex() == index();
        state.invalid = !isValid();
        state.offscreen = !shown.intersects(m_map.viewport()->rect());
        state.invisible = !m_map.isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface) {
            return static_cast<QAccessibleTableCellInterface*>(this);
        }
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    bool isSelected() const override { return m_map.selectionModel()->isSelected(index()); }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return index().column(); }
    int rowIndex() const override { return index().row(); }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (name == pressAction()) {
            emit m_map.activated(index());
        } else if (name == setFocusAction()) {
            m_map.setFocus();
            m_map.setCurrentIndex(index());
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    int number() const { return m_tile; }

private:
    QModelIndex index() const { return m_map.tileModel().indexOf(m_tile); }

    HeatMap& m_map;
    int m_tile;
};

class Map : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit Map(HeatMap* map) : QAccessibleWidget(map, QAccessible::Table), m_map(*map) { }
    ~Map() override { forget(); }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return static_cast<int>(model().tiles().size()); }
    QAccessibleInterface* child(int tile) const override {
        if (tile < 0 || tile >= childCount()) {
            return nullptr;
        }
        auto [known, isNew] = m_cells.try_emplace(tile);
        if (isNew) {
            known->second = QAccessible::registerAccessibleInterface(new Tile(m_map, tile));
        }
        return QAccessible::accessibleInterface(known->second);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* tile = dynamic_cast<const Tile*>(child);
        return tile == nullptr ? -1 : tile->number();
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        return at(m_map.indexAt(m_map.viewport()->mapFromGlobal({x, y})));
    }
    QAccessibleInterface* focusChild() const override {
        return m_map.hasFocus() ? at(m_map.currentIndex()) : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override {
        return at(model().index(row, column));
    }
    int rowCount() const override { return model().rowCount(); }
    int columnCount() const override { return model().columnCount(); }
    QString rowDescription(int row) const override {
        return model().headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
    }
    QString columnDescription(int column) const override {
        return HeatMap::tr("GPU %1").arg(column);
    }

    int selectedCellCount() const override { return selected().size(); }
    QList<QAccessibleInterface*> selectedCells() const override {
        QList<QAccessibleInterface*> cells;
        for (const auto& index : selected()) {
            cells << at(index);
        }
        return cells;
    }
    // Rows and columns are never selected as a whole.
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forget(); }

private:
    const HeatMapModel& model() const { return m_map.tileModel(); }
    QModelIndexList selected() const { return m_map.selectionModel()->selectedIndexes(); }
    QAccessibleInterface* at(const QModelIndex& index) const {
        return child(model().tileOf(index));
    }
    void forget() {
        for (const auto& [tile, id] : m_cells) {
            QAccessible::deleteAccessibleInterface(id);
        }
        m_cells.clear();
    }

    HeatMap& m_map;
    mutable std::unordered_map<int, QAccessible::Id> m_cells; // by tile, those once asked for
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* map = qobject_cast<HeatMap*>(object);
    return map == nullptr ? nullptr : new Map(map);
}

} // namespace

void installHeatAccessible() {
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed)
}

} // namespace muster::widgets

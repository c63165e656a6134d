// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <QAbstractTableModel>

#include "core/columns/column.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"

namespace muster::models {

using columns::Measure;
using columns::Rank;

// What every list of the console is: one row for each object of one kind, found by its key. A list
// says its columns and its cells; the bookkeeping is here. The rows keep their order of arrival; a
// proxy sorts.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole, // the raw value
        KeyRole, // the row's key, a QString
        MarkRole, // int(Mark), of cells that show a state
        TitleRole, // of a header: without the unit
        KeysRole, // of a header: its names in filters and settings, "util gpu"; the first is the
                  // main one
        MeasureRole, // of a header: int(Measure)
        RankRole, // of a header: int(Rank)
    };

    struct Column {
        QString title = {};
        const char* keys = ""; // KeysRole, ASCII
        Measure measure = Measure::Text;
        Rank rank = Rank::Usual;
        QString unit = {};
        QString help = {};
    };

    struct Cell {
        QVariant sort;
        QString text;
        QString toolTip = {};
        Mark mark = Mark::None;
        bool moment = false; // its texts are made of `sort` when they are asked for
    };

    TableModel(const ClusterState& state, Kind kind, QObject* parent);

    // What a header with this column answers, how its cells stand, and what a cell answers: for
    // lists of other sources, too.
    static QVariant headerOf(const Column& column, int role);
    static int alignmentOf(const Column& column);
    static QVariant dataOf(const Cell& cell, int role);
    // The same of a row with this key; its functions are asked only for a role that needs them.
    template <typename KeyOf, typename ColumnOf, typename CellOf>
    static QVariant dataOf(int role, const KeyOf& key, const ColumnOf& column, const CellOf& cell) {
        switch (role) {
        case KeyRole:
            return key();
        case Qt::TextAlignmentRole:
            return alignmentOf(column());
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
        case SortRole:
        case MarkRole:
            return dataOf(cell(), role);
        default:
            return {};
        }
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const std::string& keyAt(int row) const;
    int rowOf(const std::string& key) const; // -1: not here

signals:
    // The end of a batch: all removals and insertions are told, and these rows may show something
    // new. dataChanged tells the same as one range, which holds many rows that did not change.
    void batchEnded(const std::vector<int>& rows);

protected:
    virtual int columns() const = 0;
    virtual Column column(int index) const = 0;
    virtual Cell cell(const std::string& key, int column) const = 0;
    // Which rows of its kind the list has, one by one and all at once; once they answer otherwise:
    // reload().
    virtual bool belongs(const std::string&) const { return true; }
    virtual std::vector<std::string> ownKeys() const { return m_state.keys(m_kind); }
    void reload();
    // The rows that `changes` may have altered, beyond those of the model's own kind.
    virtual KeySet alsoTouched(const Changes& changes) const;

    const ClusterState& state() const { return m_state; }

    static Cell textCell(QString text, QString toolTip = {});
    static Cell numberCell(qint64 value, QString text = {});
    static Cell unknownCell(); // of a column of texts; sorts first
    static Cell stateCell(const StateText& state);
    static Cell timeCell(qint64 epochMs);

private:
    static QString shownText(const Cell& cell);
    void onChanged(const Changes& changes);
    bool has(const std::string& key) const;
    void removeRowsOf(const KeySet& keys);
    void insertRowsOf(const KeySet& keys);
    void refresh(const KeySet& keys);
    void reindex(std::size_t from);

    const ClusterState& m_state;
    Kind m_kind;
    std::vector<std::string> m_keys;
    std::unordered_map<std::string, int> m_rows;
};

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include <QTimer>

#include "widgets/tables/column_layout.h"
#include "widgets/tables/filter_proxy.h"
#include "widgets/tables/row_marks.h"
#include "widgets/tables/sticky_table.h"

class QMenu;

namespace muster::widgets {

class SortHeader;

// Every list of the console. Sorted and filtered; columns are moved, sized, hidden and kept as
// presets; until the reader sizes one, long texts are cut where that lets all columns be seen. The
// selection is one row, survives live updates and never jumps to another row. Rows do
// not move under the pointer: they are put in order when it leaves, or has rested for 3 s. The
// first column stays in view.
// Beside it rows can be marked, with Space, Ctrl+click or Shift, for what is done with several.
class ClusterTable : public StickyTable {
    Q_OBJECT
public:
    static constexpr int kSettleMs = 3000;
    enum class Density { Compact, Normal, Large };

    // `model` answers TableModel's roles. `name` tells tables apart in the settings.
    ClusterTable(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

    FilterProxy& proxy() { return m_proxy; }
    QString currentKey() const; // empty: none
    bool selectKey(const QString& key);
    bool selectName(const QString& name); // the first row whose first column says so
    RowMarks& marks() { return m_marks; }
    const RowMarks& marks() const { return m_marks; }
    QStringList chosenKeys() const; // the marked ones; without any the current one

    void setDensity(Density density); // at first Compact

    QByteArray columns() const; // order, widths, hidden ones, sorting, presets
    void setColumns(const QByteArray& saved); // what does not fit is ignored
    void resetColumns();
    void setDefaultSort(std::vector<FilterProxy::SortKey> keys); // at first the first column
    void showColumns(models::Rank atMost); // and hides the others

    QStringList presets() const; // the reader's own
    void savePreset(const QString& name);
    void applyPreset(const QString& name);
    void removePreset(const QString& name);

    void fillColumnMenu(QMenu& menu, int column = -1); // for one column, or for none
    void addCopyActions(QMenu& menu); // of the current cell

signals:
    void currentKeyChanged(const QString& key);
    void keyActivated(const QString& key); // Enter or double click
    void copied(const QString& notice);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    bool select(int role, const QString& words);
    bool markByKey(QKeyEvent* event); // false: the key marks nothing
    void markRows(int from, int to);
    void buildHeader();
    void addPresetActions(QMenu& menu);
    void askForPresetName();
    void fitColumns();
    void shareWidth(); // among the columns, while their widths are not the reader's
    void onSectionResized(int column, int before, int now);
    void sizeRows();
    void copy(const QString& text, const QString& notice);
    void copyCell();
    void copyRow();
    void copyKey();
    void hold(bool pointerInside);
    QString keyOf(int column) const;
    ColumnLayout layoutNow() const;
    void apply(const ColumnLayout& layout);

    FilterProxy m_proxy;
    RowMarks m_marks;
    SortHeader* m_header;
    QTimer m_settleTimer;
    QString m_lastKey;
    std::vector<FilterProxy::SortKey> m_defaultSort{{0, Qt::AscendingOrder}};
    std::map<QString, ColumnLayout> m_presets;
    Density m_density = Density::Compact;
    struct Fit {
        int least = 0; // px: what its header needs, or a state's words
        int content = 0; // px
    };
    std::vector<Fit> m_fits; // by column
    bool m_fitted = false; // to rows
    bool m_ownWidths = true; // the table's, not the reader's
    bool m_resizing = false; // the table itself does
};

} // namespace muster::widgets

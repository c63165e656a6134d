// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QAbstractItemModel;
class QAction;
class QHBoxLayout;
class QLabel;
class QStackedWidget;

namespace muster::widgets {

class ClusterTable;
class EmptyState;
class FilterBox;

// A table with its filter, its count ("12 of 128") and what stands there when it shows nothing.
class ListPanel : public QWidget {
    Q_OBJECT
public:
    struct Empty {
        QString icon;
        QString sentence;
        QString reason;
        QString button;
    };

    ListPanel(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

    ClusterTable& table() { return *m_table; }
    void setTitle(const QString& title); // of the list, for screen readers
    void addAction(QAction* action); // as a button right of the filter, and in the context menu
    void addMenuAction(QAction* action); // in the context menu, and by its keys
    void setEmpty(Empty empty); // why the list has no rows at all
    void setFilter(const QString& words);
    void focusFilter();
    bool clearFilter(); // first the marks, then the filter; false: there was neither
    QString filterText() const;

signals:
    void emptyButtonClicked();

private:
    void buildLayout();
    void buildBar();
    void filter(const QString& words);
    void updateCount();
    void showContextMenu(const QPoint& at);

    ClusterTable* m_table;
    EmptyState* m_emptyState;
    FilterBox* m_filter;
    QLabel* m_count;
    QStackedWidget* m_stack;
    QHBoxLayout* m_bar;
    Empty m_empty;
    QList<QAction*> m_actions;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>
#include <QTimer>

#include "widgets/tables/filter_proxy.h"

namespace muster::widgets {

// Every list of the console. Sorted and filtered; columns are moved, sized and hidden from the
// header's menu; the selection is one row and survives live updates. Rows do not move under the
// pointer: they are put in order when it leaves, or after 3 s.
class ClusterTable : public QTableView {
    Q_OBJECT
public:
    static constexpr int kSettleMs = 3000;

    // `model` answers TableModel's roles. `name` tells tables apart in the settings.
    ClusterTable(QAbstractItemModel* model, const QString& name, QWidget* parent = nullptr);

    FilterProxy& proxy() { return m_proxy; }
    QString currentKey() const; // empty: none
    bool selectKey(const QString& key);

    QByteArray columns() const; // order, widths, hidden ones, sorting
    void setColumns(const QByteArray& saved); // ignored unless it fits
    void resetColumns();

signals:
    void currentKeyChanged(const QString& key);
    void keyActivated(const QString& key); // Enter or double click

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildHeader();
    void showHeaderMenu(const QPoint& at);
    void fitColumns();
    void copyCell() const;
    void copyRow() const;
    void settle(bool pointerInside);

    FilterProxy m_proxy;
    QTimer m_settleTimer;
    QString m_lastKey;
    bool m_fitted = false;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSet>
#include <QStringList>

class QAbstractItemModel;
class QModelIndex;

namespace muster::widgets {

// Rows of a list that somebody has marked, to do one thing with all of them. They are known by
// their keys: sorting, filtering and live updates keep them, and a row that leaves the model leaves
// them too.
class RowMarks : public QObject {
    Q_OBJECT
public:
    // `model`: the whole list, before any filter. It answers TableModel's roles.
    explicit RowMarks(QAbstractItemModel* model, QObject* parent = nullptr);

    bool has(const QModelIndex& index) const; // of that model, or of a proxy of it
    int count() const { return m_keys.size(); }
    QStringList keys() const; // sorted, numbers by their value
    void set(const QStringList& keys, bool marked);
    void toggle(const QString& key) { set({key}, !m_keys.contains(key)); }
    bool clear(); // false: there were none

signals:
    void changed();

private:
    void forget(int first, int last);
    void forgetUnknown();

    QAbstractItemModel* m_model;
    QSet<QString> m_keys;
};

} // namespace muster::widgets

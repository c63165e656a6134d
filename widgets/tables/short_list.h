// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QFrame>

#include "widgets/models/mark.h"

class QLabel;
class QTreeWidget;

namespace muster::widgets {

// A heading and the few rows that matter most, each a door to the list it is taken from. By
// keyboard: arrows and Enter.
class ShortList : public QFrame {
    Q_OBJECT
public:
    static constexpr int kMost = 5;

    struct Row {
        QString key; // what `chosen` says
        QString words;
        QString amount; // at the right; may be empty
        models::Mark mark = models::Mark::None; // shown with its icon unless None
        bool operator==(const Row&) const = default;
    };

    ShortList(const QString& title, const QString& whenEmpty, QWidget* parent = nullptr);

    // Shows the first kMost and, if there are more, how many.
    void setRows(const std::vector<Row>& rows);
    void setKnown(bool known); // false: says "–", for then no rows mean nothing
    QStringList texts() const; // of the rows that are shown, for tests

signals:
    void chosen(const QString& key); // empty: the line that counts the others

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void fitHeight();

    QLabel* m_title;
    QTreeWidget* m_list;
    QString m_whenEmpty;
    QLabel* m_empty;
    std::vector<Row> m_rows;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "widgets/tables/filter.h"

class QAction;
class QCompleter;
class QLabel;
class QLineEdit;

namespace muster::widgets {

// The field of a list's filter: help at F1, completion of column names, and below it what is wrong
// with the words, if anything is.
class FilterBox : public QWidget {
    Q_OBJECT
public:
    static constexpr int kPauseMs = 150; // in typing, before a filter is wanted

    explicit FilterBox(const std::vector<FilterColumn>& columns, QWidget* parent = nullptr);

    QLineEdit& field() { return *m_field; }
    void setError(const QString& sentence); // empty: all is well
    QString error() const;
    QString helpText() const; // rich text

signals:
    void entered(); // the field has the focus
    void filterWanted(const QString& text);
    void finished(); // Enter or Down: on to the list

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void want();
    void complete();
    void insertCompletion(const QString& key);
    void showHelp();
    void paintState();

    std::vector<FilterColumn> m_columns;
    QLineEdit* m_field;
    QLabel* m_errorIcon;
    QLabel* m_error;
    QAction* m_symbol;
    QCompleter* m_completer;
    QTimer m_pause;
};

} // namespace muster::widgets

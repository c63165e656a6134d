// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/forms/log_settings.h"
#include "widgets/models/log_pattern.h"

class QLabel;
class QToolButton;

namespace muster::widgets {

class PatternField;

// What is looked for in a log and which of its lines are shown. A wrong expression is told here
// and changes nothing.
class LogSearchBar : public QWidget {
    Q_OBJECT
public:
    explicit LogSearchBar(QWidget* parent = nullptr);

    PatternField& search() { return *m_search; }
    PatternField& filter() { return *m_filter; }
    void apply(const LogSettings& settings);
    void writeTo(LogSettings& settings) const;
    void setMatches(qint64 current, qint64 total); // current from 1; 0: none is selected
    void clear();
    QString countText() const;
    QString problem() const;

signals:
    void searchWanted(const muster::models::LogMatcher& search);
    void filterWanted(const muster::models::LogMatcher& filter);
    void findWanted(bool forward);
    void closed();
    void optionsChanged();

private:
    QToolButton* addStep(const QString& sign, const QString& words, bool forward);
    void compile(PatternField& field, bool asFilter);
    void showProblem();

    // In the order of the Tab key.
    PatternField* m_search;
    QToolButton* m_previous;
    QToolButton* m_next;
    QLabel* m_count;
    PatternField* m_filter;
    QLabel* m_problem;
    QString m_searchProblem;
    QString m_filterProblem;
};

} // namespace muster::widgets

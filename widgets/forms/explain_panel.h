// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "widgets/models/explanation_model.h"

class QLabel;
class QTableView;

namespace muster::widgets {

// Why a job waits: the sentence first, then what would let it start, then each machine against each
// requirement. Shows what it is given, in the master's words.
class ExplainPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    void setTitle(const QString& title); // of whom: "job-7 (train)"
    void setExplanation(const v1::Explanation& explanation);
    void setProblem(const QString& text); // in place of one: it cannot be had

    QString sentence() const;
    QTableView& machines() { return *m_machines; }

private:
    void fill(const QString& sentence, const QString& changes, const QString& foot);

    models::ExplanationModel m_model;
    QLabel* m_title;
    QLabel* m_sentence;
    QLabel* m_changes;
    QTableView* m_machines;
    QLabel* m_foot;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QDialog>

#include "core/spec/job_text.h"

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace muster::widgets {

class ProblemLabel;

// What a template of this job is called, and which parts it asks for.
class SaveTemplateDialog : public QDialog {
    Q_OBJECT
public:
    explicit SaveTemplateDialog(const spec::JobText& job, QWidget* parent = nullptr);

    QString name() const;
    void setName(const QString& name);
    void setAsked(spec::Part part, bool asked);
    std::string text() const; // of the file
    // It was not saved. With `there` the next try replaces the one of that name.
    void showProblem(const QString& problem, bool there);

signals:
    void saveWanted(bool replace);

private:
    void check();

    spec::JobText m_job;
    QLineEdit* m_name;
    QLineEdit* m_title;
    QLineEdit* m_help;
    std::vector<std::pair<spec::Part, QCheckBox*>> m_asked;
    ProblemLabel* m_problem;
    QPushButton* m_save;
    bool m_there = false;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <vector>

#include <QWidget>

#include "widgets/models/job_problems.h"

class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace muster::widgets {

class ProblemLabel;

QPlainTextEdit* textField(int lines, QWidget* parent); // of fixed pitch; Tab leaves it

// Fields of a job, each bound to a part of it. What is wrong stands under its field: after it was
// touched, or of all when they are wanted. A section with a title folds; folded it says how many
// of its fields are set.
class FormSection : public QWidget {
    Q_OBJECT
public:
    struct Binding {
        std::function<void(spec::JobText&)> read; // from the field
        std::function<void(const spec::JobText&)> show;
    };

    explicit FormSection(const QString& title, QWidget* parent = nullptr); // empty: never folds

    // REQUIRES: the part is one text, a list of texts, or yes and no.
    void addLine(spec::Part part, const QString& label, const QString& example, const QString& tip);
    void addList(spec::Part part, const QString& label, const QString& example, const QString& tip);
    void addCheck(spec::Part part, const QString& label, const QString& words, const QString& tip);
    // A field of another kind. Its owner calls touch() when people change it. Without a part
    // nothing is said under it. Returns its label, whose letter leads to the field.
    QLabel* addField(std::optional<spec::Part> part, const QString& label, QWidget* field,
        const QString& tip, Binding binding);
    void touch(spec::Part part);

    void read(spec::JobText& job) const;
    void showJob(const spec::JobText& job); // nothing was touched then
    void showProblems(const models::Problems& problems, bool all); // unfolds for one that is shown
    QString problem(spec::Part part) const; // as shown; empty: none
    bool has(spec::Part part) const;
    bool isOpen() const;
    void setOpen(bool open);

    int labelWidth() const;
    void setLabelWidth(int width); // so that sections stand in one line

signals:
    void edited();

private:
    struct Row {
        std::optional<spec::Part> part;
        QLabel* label;
        QWidget* field;
        ProblemLabel* problem;
        QString tip;
        Binding binding;
    };

    void showSet();

    QString m_title;
    QToolButton* m_fold = nullptr;
    QWidget* m_body;
    QFormLayout* m_form;
    std::vector<Row> m_rows;
    std::set<spec::Part> m_touched;
    bool m_showing = false;
};

} // namespace muster::widgets

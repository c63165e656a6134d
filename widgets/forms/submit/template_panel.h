// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include <QWidget>

#include "core/spec/template_files.h"

class QComboBox;
class QFormLayout;
class QLabel;

namespace muster::widgets {

class ProblemLabel;

// Which template the job is made of, and its fields. A broken template is in the list, too, with
// its error under it.
class TemplatePanel : public QWidget {
    Q_OBJECT
public:
    explicit TemplatePanel(QWidget* parent = nullptr);

    void setTemplates(std::vector<spec::TemplateFile> templates); // keeps what was chosen
    void choose(const QString& name); // empty: none
    QString chosen() const;

    void setValues(const spec::Values& values); // of the chosen one
    spec::Values values() const;
    bool hasJob() const; // a template is chosen that can be read
    Result<spec::JobFile> job() const; // REQUIRES: hasJob()
    void showProblems(bool all); // under the fields; else only of those that were touched

    int labelWidth() const;
    void setLabelWidth(int width);

signals:
    void templateChosen(const QString& name); // by people
    void edited(); // a value

private:
    struct Row {
        std::string name;
        QLabel* label;
        QWidget* field;
        ProblemLabel* problem;
        bool touched = false;
    };

    const spec::Template* current() const;
    void showChosen();
    void addField(const spec::Field& field);
    QWidget* fieldWidget(const spec::Field& field);
    static QString valueOf(const QWidget* field);

    std::vector<spec::TemplateFile> m_templates;
    QLabel* m_label;
    QComboBox* m_list;
    ProblemLabel* m_about;
    QFormLayout* m_form;
    std::vector<Row> m_rows;
    bool m_showing = false;
};

} // namespace muster::widgets

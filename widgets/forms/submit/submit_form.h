// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QWidget>

#include "core/spec/template_files.h"
#include "widgets/models/gpu_types.h"
#include "widgets/models/job_problems.h"

class QPushButton;
class QScrollArea;

namespace muster::widgets {

class FormSection;
class JobSection;
class ProblemLabel;
class SpecPreview;
class TemplatePanel;

// A new job: the fields at the left, at the right the same as a file and as a command line, live.
// What is wrong stands under its field; a field says so only after it was touched or Submit was
// tried. A template fills the fields; what people changed there themselves stays when one of the
// template's values changes.
class SubmitForm : public QWidget {
    Q_OBJECT
public:
    // `user` submits it.
    explicit SubmitForm(const QString& user = {}, QWidget* parent = nullptr);

    static spec::JobText freshJob();
    spec::JobText job() const;
    void setJob(const spec::JobText& job);

    void setTemplates(std::vector<spec::TemplateFile> templates);
    TemplatePanel& templates() { return *m_templates; }
    void applyTemplate(); // the chosen one, with its values as they are; none: nothing changes

    void setGpuTypes(const std::vector<models::GpuType>& types);
    void setBusy(bool busy); // sent, not answered
    void setForbidden(const QString& why); // to submit; empty: it is allowed
    void showResult(const QString& text, bool good);
    QString yaml() const;
    QString commandLine() const;
    QString problem(spec::Part part) const; // as shown; empty: none
    FormSection& section(spec::Part part); // where its field is

public slots:
    void submit();
    void check(); // where it would be placed, without submitting it

signals:
    void edited();
    void templateChosen(const QString& name);
    void saveTemplateWanted(const muster::spec::JobText& job);
    void checkWanted(const muster::spec::JobText& job); // only a valid one
    void submitted(const muster::spec::JobText& job); // only a valid one

private:
    QScrollArea* buildFields();
    QWidget* buildButtons();
    void alignLabels();
    void fill(const spec::JobText& job);
    void onEdited();
    void onTemplateEdited();
    void showProblems(bool all);
    bool isValid(); // says so if not
    void updateSubmit();

    TemplatePanel* m_templates;
    JobSection* m_job;
    std::vector<FormSection*> m_sections; // all of them
    QScrollArea* m_fields = nullptr;
    SpecPreview* m_preview;
    QPushButton* m_check;
    QPushButton* m_save;
    QPushButton* m_submit;
    ProblemLabel* m_result;
    spec::JobText m_filled; // what the template made of the fields
    QString m_forbidden; // why
    bool m_busy = false;
    bool m_tried = false;
};

} // namespace muster::widgets

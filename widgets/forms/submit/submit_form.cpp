// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/submit_form.h"

#include <algorithm>

#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "widgets/forms/problem_label.h"
#include "widgets/forms/splitter.h"
#include "widgets/forms/submit/sections.h"
#include "widgets/forms/submit/spec_preview.h"
#include "widgets/forms/submit/template_panel.h"
#include "widgets/forms/tab_order.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using spec::JobText;

SubmitForm::SubmitForm(const QString& user, QWidget* parent)
    : QWidget(parent), m_templates(new TemplatePanel(this)),
      m_job(new JobSection(this)), m_sections{m_job, environmentSection(this),
                                       placementSection(this), retriesSection(user, this),
                                       containerSection(this)},
      m_preview(new SpecPreview(this)), m_check(new QPushButton(tr("Check"), this)),
      m_save(new QPushButton(tr("Save as template…"), this)),
      m_submit(new QPushButton(tr("Submit"), this)), m_result(new ProblemLabel(this)) {
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(m_fields = buildFields(), 1);
    column->addWidget(buildButtons());
    auto* sides = new Splitter(Qt::Horizontal, this);
    sides->addWidget(left);
    sides->addWidget(m_preview);
    sides->setStretchFactor(0, 3);
    sides->setStretchFactor(1, 2);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(sides);
    for (auto* section : m_sections) {
        connect(section, &FormSection::edited, this, &SubmitForm::onEdited);
    }
    connect(m_templates, &TemplatePanel::edited, this, &SubmitForm::onTemplateEdited);
    connect(m_templates, &TemplatePanel::templateChosen, this, &SubmitForm::templateChosen);
    connect(m_check, &QPushButton::clicked, this, &SubmitForm::check);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveTemplateWanted(job()); });
    connect(m_submit, &QPushButton::clicked, this, &SubmitForm::submit);
    alignLabels();
    setJob(freshJob());
}

QScrollArea* SubmitForm::buildFields() {
    auto* fields = new QWidget(this);
    auto* column = new QVBoxLayout(fields);
    column->setContentsMargins(0, 0, 12, 0); // the scroll bar's air
    column->setSpacing(10);
    column->addWidget(m_templates);
    auto* line = new QFrame(fields); // between what a template asks for and what a job has
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Sunken);
    column->addWidget(line);
    for (auto* section : m_sections) {
        column->addWidget(section);
    }
    column->addStretch();
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(fields);
    return area;
}

QWidget* SubmitForm::buildButtons() {
    m_check->setToolTip(tr("Show where it would be placed now, without submitting it"));
    m_save->setToolTip(tr("Save a template for similar jobs"));
    m_submit->setDefault(true);
    m_submit->setIcon(icon(QStringLiteral("submit"), QPalette::ButtonText));
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* bar = new QWidget(this);
    auto* column = new QVBoxLayout(bar);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_submit);
    row->addWidget(m_check);
    row->addWidget(m_save);
    row->addStretch();
    column->addLayout(row);
    column->addWidget(m_result);
    return bar;
}

void SubmitForm::alignLabels() {
    int width = m_templates->labelWidth();
    for (const auto* section : m_sections) {
        width = std::max(width, section->labelWidth());
    }
    m_templates->setLabelWidth(width);
    for (auto* section : m_sections) {
        section->setLabelWidth(width);
    }
    m_fields->setMinimumWidth(m_fields->widget()->minimumSizeHint().width()
        + m_fields->verticalScrollBar()->sizeHint().width());
    orderTabs(*this); // the fields of a template have come last
}

JobText SubmitForm::freshJob() {
    JobText job;
    job.gpus = "1";
    job.cpus = "1";
    job.memory = "1024";
    return job;
}

JobText SubmitForm::job() const {
    JobText job;
    for (const auto* section : m_sections) {
        section->read(job);
    }
    if (job.resources) {
        job.gpus = job.cpus = job.memory = std::nullopt;
    }
    return job;
}

void SubmitForm::fill(const JobText& job) {
    for (auto* section : m_sections) {
        section->showJob(job);
    }
    m_tried = false;
    showResult({}, true);
    onEdited();
}

void SubmitForm::setJob(const JobText& job) {
    m_templates->choose({});
    fill(job);
    m_filled = this->job();
}

void SubmitForm::setTemplates(std::vector<spec::TemplateFile> templates) {
    m_templates->setTemplates(std::move(templates));
    alignLabels();
}

// What cannot be read yet changes nothing: the field says what is wrong.
void SubmitForm::applyTemplate() {
    alignLabels();
    if (!m_templates->hasJob()) {
        return;
    }
    const auto filled = m_templates->job();
    if (!filled) {
        return showResult(models::text(filled.error().message), false);
    }
    fill(filled->job);
    m_filled = job();
}

void SubmitForm::onTemplateEdited() {
    const auto filled = m_templates->hasJob() ? m_templates->job() : failure("");
    if (!filled) {
        return;
    }
    const auto before = m_filled;
    const auto edited = job();
    fill(filled->job);
    m_filled = job();
    fill(spec::merged(before, edited, m_filled));
}

void SubmitForm::setGpuTypes(const std::vector<models::GpuType>& types) {
    m_job->setGpuTypes(types);
}

void SubmitForm::setBusy(bool busy) {
    m_busy = busy;
    updateSubmit();
    if (busy) {
        showResult(tr("Submitting…"), true);
    }
}

void SubmitForm::setForbidden(const QString& why) {
    m_forbidden = why;
    updateSubmit();
}

void SubmitForm::updateSubmit() {
    m_submit->setEnabled(!m_busy && m_forbidden.isEmpty());
    m_submit->setToolTip(m_forbidden);
    m_submit->setAccessibleDescription(m_forbidden);
}

void SubmitForm::showResult(const QString& text, bool good) {
    m_result->say(text, good);
}

QString SubmitForm::yaml() const {
    return m_preview->yaml();
}

QString SubmitForm::commandLine() const {
    return m_preview->commandLine();
}

QString SubmitForm::problem(spec::Part part) const {
    for (const auto* section : m_sections) {
        if (const auto words = section->problem(part); !words.isEmpty()) {
            return words;
        }
    }
    return {};
}

FormSection& SubmitForm::section(spec::Part part) {
    const auto found = std::find_if(m_sections.begin(), m_sections.end(),
        [part](const FormSection* section) { return section->has(part); });
    return found == m_sections.end() ? *m_job : **found;
}

void SubmitForm::onEdited() {
    const auto now = job();
    m_job->setAmountsEnabled(!now.resources);
    m_preview->setJob(now);
    showProblems(m_tried);
    emit edited();
}

// Empty fields of a form that nobody has tried yet are not mistakes.
void SubmitForm::showProblems(bool all) {
    const auto found = models::problems(job());
    for (auto* section : m_sections) {
        section->showProblems(found, all);
    }
}

bool SubmitForm::isValid() {
    m_tried = true;
    showProblems(true);
    if (m_templates->hasJob()) {
        m_templates->showProblems(true);
        if (const auto filled = m_templates->job(); !filled) {
            showResult(models::text(filled.error().message), false);
            return false;
        }
    }
    if (models::problems(job()).empty()) {
        return true;
    }
    showResult(tr("Fix the highlighted fields"), false);
    return false;
}

void SubmitForm::submit() {
    if (!m_forbidden.isEmpty()) {
        showResult(m_forbidden, false);
    } else if (isValid()) {
        emit submitted(job());
    }
}

void SubmitForm::check() {
    if (isValid()) {
        showResult({}, true);
        emit checkWanted(job());
    }
}

} // namespace muster::widgets

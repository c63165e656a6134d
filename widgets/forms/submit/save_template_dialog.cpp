// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/save_template_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/spec/template_files.h"
#include "widgets/forms/problem_label.h"
#include "widgets/forms/tab_order.h"
#include "widgets/models/text.h"

namespace muster::widgets {

SaveTemplateDialog::SaveTemplateDialog(const spec::JobText& job, QWidget* parent)
    : QDialog(parent), m_job(job), m_name(new QLineEdit(this)), m_title(new QLineEdit(this)),
      m_help(new QLineEdit(this)), m_problem(new ProblemLabel(this)),
      m_save(new QPushButton(tr("Save"), this)) {
    setWindowTitle(tr("Save as template"));
    m_name->setPlaceholderText(tr("train"));
    m_name->setAccessibleDescription(tr("Letters, digits, dot, underscore and dash"));
    m_title->setPlaceholderText(tr("Train a model"));
    m_help->setPlaceholderText(tr("Description for users of the template"));
    m_help->setMinimumWidth(fontMetrics().averageCharWidth() * 44);
    auto* form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("&Help"), m_help);
    auto* asked = new QVBoxLayout;
    asked->setSpacing(4);
    for (const auto& row : spec::partTable()) {
        const auto* member = std::get_if<spec::Text spec::JobText::*>(&row.member);
        if (member == nullptr || !(job.*(*member)) || row.part == spec::Part::Command) {
            continue;
        }
        auto* box = new QCheckBox(
            tr("%1 (now %2)").arg(QString::fromLatin1(row.key), models::text(*(job.*(*member)))),
            this);
        asked->addWidget(box);
        m_asked.emplace_back(row.part, box);
    }
    form->addRow(tr("Fields"), asked);
    m_problem->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    m_save->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    orderTabs(*this);
    connect(m_name, &QLineEdit::textChanged, this, &SaveTemplateDialog::check);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveWanted(m_there); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

QString SaveTemplateDialog::name() const {
    return m_name->text().trimmed();
}

void SaveTemplateDialog::setName(const QString& name) {
    m_name->setText(name);
}

void SaveTemplateDialog::setAsked(spec::Part part, bool asked) {
    for (auto& [which, box] : m_asked) {
        if (which == part) {
            box->setChecked(asked);
        }
    }
}

std::string SaveTemplateDialog::text() const {
    std::vector<spec::Part> asked;
    for (const auto& [part, box] : m_asked) {
        if (box->isChecked()) {
            asked.push_back(part);
        }
    }
    const auto title = m_title->text().trimmed();
    return spec::templateText((title.isEmpty() ? name() : title).toStdString(),
        m_help->text().trimmed().toStdString(), m_job, asked);
}

void SaveTemplateDialog::showProblem(const QString& problem, bool there) {
    m_problem->say(problem);
    m_there = there;
    m_save->setText(there ? tr("Replace") : tr("Save"));
}

void SaveTemplateDialog::check() {
    const auto good = spec::checkTemplateName(name().toStdString());
    m_save->setEnabled(good.has_value());
    showProblem(good || name().isEmpty() ? QString() : models::text(good.error().message), false);
}

} // namespace muster::widgets

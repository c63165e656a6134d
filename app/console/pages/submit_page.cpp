// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/submit_page.h"

#include <QFileInfo>
#include <QSettings>
#include <QUuid>
#include <QVBoxLayout>

#include "app/console/commands/operator_mode.h"
#include "app/console/link/link.h"
#include "app/console/pages/explain_feed.h"
#include "core/spec/job_file.h"
#include "core/spec/template_files.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/submit/save_template_dialog.h"
#include "widgets/forms/submit/submit_form.h"
#include "widgets/forms/submit/template_panel.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;
using spec::JobText;

namespace {

const auto kJob = QStringLiteral("submit/job"); // as a file

QString valuesKey(const QString& name) {
    return QStringLiteral("templates/%1").arg(name);
}

} // namespace

SubmitPage::SubmitPage(const models::ClusterState& state, Link& link, QSettings& settings,
    OperatorMode& mode, QString user, QWidget* parent)
    : Page(parent), m_state(state), m_link(link), m_settings(settings), m_mode(mode),
      m_user(std::move(user)), m_folders{QFileInfo(settings.fileName()).path().toStdString()
                                       + "/templates",
                                   spec::kMachinesTemplates},
      m_form(new widgets::SubmitForm(m_user, this)), m_checked(new widgets::ExplainPanel(this)),
      m_checker(new ExplainFeed(link, *m_checked)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(m_form, 3);
    column->addWidget(m_checked, 1);
    m_checked->setTitle(tr("Check"));
    m_checked->hide();
    readTemplates();
    m_form->setJob(remembered());
    connect(m_form, &widgets::SubmitForm::edited, m_checked, &QWidget::hide); // of another job
    connect(m_form, &widgets::SubmitForm::checkWanted, this, &SubmitPage::check);
    connect(m_form, &widgets::SubmitForm::submitted, this, &SubmitPage::send);
    connect(m_form, &widgets::SubmitForm::templateChosen, this, &SubmitPage::showTemplate);
    connect(m_form, &widgets::SubmitForm::saveTemplateWanted, this, &SubmitPage::askForTemplate);
    connect(&m_state, &models::ClusterState::changed, this, &SubmitPage::onChanged);
    connect(&m_link, &Link::phaseChanged, this, &SubmitPage::onPhase);
    connect(&m_mode, &OperatorMode::changed, this, &SubmitPage::onMode);
    onMode();
    showGpuTypes();
}

void SubmitPage::clone(JobText job, bool whole) {
    job.user.reset();
    m_form->setJob(job);
    if (!whole) {
        m_form->showResult(
            tr("The job has settings that this form does not support: they are left out"), false);
    }
}

void SubmitPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    readTemplates();
    showGpuTypes();
}

void SubmitPage::check(const JobText& job) {
    const auto wanted = spec::plan(job, m_user.toStdString());
    if (!wanted) {
        m_form->showResult(text(wanted.error().message), false);
        return;
    }
    m_checked->setProblem(tr("Waiting for the master…"));
    m_checked->show();
    m_checker->check(*wanted);
}

void SubmitPage::send(const JobText& job) {
    auto wanted = spec::plan(job, m_user.toStdString());
    if (!wanted) {
        m_form->showResult(text(wanted.error().message), false);
        return;
    }
    m_form->setBusy(true);
    v1::Request request;
    *request.mutable_submit_job() = std::move(*wanted);
    request.mutable_submit_job()->set_author(m_user.toStdString());
    request.mutable_submit_job()->set_key(QUuid::createUuid().toString(QUuid::Id128).toStdString());
    ask(request, job, m_link.phase() != Link::Phase::Live);
}

void SubmitPage::ask(const v1::Request& request, const JobText& job, bool again) {
    m_link.request(request, [this, request, job, again](const v1::Reply& reply) {
        if (!again && reply.has_error() && m_link.phase() != Link::Phase::Live) {
            m_form->showResult(tr("The connection was lost before the master answered. The request "
                                  "is repeated when it is back; the job runs only once"),
                false);
            m_repeat = [this, request, job] { ask(request, job, true); };
            return;
        }
        m_form->setBusy(false);
        if (reply.has_error()) {
            m_form->showResult(text(reply.error().message()), false);
            return;
        }
        const auto id = text(reply.job_submitted().job_id());
        remember(job);
        m_form->showResult(reply.job_submitted().again()
                ? tr("Already submitted as %1 before the connection was lost: it runs only once")
                      .arg(id)
                : tr("Submitted as %1").arg(id),
            true);
        emit jobSubmitted(id);
    });
}

void SubmitPage::onMode() {
    m_form->setForbidden(m_mode.isOn() ? QString() : m_mode.howToSwitchOn());
}

void SubmitPage::onPhase() {
    if (m_repeat && m_link.phase() == Link::Phase::Live) {
        std::exchange(m_repeat, nullptr)();
    }
}

// Counting looks at every GPU: only when one of them changed, and somebody looks.
void SubmitPage::onChanged(const models::Changes& changes) {
    m_gpusChanged = m_gpusChanged || changes.everything || !changes.of(models::Kind::Gpus).empty()
        || !changes.of(models::Kind::Agents).empty();
    if (isVisible()) {
        showGpuTypes();
    }
}

void SubmitPage::showGpuTypes() {
    if (!m_gpusChanged) {
        return;
    }
    m_gpusChanged = false;
    auto types = models::gpuTypes(m_state);
    if (types != m_gpuTypes) {
        m_gpuTypes = std::move(types);
        m_form->setGpuTypes(m_gpuTypes);
    }
}

void SubmitPage::readTemplates() {
    m_form->setTemplates(spec::readTemplates(m_folders));
}

// With the values that it had when a job of it was sent last.
void SubmitPage::showTemplate(const QString& name) {
    spec::Values values;
    const auto kept = m_settings.value(valuesKey(name)).toMap();
    for (auto at = kept.begin(); at != kept.end(); ++at) {
        values[at.key().toStdString()] = at.value().toString().toStdString();
    }
    m_form->templates().setValues(values);
    m_form->applyTemplate();
}

void SubmitPage::askForTemplate(const JobText& job) {
    auto* dialog = new widgets::SaveTemplateDialog(job, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &widgets::SaveTemplateDialog::saveWanted, this,
        [this, dialog](bool replace) { saveTemplate(*dialog, replace); });
    dialog->open();
}

void SubmitPage::saveTemplate(widgets::SaveTemplateDialog& dialog, bool replace) {
    const auto written = spec::writeTemplate(
        m_folders.front(), dialog.name().toStdString(), dialog.text(), replace);
    if (!written) {
        dialog.showProblem(
            text(written.error().message), written.error().kind == Error::Kind::Conflict);
        return;
    }
    readTemplates();
    emit notice(tr("Saved as template %1").arg(dialog.name()), true);
    dialog.accept();
}

void SubmitPage::remember(const JobText& job) {
    m_settings.setValue(kJob, text(spec::yamlText(job)));
    const auto name = m_form->templates().chosen();
    if (name.isEmpty()) {
        return;
    }
    QVariantMap values;
    for (const auto& [field, value] : m_form->templates().values()) {
        values[text(field)] = text(value);
    }
    m_settings.setValue(valuesKey(name), values);
}

JobText SubmitPage::remembered() const {
    const auto file = spec::parseJob(m_settings.value(kJob).toString().toStdString());
    return file ? file->job : widgets::SubmitForm::freshJob();
}

} // namespace muster::console

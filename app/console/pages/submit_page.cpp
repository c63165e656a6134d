// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/submit_page.h"

#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include "app/console/pages/explain_feed.h"
#include "app/console/link/link.h"
#include "core/kernel/resources/resources.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/submit_form.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {
constexpr auto kGroup = "submit";
}

SubmitPage::SubmitPage(const models::ClusterState& state, Link& link, QSettings& settings,
    QString user, QWidget* parent)
    : Page(parent), m_state(state), m_link(link), m_settings(settings), m_user(std::move(user)),
      m_form(new widgets::SubmitForm(this)), m_checked(new widgets::ExplainPanel(this)),
      m_checker(new ExplainFeed(link, *m_checked)) {
    auto* content = new QWidget(this);
    auto* area = new QScrollArea(this); // for small windows
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    column->addWidget(m_form);
    column->addWidget(m_checked, 1);
    column->addStretch();
    m_checked->setTitle(tr("Check"));
    m_checked->hide();
    m_form->setDraft(remembered());
    connect(m_form, &widgets::SubmitForm::edited, m_checked, &QWidget::hide); // of another job
    connect(m_form, &widgets::SubmitForm::checkWanted, this, &SubmitPage::check);
    connect(m_form, &widgets::SubmitForm::submitted, this, &SubmitPage::send);
    connect(&m_state, &models::ClusterState::changed, this, &SubmitPage::showGpuTypes);
    showGpuTypes();
}

void SubmitPage::check(const models::JobDraft& draft) {
    m_checked->setProblem(tr("Asking the master…"));
    m_checked->show();
    m_checker->check(models::toRequest(draft, m_user));
}

void SubmitPage::send(const models::JobDraft& draft) {
    m_form->setBusy(true);
    v1::Request request;
    *request.mutable_submit_job() = models::toRequest(draft, m_user);
    m_link.request(request, [this, draft](const v1::Reply& reply) {
        m_form->setBusy(false);
        if (reply.has_error()) {
            m_form->showResult(text(reply.error().message()), false);
            return;
        }
        const auto id = text(reply.job_submitted().job_id());
        remember(draft);
        m_form->showResult(tr("Submitted as %1").arg(id), true);
        emit jobSubmitted(id);
    });
}

// The values of the agents' attribute "gpu", each once.
void SubmitPage::showGpuTypes() {
    QStringList types;
    for (const auto& [id, agent] : m_state.agents()) {
        for (const auto& attribute : parseAttributes(agent.attributes()).value_or(Attributes())) {
            if (attribute.name == "gpu") {
                types << text(attribute.valueText());
            }
        }
    }
    types.removeDuplicates();
    types.sort();
    if (types != m_gpuTypes) {
        m_gpuTypes = types;
        m_form->setGpuTypes(types);
    }
}

void SubmitPage::remember(const models::JobDraft& draft) {
    m_settings.beginGroup(QString::fromLatin1(kGroup));
    m_settings.setValue(QStringLiteral("name"), draft.name);
    m_settings.setValue(QStringLiteral("image"), draft.image);
    m_settings.setValue(QStringLiteral("command"), draft.command);
    m_settings.setValue(QStringLiteral("gpus"), draft.gpus);
    m_settings.setValue(QStringLiteral("cpus"), draft.cpus);
    m_settings.setValue(QStringLiteral("memory"), draft.memMebibytes);
    m_settings.setValue(QStringLiteral("gpuType"), draft.gpuType);
    m_settings.setValue(QStringLiteral("linked"), draft.linked);
    m_settings.setValue(QStringLiteral("priority"), draft.priority);
    m_settings.setValue(QStringLiteral("retries"), draft.retries);
    m_settings.endGroup();
}

models::JobDraft SubmitPage::remembered() const {
    const models::JobDraft fresh;
    const auto value = [this](const char* name, const QVariant& otherwise) {
        return m_settings.value(
            QStringLiteral("%1/%2").arg(QString::fromLatin1(kGroup), QString::fromLatin1(name)),
            otherwise);
    };
    models::JobDraft draft;
    draft.name = value("name", fresh.name).toString();
    draft.image = value("image", fresh.image).toString();
    draft.command = value("command", fresh.command).toString();
    draft.gpus = value("gpus", fresh.gpus).toInt();
    draft.cpus = value("cpus", fresh.cpus).toDouble();
    draft.memMebibytes = value("memory", fresh.memMebibytes).toInt();
    draft.gpuType = value("gpuType", fresh.gpuType).toString();
    draft.linked = value("linked", fresh.linked).toBool();
    draft.priority = value("priority", fresh.priority).toInt();
    draft.retries = value("retries", fresh.retries).toInt();
    return draft;
}

} // namespace muster::console

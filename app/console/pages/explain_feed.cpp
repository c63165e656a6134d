// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/explain_feed.h"

#include "app/console/link/link.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/models/text.h"

namespace muster::console {

ExplainFeed::ExplainFeed(Link& link, widgets::ExplainPanel& panel)
    : QObject(&panel), m_link(link), m_panel(panel) {
    m_again.setInterval(kAgainMs);
    connect(&m_again, &QTimer::timeout, this, [this] {
        if (m_panel.isVisible() && !m_asking && m_link.phase() == Link::Phase::Live) {
            ask(); // else what stands there stays
        }
    });
}

void ExplainFeed::follow(const QString& jobId) {
    if (jobId == m_job) {
        return;
    }
    m_job = jobId;
    if (jobId.isEmpty()) {
        m_again.stop();
        return;
    }
    m_panel.setProblem(tr("Waiting for the master…"));
    m_again.start();
    ask();
}

void ExplainFeed::ask() {
    v1::Explain question;
    question.set_job_id(m_job.toStdString());
    send(question);
}

void ExplainFeed::check(const v1::SubmitJob& job) {
    v1::Explain question;
    *question.mutable_job() = job;
    send(question);
}

void ExplainFeed::send(const v1::Explain& question) {
    v1::Request request;
    *request.mutable_explain() = question;
    m_asking = true;
    m_link.request(request, [this, number = ++m_number](const v1::Reply& reply) {
        if (number != m_number) {
            return; // another question came after it
        }
        m_asking = false;
        if (reply.has_error()) {
            m_panel.setProblem(models::text(reply.error().message()));
        } else {
            m_panel.setExplanation(reply.explanation());
        }
    });
}

} // namespace muster::console

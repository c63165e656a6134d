// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/pages/page.h"
#include "widgets/models/job_draft.h"

class QSettings;

namespace muster::models {
class ClusterState;
}
namespace muster::widgets {
class ExplainPanel;
class SubmitForm;
} // namespace muster::widgets

namespace muster::console {

class ExplainFeed;
class Link;

// A new job. What was sent last stands in the fields at the next start.
class SubmitPage : public Page {
    Q_OBJECT
public:
    SubmitPage(const models::ClusterState& state, Link& link, QSettings& settings, QString user,
        QWidget* parent = nullptr);

    widgets::SubmitForm& form() { return *m_form; }
    widgets::ExplainPanel& checked() { return *m_checked; } // hidden until there is one

signals:
    void jobSubmitted(const QString& jobId);

private:
    void check(const models::JobDraft& draft);
    void send(const models::JobDraft& draft);
    void showGpuTypes();
    void remember(const models::JobDraft& draft);
    models::JobDraft remembered() const;

    const models::ClusterState& m_state;
    Link& m_link;
    QSettings& m_settings;
    QString m_user;
    QStringList m_gpuTypes;
    widgets::SubmitForm* m_form;
    widgets::ExplainPanel* m_checked;
    ExplainFeed* m_checker;
};

} // namespace muster::console

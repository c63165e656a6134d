// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "app/console/pages/page.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/spec/job_text.h"
#include "widgets/models/gpu_types.h"

class QSettings;

namespace muster::models {
class ClusterState;
struct Changes;
} // namespace muster::models
namespace muster::widgets {
class ExplainPanel;
class SaveTemplateDialog;
class SubmitForm;
} // namespace muster::widgets

namespace muster::console {

class ExplainFeed;
class Link;
class OperatorMode;

// A new job. What was sent last stands in the fields at the next start, of each template the values
// it had last. Templates are files in the folder of the settings, and the machine's. In operator
// mode only it is submitted; filled in and checked it is by everybody.
class SubmitPage : public Page {
    Q_OBJECT
public:
    SubmitPage(const models::ClusterState& state, Link& link, QSettings& settings,
        OperatorMode& mode, QString user, QWidget* parent = nullptr);

    widgets::SubmitForm& form() { return *m_form; }
    widgets::ExplainPanel& checked() { return *m_checked; } // hidden until there is one

    // Another one like `job`, which the caller runs. `whole`: nothing of it is left out.
    void clone(spec::JobText job, bool whole);

signals:
    void jobSubmitted(const QString& jobId);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void check(const spec::JobText& job);
    void send(const spec::JobText& job);
    void ask(const v1::Request& request, const spec::JobText& job, bool again);
    void onPhase();
    void onMode();
    void onChanged(const models::Changes& changes);
    void showGpuTypes();
    void readTemplates();
    void showTemplate(const QString& name);
    void askForTemplate(const spec::JobText& job);
    void saveTemplate(widgets::SaveTemplateDialog& dialog, bool replace);
    void remember(const spec::JobText& job);
    spec::JobText remembered() const;

    const models::ClusterState& m_state;
    Link& m_link;
    QSettings& m_settings;
    OperatorMode& m_mode;
    QString m_user;
    std::vector<std::filesystem::path> m_folders; // the user's first
    std::vector<models::GpuType> m_gpuTypes;
    bool m_gpusChanged = true; // since the types were counted
    widgets::SubmitForm* m_form;
    widgets::ExplainPanel* m_checked;
    ExplainFeed* m_checker;
    // A submission that was cut before its answer, to be repeated once when the master is back. Its
    // key makes that safe.
    std::function<void()> m_repeat;
};

} // namespace muster::console

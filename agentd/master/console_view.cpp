// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_view.h"

#include "agentd/master/console_rights.h"
#include "agentd/master/control.h"
#include "agentd/master/wire.h"
#include "core/kernel/alerts/alert.h"

namespace muster::agentd {
namespace {

using Action = Acls::Action;

std::string nameOf(const char* kind, const std::string& id) {
    return fmt::format("{}/{}", kind, id);
}

template <typename Task>
std::string taskName(const std::string& framework, const Task& task) {
    return fmt::format("task/{}/{}", framework, task);
}

} // namespace

ConsoleView::ConsoleView(Gate gate, std::string principal, const Control& control)
    : m_viewer(std::move(gate), std::move(principal)), m_control(&control),
      m_all(m_viewer.seesAll(Action::ViewFrameworks) && m_viewer.seesAll(Action::ViewTasks)),
      m_samples(m_viewer.may(Action::GetEndpoints, kMetricsPath)) { }

bool ConsoleView::showsTasksOf(const std::string& user) const {
    return m_viewer.may(Action::ViewTasks, user);
}

// One that is gone has no user any more.
bool ConsoleView::showsFramework(const std::string& id) const {
    const auto* framework = m_control->master().framework({id});
    return m_viewer.may(Action::ViewFrameworks,
        framework == nullptr ? std::nullopt
                             : std::optional<std::string_view>(framework->info.user));
}

bool ConsoleView::shows(const muster::v1::Framework& framework) const {
    return m_viewer.may(Action::ViewFrameworks, framework.user());
}

// Jobs are people's, not a framework's; a task that outlived its framework is its user's. One that
// names no user runs as its framework's.
bool ConsoleView::showsTask(const std::string& framework, const std::string& user) const {
    const auto* of = m_control->master().framework({framework});
    return showsTasksOf(user.empty() && of != nullptr ? of->info.user : user)
        && (of == nullptr || framework == m_control->jobsFramework().value
            || showsFramework(framework));
}

// Whose a task was that is forgotten, nobody knows.
bool ConsoleView::showsKnown(const std::string& framework, const std::string& id) const {
    const auto* task = m_control->master().task({{framework}, {id}});
    return task != nullptr && showsTask(framework, task->info.user);
}

bool ConsoleView::showsJob(const std::string& user) const {
    return showsTasksOf(user.empty() ? usualJobUser(*m_control) : user);
}

bool ConsoleView::shows(const muster::v1::Task& task) const {
    return showsTask(task.framework_id(), task.user());
}

bool ConsoleView::shows(const muster::v1::Job& job) const {
    return showsJob(job.user());
}

bool ConsoleView::shows(const muster::v1::Offer& offer) const {
    return showsFramework(offer.framework_id());
}

// Of a GPU or a node those are left out that name a task which the reader may not see.
bool ConsoleView::shows(const muster::v1::Alert& alert) const {
    if (alert.rule() == muster::v1::Alert::DEVICE_RULES_CHANGED) {
        return false; // of any task or executor: for those who see all of them
    }
    if (alert.rule() == muster::v1::Alert::GPU_IDLE_HOLD) {
        const auto gpu = m_control->master().gpu({alert.object()});
        const auto* task
            = gpu && gpu->status.holder ? m_control->master().task(*gpu->status.holder) : nullptr;
        return task != nullptr && showsTask(task->framework.value, task->info.user);
    }
    if (alert.object_kind() != muster::v1::Alert::JOB) {
        return true;
    }
    const auto* job = m_control->jobs().job({alert.object()});
    return job != nullptr && showsTasksOf(userOf(job->spec, *m_control));
}

bool ConsoleView::shows(const muster::v1::Service& service) const {
    return showsTasksOf(service.user());
}

bool ConsoleView::shows(const muster::v1::Schedule& schedule) const {
    return showsTasksOf(schedule.user());
}

void ConsoleView::restrict(muster::v1::Rows& rows) const {
    if (m_all) {
        return;
    }
    const auto shown = [this](const auto& row) { return shows(row); };
    keepIf(*rows.mutable_frameworks(), shown);
    keepIf(*rows.mutable_offers(), shown);
    keepIf(*rows.mutable_tasks(), shown);
    keepIf(*rows.mutable_jobs(), shown);
    keepIf(*rows.mutable_alerts(), shown);
    keepIf(*rows.mutable_services(), shown);
    keepIf(*rows.mutable_schedules(), shown);
    for (auto& schedule : *rows.mutable_schedules()) { // runs may be of its user of before
        keepIf(*schedule.mutable_live(), [this](const std::string& id) {
            const auto* job = m_control->jobs().job({id});
            return job != nullptr && showsTasksOf(userOf(job->spec, *m_control));
        });
    }
    for (auto& gpu : *rows.mutable_gpus()) {
        restrict(gpu);
    }
}

// A process that is no task's is whoever's holds the GPU, as far as is known.
void ConsoleView::restrict(muster::v1::Gpu& gpu) const {
    const bool shown = gpu.task_id().empty() || showsKnown(gpu.framework_id(), gpu.task_id());
    if (!shown) {
        gpu.clear_framework_id();
        gpu.clear_task_id();
    }
    keepIf(*gpu.mutable_processes(), [&](const muster::v1::GpuProcess& process) {
        const auto& framework = process.framework_id();
        return framework.empty()        ? shown
            : process.task_id().empty() ? showsTask(framework, "")
                                        : showsKnown(framework, process.task_id());
    });
}

void ConsoleView::restrict(muster::v1::Refusals& refusals) const {
    for (auto* rows : {refusals.mutable_rows(), refusals.mutable_withheld()}) {
        keepIf(
            *rows, [this](const auto& row) { return m_all || showsFramework(row.framework_id()); });
    }
}

void ConsoleView::restrict(muster::v1::Usage& usage) const {
    keepIf(*usage.mutable_rows(),
        [this](const auto& row) { return m_all || showsTasksOf(row.user()); });
}

muster::v1::Message ConsoleStream::restricted(const muster::v1::Message& message) {
    auto out = message;
    if (out.has_snapshot()) {
        m_shown.clear();
        m_view.startAnew();
        m_view.restrict(*out.mutable_snapshot()->mutable_rows());
        note(out.snapshot().rows());
    } else if (out.has_delta()) {
        withdraw(*out.mutable_delta());
        m_view.restrict(*out.mutable_delta()->mutable_changed());
        note(out.delta().changed());
        restrict(*out.mutable_delta()->mutable_removed());
    }
    return out;
}

// What is of another user now, whom the reader may not see, is gone for the reader.
void ConsoleStream::withdraw(muster::v1::Delta& delta) const {
    const auto isLost = [this](const char* kind, const auto& row) {
        return !m_view.shows(row) && m_shown.contains(nameOf(kind, row.id()));
    };
    for (const auto& service : delta.changed().services()) {
        if (isLost("service", service)) {
            delta.mutable_removed()->add_services(service.id());
        }
    }
    for (const auto& schedule : delta.changed().schedules()) {
        if (isLost("schedule", schedule)) {
            delta.mutable_removed()->add_schedules(schedule.id());
        }
    }
}

void ConsoleStream::note(const muster::v1::Rows& rows) {
    for (const auto& framework : rows.frameworks()) {
        m_shown.insert(nameOf("framework", framework.id()));
    }
    for (const auto& offer : rows.offers()) {
        m_shown.insert(nameOf("offer", offer.id()));
    }
    for (const auto& task : rows.tasks()) {
        m_shown.insert(taskName(task.framework_id(), task.id()));
    }
    for (const auto& job : rows.jobs()) {
        m_shown.insert(nameOf("job", job.id()));
    }
    for (const auto& alert : rows.alerts()) {
        m_shown.insert(nameOf("alert", alert.id()));
    }
    for (const auto& service : rows.services()) {
        m_shown.insert(nameOf("service", service.id()));
    }
    for (const auto& schedule : rows.schedules()) {
        m_shown.insert(nameOf("schedule", schedule.id()));
    }
}

void ConsoleStream::restrict(muster::v1::Removed& removed) {
    const auto was = [this](const char* kind) {
        return [this, kind](const std::string& id) { return m_shown.erase(nameOf(kind, id)) > 0; };
    };
    keepIf(*removed.mutable_frameworks(), was("framework"));
    keepIf(*removed.mutable_offers(), was("offer"));
    keepIf(*removed.mutable_jobs(), was("job"));
    keepIf(*removed.mutable_alerts(), was("alert"));
    keepIf(*removed.mutable_services(), was("service"));
    keepIf(*removed.mutable_schedules(), was("schedule"));
    keepIf(*removed.mutable_tasks(), [this](const muster::v1::TaskKey& key) {
        return m_shown.erase(taskName(key.framework_id(), key.task_id())) > 0;
    });
}

} // namespace muster::agentd

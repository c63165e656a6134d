// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/orders/order_text.h"
#include "widgets/models/mark.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

const v1::Job* findJob(const models::ClusterState& state, const QString& id) {
    const auto found = state.jobs().find(id.toStdString());
    return found == state.jobs().end() ? nullptr : &found->second;
}

const v1::Task* findTask(const models::ClusterState& state, const QString& key) {
    const auto found = state.tasks().find(key.toStdString());
    return found == state.tasks().end() ? nullptr : &found->second;
}

bool waits(const v1::Job& job) {
    return job.state() == wireName(JobState::Queued);
}

v1::Request holdRequest(const v1::Job& job) {
    v1::Request request;
    request.mutable_hold_job()->set_job_id(job.id());
    return request;
}

v1::Request releaseRequest(const v1::Job& job) {
    v1::Request request;
    request.mutable_release_job()->set_job_id(job.id());
    return request;
}

QString ended(const QString& name) {
    return CommandText::tr("%1 has ended").arg(name);
}

} // namespace

QString cannotHold(const models::ClusterState& state, const QString& id) {
    const auto* job = findJob(state, id);
    return job == nullptr                ? CommandText::tr("Choose a pending job")
        : models::jobEnded(job->state()) ? ended(CommandText::nameOf(*job))
        : !waits(*job) ? CommandText::tr("%1 is already running: only pending jobs can be held")
                             .arg(CommandText::nameOf(*job))
        : job->has_hold() ? CommandText::tr("%1 is already held").arg(CommandText::nameOf(*job))
                          : QString();
}

QString cannotRelease(const models::ClusterState& state, const QString& id) {
    const auto* job = findJob(state, id);
    return job == nullptr ? CommandText::tr("Choose a held job")
        : job->has_hold() ? QString()
                          : CommandText::tr("%1 is not held").arg(CommandText::nameOf(*job));
}

QString cannotKillJob(const models::ClusterState& state, const QString& id) {
    const auto* job = findJob(state, id);
    return job == nullptr                ? CommandText::tr("Choose a job")
        : models::jobEnded(job->state()) ? ended(CommandText::nameOf(*job))
                                         : QString();
}

QString cannotKillTask(const models::ClusterState& state, const QString& key) {
    const auto* task = findTask(state, key);
    return task == nullptr                 ? CommandText::tr("Choose a task")
        : models::taskEnded(task->state()) ? ended(CommandText::nameOf(*task))
                                           : QString();
}

OperatorCommand holdJobs(const models::ClusterState& state, const QStringList& jobs) {
    OperatorCommand command;
    for (const auto& id : jobs) {
        if (!cannotHold(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        command.items.push_back({CommandText::nameOf(job), holdRequest(job)});
        command.undo.push_back({CommandText::nameOf(job), releaseRequest(job)});
        command.question.list
            << CommandText::tr("%1 of %2").arg(CommandText::nameOf(job), text(job.user()));
    }
    const auto subject = CommandText::subject(command, &CommandText::jobs);
    if (command.items.size() == 1) {
        command.question.list.clear();
    }
    command.question.effect
        = CommandText::tr("Held in the queue until released: %1. The place in the "
                          "queue is kept, but other jobs may start first.")
              .arg(subject);
    command.question.reason = widgets::CommandQuestion::Reason::Required;
    finish(command, CommandText::tr("Hold %1").arg(subject), CommandText::tr("Hold"),
        CommandText::tr("Held: %1").arg(subject));
    return command;
}

OperatorCommand releaseJobs(const models::ClusterState& state, const QStringList& jobs) {
    OperatorCommand command;
    for (const auto& id : jobs) {
        if (!cannotRelease(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        command.items.push_back({CommandText::nameOf(job), releaseRequest(job)});
        command.undo.push_back({CommandText::nameOf(job), holdRequest(job)});
        command.undo.back().request.mutable_hold_job()->set_reason(job.hold().reason());
        command.question.list << CommandText::tr("%1, held by %2: %3")
                                     .arg(CommandText::nameOf(job), text(job.hold().author()),
                                         text(job.hold().reason()));
    }
    const auto subject = CommandText::subject(command, &CommandText::jobs);
    command.asks = false;
    command.question.effect
        = CommandText::tr("May start again from its place in the queue: %1.").arg(subject);
    finish(command, CommandText::tr("Release %1").arg(subject), CommandText::tr("Release"),
        CommandText::tr("Released: %1").arg(subject));
    return command;
}

OperatorCommand killJobs(const models::ClusterState& state, const QStringList& jobs) {
    OperatorCommand command;
    std::vector<const v1::Task*> stopped;
    int queued = 0;
    for (const auto& id : jobs) {
        if (!cannotKillJob(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        v1::Request request;
        request.mutable_kill_job()->set_job_id(job.id());
        command.items.push_back({CommandText::nameOf(job), request});
        const auto* task = state.taskOf(job);
        if (task != nullptr && !models::taskEnded(task->state())) {
            stopped.push_back(task);
            command.question.list << CommandText::line(*task);
        } else {
            ++queued;
            command.question.list << CommandText::tr("%1 of %2, not started")
                                         .arg(CommandText::nameOf(job), text(job.user()));
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::jobs);
    QStringList sentences;
    if (!stopped.empty()) {
        sentences << CommandText::tr(
            "This %1. Their processes are killed and unsaved results are lost.")
                         .arg(CommandText::stops(stopped));
    }
    if (queued > 0) {
        sentences << CommandText::tr("Removed from the queue: %1.").arg(CommandText::jobs(queued));
    }
    command.question.effect = sentences.join(QLatin1Char(' '));
    command.question.reason = widgets::CommandQuestion::Reason::Optional;
    finish(command, CommandText::tr("Kill %1").arg(subject), CommandText::tr("Kill"),
        CommandText::tr("Killing: %1").arg(subject));
    return command;
}

OperatorCommand killTasks(const models::ClusterState& state, const QStringList& taskKeys) {
    OperatorCommand command;
    std::vector<const v1::Task*> stopped;
    for (const auto& key : taskKeys) {
        if (!cannotKillTask(state, key).isEmpty()) {
            continue;
        }
        const auto& task = *findTask(state, key);
        v1::Request request;
        request.mutable_kill_task()->set_framework_id(task.framework_id());
        request.mutable_kill_task()->set_task_id(task.id());
        command.items.push_back({CommandText::nameOf(task), request});
        stopped.push_back(&task);
        command.question.list << CommandText::line(task);
    }
    const auto subject = CommandText::subject(command, &CommandText::tasks);
    command.question.effect
        = CommandText::tr("This %1. Their processes are killed and unsaved results "
                          "are lost. Their frameworks may restart them.")
              .arg(CommandText::stops(stopped));
    command.question.reason = widgets::CommandQuestion::Reason::Optional;
    finish(command, CommandText::tr("Kill %1").arg(subject), CommandText::tr("Kill"),
        CommandText::tr("Killing: %1").arg(subject));
    return command;
}

} // namespace muster::console

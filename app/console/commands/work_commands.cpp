// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_text.h"
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

ObjectState stateOf(const v1::Job& job) {
    const bool queued = job.state() == v1::Job::QUEUED;
    return models::jobEnded(job.state()) ? ObjectState::Ended
        : job.has_hold()                 ? ObjectState::Held
        : !queued                        ? ObjectState::Running
        : job.launched()                 ? ObjectState::Starting
                                         : ObjectState::Ready;
}

QString refusalOfJob(CommandKind kind, const models::ClusterState& state, const QString& id) {
    const auto* job = findJob(state, id);
    return job == nullptr ? CommandText::choose(kind)
                          : CommandText::refused(kind, stateOf(*job), CommandText::nameOf(*job));
}

} // namespace

QString cannotHold(const models::ClusterState& state, const QString& id) {
    return refusalOfJob(CommandKind::HoldJob, state, id);
}

QString cannotRelease(const models::ClusterState& state, const QString& id) {
    return refusalOfJob(CommandKind::ReleaseJob, state, id);
}

QString cannotKillJob(const models::ClusterState& state, const QString& id) {
    return refusalOfJob(CommandKind::KillJob, state, id);
}

QString cannotKillTask(const models::ClusterState& state, const QString& key) {
    constexpr auto kCommand = CommandKind::KillTask;
    const auto* task = findTask(state, key);
    return task == nullptr
        ? CommandText::choose(kCommand)
        : CommandText::refused(kCommand,
            models::taskEnded(task->state()) ? ObjectState::Ended : ObjectState::Running,
            CommandText::nameOf(*task));
}

OperatorCommand holdJobs(const models::ClusterState& state, const QStringList& jobs) {
    OperatorCommand command;
    for (const auto& id : jobs) {
        if (!cannotHold(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        add(command, CommandKind::HoldJob, CommandText::nameOf(job), job.id());
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
    finish(command, CommandKind::HoldJob, CommandText::tr("Hold %1").arg(subject),
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
        add(command, CommandKind::ReleaseJob, CommandText::nameOf(job), job.id());
        command.undo.back().request.mutable_hold_job()->set_reason(job.hold().reason());
        command.question.list << CommandText::tr("%1, held by %2: %3")
                                     .arg(CommandText::nameOf(job), text(job.hold().author()),
                                         text(job.hold().reason()));
    }
    const auto subject = CommandText::subject(command, &CommandText::jobs);
    command.question.effect
        = CommandText::tr("May start again from its place in the queue: %1.").arg(subject);
    finish(command, CommandKind::ReleaseJob, CommandText::tr("Release %1").arg(subject),
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
        add(command, CommandKind::KillJob, CommandText::nameOf(job), job.id());
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
    finish(command, CommandKind::KillJob, CommandText::tr("Kill %1").arg(subject),
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
    finish(command, CommandKind::KillTask, CommandText::tr("Kill %1").arg(subject),
        CommandText::tr("Killing: %1").arg(subject));
    return command;
}

} // namespace muster::console

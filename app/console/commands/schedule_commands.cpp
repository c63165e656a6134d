// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QUrl>

#include "app/console/commands/api_call.h"
#include "app/console/commands/command_text.h"
#include "widgets/models/schedule_model.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

// Of a call about one schedule: "job/", "job/pause/".
v1::Request callOf(const char* method, const char* call, const QString& id) {
    return apiCall(method,
        std::string("/chronos/v1/scheduler/") + call + QUrl::toPercentEncoding(id).toStdString());
}

} // namespace

QString cannotRunSchedule(const models::ClusterState& state, const QString& id) {
    return state.schedule(id.toStdString()) == nullptr ? CommandText::tr("Choose a schedule")
                                                       : QString();
}

QString cannotPauseSchedule(const models::ClusterState& state, const QString& id) {
    const auto why = cannotRunSchedule(state, id);
    return why.isEmpty() && state.schedule(id.toStdString())->paused()
        ? CommandText::tr("%1 is already paused").arg(id)
        : why;
}

QString cannotResumeSchedule(const models::ClusterState& state, const QString& id) {
    const auto why = cannotRunSchedule(state, id);
    return why.isEmpty() && !state.schedule(id.toStdString())->paused()
        ? CommandText::tr("%1 is not paused").arg(id)
        : why;
}

OperatorCommand runSchedules(const models::ClusterState& state, const QStringList& schedules) {
    OperatorCommand command;
    for (const auto& id : schedules) {
        if (cannotRunSchedule(state, id).isEmpty()) {
            command.items.push_back({id, callOf("PUT", "job/", id)});
            command.question.list << id;
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::schedules);
    command.asks = false;
    command.question.effect = CommandText::tr("A run of %1 is started at once.").arg(subject);
    finish(command, CommandText::tr("Run"), CommandText::tr("Run %1 now").arg(subject),
        CommandText::tr("Started a run: %1").arg(subject));
    return command;
}

OperatorCommand pauseSchedules(const models::ClusterState& state, const QStringList& schedules) {
    OperatorCommand command;
    for (const auto& id : schedules) {
        if (cannotPauseSchedule(state, id).isEmpty()) {
            command.items.push_back({id, callOf("PUT", "job/pause/", id)});
            command.undo.push_back({id, callOf("PUT", "job/resume/", id)});
            command.question.list << id;
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::schedules);
    command.asks = false;
    command.question.effect
        = CommandText::tr("No run of %1 is started until it is resumed. Runs that have started go "
                          "on.")
              .arg(subject);
    finish(command, CommandText::tr("Pause"), CommandText::tr("Pause %1").arg(subject),
        CommandText::tr("Paused: %1").arg(subject));
    return command;
}

OperatorCommand resumeSchedules(const models::ClusterState& state, const QStringList& schedules) {
    OperatorCommand command;
    for (const auto& id : schedules) {
        if (cannotResumeSchedule(state, id).isEmpty()) {
            command.items.push_back({id, callOf("PUT", "job/resume/", id)});
            command.undo.push_back({id, callOf("PUT", "job/pause/", id)});
            command.question.list << id;
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::schedules);
    command.asks = false;
    command.question.effect
        = CommandText::tr("Runs of %1 are started again when they are due.").arg(subject);
    finish(command, CommandText::tr("Resume"), CommandText::tr("Resume %1").arg(subject),
        CommandText::tr("Resumed: %1").arg(subject));
    return command;
}

OperatorCommand deleteSchedules(const models::ClusterState& state, const QStringList& schedules) {
    OperatorCommand command;
    for (const auto& id : schedules) {
        if (!cannotRunSchedule(state, id).isEmpty()) {
            continue;
        }
        command.items.push_back({id, callOf("DELETE", "job/", id)});
        for (const auto& run : state.schedule(id.toStdString())->live()) {
            command.question.list << CommandText::tr("%1 of %2").arg(text(run), id);
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::schedules);
    command.question.effect = command.question.list.isEmpty()
        ? CommandText::tr("%1 is deleted. None of its runs is under way.").arg(subject)
        : CommandText::tr("%1 is deleted. Its runs are killed and unsaved results are lost.")
              .arg(subject);
    finish(command, CommandText::tr("Delete"), CommandText::tr("Delete %1").arg(subject),
        CommandText::tr("Deleted: %1").arg(subject));
    return command;
}

} // namespace muster::console

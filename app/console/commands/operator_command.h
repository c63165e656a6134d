// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QStringList>

#include "core/proto/muster/v1/console.pb.h"
#include "widgets/forms/command_dialog.h"

namespace muster::models {
class ClusterState;
}

namespace muster::console {

// An operator command, as data: what the dialog asks, what the master is sent, how it is taken
// back. One request for each object.
struct OperatorCommand {
    struct Item {
        QString name; // of the object: "node-7"
        v1::Request request; // author, reason, end and grace are filled in when it is given
    };

    widgets::CommandQuestion question;
    bool asks = true; // false: it is harmless, and given at once unless it is about many
    std::vector<Item> items;
    QString done; // "node-7 is being drained"
    std::vector<Item> undo; // in the order of `items`; none: it cannot be undone
    bool undoAsks = false; // for the undo stops something itself
    // Where the question asks for a number of instances: puts it into a request.
    void (*setInstances)(v1::Request& request, int instances) = nullptr;

    bool empty() const { return items.empty(); }
};

// Why such a command cannot be given about the object; empty: it can.
QString cannotDrain(const models::ClusterState& state, const QString& agent);
QString cannotResume(const models::ClusterState& state, const QString& agent);
QString cannotHold(const models::ClusterState& state, const QString& job);
QString cannotRelease(const models::ClusterState& state, const QString& job);
QString cannotKillJob(const models::ClusterState& state, const QString& job);
QString cannotKillTask(const models::ClusterState& state, const QString& taskKey);
QString cannotRestrict(const models::ClusterState& state, const QString& gpu);
QString cannotReleaseGpu(const models::ClusterState& state, const QString& gpu);
QString cannotRescind(const models::ClusterState& state, const QString& offer);
QString cannotChangeService(const models::ClusterState& state, const QString& service);
QString cannotRollBack(const models::ClusterState& state, const QString& service);
QString cannotRunSchedule(const models::ClusterState& state, const QString& schedule);
QString cannotPauseSchedule(const models::ClusterState& state, const QString& schedule);
QString cannotResumeSchedule(const models::ClusterState& state, const QString& schedule);

// About those of the objects that it can be given about.
OperatorCommand drainNodes(const models::ClusterState& state, const QStringList& agents);
OperatorCommand resumeNodes(const models::ClusterState& state, const QStringList& agents);
OperatorCommand holdJobs(const models::ClusterState& state, const QStringList& jobs);
OperatorCommand releaseJobs(const models::ClusterState& state, const QStringList& jobs);
OperatorCommand killJobs(const models::ClusterState& state, const QStringList& jobs);
OperatorCommand killTasks(const models::ClusterState& state, const QStringList& taskKeys);
OperatorCommand restrictGpus(const models::ClusterState& state, const QStringList& gpus);
OperatorCommand releaseGpus(const models::ClusterState& state, const QStringList& gpus);
OperatorCommand rescindOffers(const models::ClusterState& state, const QStringList& offers);
OperatorCommand scaleServices(const models::ClusterState& state, const QStringList& services);
OperatorCommand restartServices(const models::ClusterState& state, const QStringList& services);
OperatorCommand rollBackDeployments(const models::ClusterState& state, const QStringList& services);
OperatorCommand deleteServices(const models::ClusterState& state, const QStringList& services);
OperatorCommand runSchedules(const models::ClusterState& state, const QStringList& schedules);
OperatorCommand pauseSchedules(const models::ClusterState& state, const QStringList& schedules);
OperatorCommand resumeSchedules(const models::ClusterState& state, const QStringList& schedules);
OperatorCommand deleteSchedules(const models::ClusterState& state, const QStringList& schedules);

} // namespace muster::console

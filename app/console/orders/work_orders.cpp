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

ObjectState stateOf(const v1::Job& job) {
    const bool queued = job.state() == wireName(JobState::Queued);
    return models::jobEnded(job.state()) ? ObjectState::Ended
        : job.has_hold()                 ? ObjectState::Held
        : !queued                        ? ObjectState::Running
        : job.launched()                 ? ObjectState::Starting
                                         : ObjectState::Ready;
}

QString cannot(OperatorCommand command, const models::ClusterState& state, const QString& id) {
    const auto* job = findJob(state, id);
    return job == nullptr ? OrderText::choose(command)
                          : OrderText::refused(command, stateOf(*job), OrderText::nameOf(*job));
}

} // namespace

QString cannotHold(const models::ClusterState& state, const QString& id) {
    return cannot(OperatorCommand::HoldJob, state, id);
}

QString cannotRelease(const models::ClusterState& state, const QString& id) {
    return cannot(OperatorCommand::ReleaseJob, state, id);
}

QString cannotKillJob(const models::ClusterState& state, const QString& id) {
    return cannot(OperatorCommand::KillJob, state, id);
}

QString cannotKillTask(const models::ClusterState& state, const QString& key) {
    constexpr auto kCommand = OperatorCommand::KillTask;
    const auto* task = findTask(state, key);
    return task == nullptr
        ? OrderText::choose(kCommand)
        : OrderText::refused(kCommand,
            models::taskEnded(task->state()) ? ObjectState::Ended : ObjectState::Running,
            OrderText::nameOf(*task));
}

Order holdJobs(const models::ClusterState& state, const QStringList& jobs) {
    Order order;
    for (const auto& id : jobs) {
        if (!cannotHold(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        add(order, OperatorCommand::HoldJob, OrderText::nameOf(job), job.id());
        order.question.list
            << OrderText::tr("%1 of %2").arg(OrderText::nameOf(job), text(job.user()));
    }
    const auto subject = OrderText::subject(order, &OrderText::jobs);
    if (order.items.size() == 1) {
        order.question.list.clear();
    }
    order.question.effect
        = OrderText::tr("Until the release %1 does not start. The place in the queue is kept, and "
                        "others may go ahead.")
              .arg(subject);
    finish(order, OperatorCommand::HoldJob, OrderText::tr("Hold %1").arg(subject),
        OrderText::tr("Held: %1").arg(subject));
    return order;
}

Order releaseJobs(const models::ClusterState& state, const QStringList& jobs) {
    Order order;
    for (const auto& id : jobs) {
        if (!cannotRelease(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        add(order, OperatorCommand::ReleaseJob, OrderText::nameOf(job), job.id());
        order.undo.back().request.mutable_hold_job()->set_reason(job.hold().reason());
        order.question.list << OrderText::tr("%1, held by %2: %3")
                                   .arg(OrderText::nameOf(job), text(job.hold().author()),
                                       text(job.hold().reason()));
    }
    const auto subject = OrderText::subject(order, &OrderText::jobs);
    order.question.effect = OrderText::tr("Back to the old place in the queue: %1.").arg(subject);
    finish(order, OperatorCommand::ReleaseJob, OrderText::tr("Release %1").arg(subject),
        OrderText::tr("Released: %1").arg(subject));
    return order;
}

Order killJobs(const models::ClusterState& state, const QStringList& jobs) {
    Order order;
    std::vector<const v1::Task*> stopped;
    int queued = 0;
    for (const auto& id : jobs) {
        if (!cannotKillJob(state, id).isEmpty()) {
            continue;
        }
        const auto& job = *findJob(state, id);
        add(order, OperatorCommand::KillJob, OrderText::nameOf(job), job.id());
        const auto* task = state.taskOf(job);
        if (task != nullptr && !models::taskEnded(task->state())) {
            stopped.push_back(task);
            order.question.list << OrderText::line(*task);
        } else {
            ++queued;
            order.question.list << OrderText::tr("%1 of %2, not started")
                                       .arg(OrderText::nameOf(job), text(job.user()));
        }
    }
    const auto subject = OrderText::subject(order, &OrderText::jobs);
    QStringList sentences;
    if (!stopped.empty()) {
        sentences << OrderText::tr("This %1. Their processes are ended; what they have not written "
                                   "is lost.")
                         .arg(OrderText::stops(stopped));
    }
    if (queued > 0) {
        sentences << OrderText::tr("Out of the queue: %1.").arg(OrderText::jobs(queued));
    }
    order.question.effect = sentences.join(QLatin1Char(' '));
    finish(order, OperatorCommand::KillJob, OrderText::tr("Kill %1").arg(subject),
        OrderText::tr("Being killed: %1").arg(subject));
    return order;
}

Order killTasks(const models::ClusterState& state, const QStringList& taskKeys) {
    Order order;
    std::vector<const v1::Task*> stopped;
    for (const auto& key : taskKeys) {
        if (!cannotKillTask(state, key).isEmpty()) {
            continue;
        }
        const auto& task = *findTask(state, key);
        v1::Request request;
        request.mutable_kill_task()->set_framework_id(task.framework_id());
        request.mutable_kill_task()->set_task_id(task.id());
        order.items.push_back({OrderText::nameOf(task), request});
        stopped.push_back(&task);
        order.question.list << OrderText::line(task);
    }
    const auto subject = OrderText::subject(order, &OrderText::tasks);
    order.question.effect
        = OrderText::tr("This %1. Their processes are ended; what they have not written is lost. "
                        "Their frameworks may start them again.")
              .arg(OrderText::stops(stopped));
    finish(order, OperatorCommand::KillTask, OrderText::tr("Kill %1").arg(subject),
        OrderText::tr("Being killed: %1").arg(subject));
    return order;
}

} // namespace muster::console

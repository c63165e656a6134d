// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_orders.h"

#include "agentd/clock.h"
#include "agentd/master/lookup.h"
#include "core/kernel/base/operator_command.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

Control::Done replyTo(const Caller& caller) {
    return [caller](const Status& status) { caller.reply(status); };
}

// Of an order for a GPU, which is the agent's to carry out.
Control::Done gpuReplyTo(const Caller& caller, const Control& control, const GpuUuid& gpu) {
    return [caller, &control, gpu](const Status& status) {
        const auto found = control.master().gpu(gpu);
        if (!status || !found || found->agent->link) {
            return caller.reply(status);
        }
        muster::v1::Reply reply;
        reply.set_note(fmt::format("{} is not connected: it is carried out as soon as it is back",
            found->agent->info.hostname));
        caller.reply(std::move(reply));
    };
}

// One that was only deactivated takes no work either, and resumes as a drained one does.
ObjectState stateOf(const cluster::AgentPolicy& policy) {
    using Drain = cluster::AgentPolicy::Drain;
    return policy.drain == Drain::Draining ? ObjectState::Draining
        : policy.deactivated               ? ObjectState::Drained
                                           : ObjectState::Ready;
}

// A second drain would begin anew, with its own author and time.
Status checkDrain(const cluster::Agent& node) {
    const auto& policy = node.policy;
    return policy.drain == cluster::AgentPolicy::Drain::None
        ? Status()
        : checkState(OperatorCommand::DrainNode, stateOf(policy), node.info.hostname,
            fmt::format("by {}: {}", policy.author.empty() ? "an operator" : policy.author,
                policy.reason.empty() ? "no reason was given" : policy.reason));
}

// An error goes to the caller; what is found goes on.
template <typename T>
bool refused(const Caller& caller, const tl::expected<T, Error>& found) {
    if (!found) {
        caller.reply(tl::unexpected(found.error()));
    }
    return !found;
}

} // namespace

void ConsoleOrders::kill(const Caller& caller, const muster::v1::KillJob& order) {
    const auto job = findLiveJob(m_control.jobs(), order.job_id());
    if (refused(caller, checkReason(OperatorCommand::KillJob, order.reason()))
        || refused(caller, job)) {
        return;
    }
    m_control.killJob(*job, {caller.author(order.author()), order.reason()}, replyTo(caller));
}

void ConsoleOrders::kill(const Caller& caller, const muster::v1::KillTask& order) {
    auto task = findTask(m_control, m_journal, order.framework_id(), order.task_id());
    if (refused(caller, checkReason(OperatorCommand::KillTask, order.reason()))
        || refused(caller, task)) {
        return;
    }
    m_control.killTask(
        std::move(task->task), {caller.author(order.author()), order.reason()}, replyTo(caller));
}

void ConsoleOrders::restrict(const Caller& caller, const muster::v1::RestrictGpu& order) {
    const auto gpu = findGpu(m_control.master(), order.uuid());
    if (refused(caller, gpu)
        || refused(caller, checkReason(OperatorCommand::RestrictGpu, order.reason()))) {
        return;
    }
    const Instant at = now();
    Restriction restriction{.gpu = *gpu,
        .reason = order.reason(),
        .author = caller.author(order.author()),
        .since = at};
    if (order.until_ms() != 0) {
        restriction.until = proto::instant(order.until_ms());
        if (*restriction.until <= at) {
            return caller.reply(failure("The restriction would end in the past"));
        }
    }
    m_control.restrict(std::move(restriction), gpuReplyTo(caller, m_control, *gpu));
}

void ConsoleOrders::release(const Caller& caller, const muster::v1::ReleaseGpu& order) {
    const auto& master = m_control.master();
    const GpuUuid whole{order.uuid()}; // also of one that no machine shows now
    const auto gpu = master.restriction(whole) ? whole : findGpu(master, order.uuid());
    if (!refused(caller, gpu)) {
        m_control.release(*gpu, caller.author(order.author()), gpuReplyTo(caller, m_control, *gpu));
    }
}

void ConsoleOrders::rescind(const Caller& caller, const muster::v1::RescindOffer& order) {
    const auto offer = findOffer(m_control.master(), order.offer_id());
    if (refused(caller, offer)
        || refused(caller, checkReason(OperatorCommand::RescindOffer, order.reason()))) {
        return;
    }
    m_control.operate(
        cluster::OperatorRescind{0, *offer, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::drain(const Caller& caller, const muster::v1::DrainNode& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, agent)
        || refused(caller, checkReason(OperatorCommand::DrainNode, order.reason()))
        || refused(caller, checkDrain(**agent))) {
        return;
    }
    if (order.max_grace_ms() < 0) {
        return caller.reply(failure("The longest grace period cannot be below 0"));
    }
    cluster::OperatorDrain wish{
        0, (*agent)->id, {}, false, caller.author(order.author()), order.reason()};
    if (order.max_grace_ms() > 0) {
        wish.maxGrace = std::chrono::milliseconds(order.max_grace_ms());
    }
    m_control.operate(std::move(wish), replyTo(caller));
}

void ConsoleOrders::reactivate(const Caller& caller, const muster::v1::ReactivateNode& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, checkReason(OperatorCommand::ResumeNode, order.reason()))
        || refused(caller, agent)
        || refused(caller,
            checkState(
                OperatorCommand::ResumeNode, stateOf((*agent)->policy), (*agent)->info.hostname))) {
        return;
    }
    m_control.operate(
        cluster::OperatorReactivate{0, (*agent)->id, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::markGone(const Caller& caller, const muster::v1::MarkNodeGone& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, agent)
        || refused(caller, checkReason(OperatorCommand::MarkNodeGone, order.reason()))) {
        return;
    }
    m_control.operate(
        cluster::OperatorMarkGone{0, (*agent)->id, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::hold(const Caller& caller, const muster::v1::HoldJob& order) {
    const auto job = findLiveJob(m_control.jobs(), order.job_id());
    if (refused(caller, job)
        || refused(caller, checkReason(OperatorCommand::HoldJob, order.reason()))) {
        return;
    }
    m_control.holdJob(*job, caller.author(order.author()), order.reason(), replyTo(caller));
}

void ConsoleOrders::release(const Caller& caller, const muster::v1::ReleaseJob& order) {
    if (const auto job = findLiveJob(m_control.jobs(), order.job_id()); !refused(caller, job)) {
        m_control.releaseJob(*job, caller.author(order.author()), replyTo(caller));
    }
}

void ConsoleOrders::acknowledge(const Caller& caller, const muster::v1::AcknowledgeAlert& order) {
    if (refused(caller, checkReason(OperatorCommand::AcknowledgeAlert, order.note(), "note"))) {
        return;
    }
    m_alerts.acknowledge(order.alert_id(),
        {.author = caller.author(order.author()),
            .at = now(),
            .note = order.note(),
            .mutedUntil = proto::maybeInstant(order.muted_until_ms())},
        [caller](const Status& status) { caller.reply(status); });
}

} // namespace muster::agentd

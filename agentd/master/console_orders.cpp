// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_orders.h"

#include "agentd/clock.h"
#include "agentd/master/lookup.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

// Others read it in tables and logs.
Status checkReason(const std::string& reason, const char* what = "reason") {
    constexpr std::size_t kLongest = 1000;
    return reason.size() <= kLongest ? Status()
                                     : failure(fmt::format("The {} has {} bytes, the maximum is {}",
                                         what, reason.size(), kLongest));
}

// `what`: "A drain".
Status needReason(const std::string& reason, std::string_view what) {
    return reason.empty()
        ? failure(fmt::format("{} needs a reason, which is shown to others", what))
        : checkReason(reason);
}

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
        reply.set_note(
            fmt::format("{} is not connected: the command takes effect as soon as it is back",
                found->agent->info.hostname));
        caller.reply(std::move(reply));
    };
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
    if (refused(caller, checkReason(order.reason())) || refused(caller, job)) {
        return;
    }
    m_control.killJob(*job, {caller.author(order.author()), order.reason()}, replyTo(caller));
}

void ConsoleOrders::kill(const Caller& caller, const muster::v1::KillTask& order) {
    auto task = findTask(m_control, m_journal, order.framework_id(), order.task_id());
    if (refused(caller, checkReason(order.reason())) || refused(caller, task)) {
        return;
    }
    m_control.killTask(
        std::move(task->task), {caller.author(order.author()), order.reason()}, replyTo(caller));
}

void ConsoleOrders::restrict(const Caller& caller, const muster::v1::RestrictGpu& order) {
    const auto gpu = findGpu(m_control.master(), order.uuid());
    if (refused(caller, gpu) || refused(caller, needReason(order.reason(), "A restriction"))) {
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
            return caller.reply(failure("The end of the restriction is in the past"));
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
        || refused(caller, needReason(order.reason(), "Rescinding an offer"))) {
        return;
    }
    m_control.execute(
        cluster::OperatorRescind{0, *offer, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::drain(const Caller& caller, const muster::v1::DrainNode& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, agent) || refused(caller, needReason(order.reason(), "A drain"))) {
        return;
    }
    // A second order would begin anew, with its own author and time.
    const auto& policy = (*agent)->policy;
    if (policy.drain != cluster::AgentPolicy::Drain::None) {
        return caller.reply(
            failure(fmt::format("{} is already drained, by {}: {}", (*agent)->info.hostname,
                        policy.author.empty() ? "an operator" : policy.author,
                        policy.reason.empty() ? "no reason given" : policy.reason),
                Error::Kind::Conflict));
    }
    if (order.max_grace_ms() < 0) {
        return caller.reply(failure("The maximum grace period cannot be negative"));
    }
    cluster::OperatorDrain drain{
        0, (*agent)->id, {}, false, caller.author(order.author()), order.reason()};
    if (order.max_grace_ms() > 0) {
        drain.maxGrace = std::chrono::milliseconds(order.max_grace_ms());
    }
    m_control.execute(std::move(drain), replyTo(caller));
}

void ConsoleOrders::reactivate(const Caller& caller, const muster::v1::ReactivateNode& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, checkReason(order.reason())) || refused(caller, agent)) {
        return;
    }
    const auto& node = **agent;
    if (node.policy.drain == cluster::AgentPolicy::Drain::Draining) {
        return caller.reply(failure(
            fmt::format(
                "{} is still draining, {} of its tasks have not ended: resume it when they have",
                node.info.hostname, node.tasks.size()),
            Error::Kind::Conflict));
    }
    if (!node.policy.deactivated) {
        return caller.reply(
            failure(fmt::format("{} is not drained", node.info.hostname), Error::Kind::Conflict));
    }
    m_control.execute(
        cluster::OperatorReactivate{0, node.id, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::markGone(const Caller& caller, const muster::v1::MarkNodeGone& order) {
    const auto agent = findAgent(m_control.master(), order.agent());
    if (refused(caller, agent)
        || refused(caller, needReason(order.reason(), "Marking a node as gone"))) {
        return;
    }
    m_control.execute(
        cluster::OperatorMarkGone{0, (*agent)->id, caller.author(order.author()), order.reason()},
        replyTo(caller));
}

void ConsoleOrders::hold(const Caller& caller, const muster::v1::HoldJob& order) {
    const auto job = findLiveJob(m_control.jobs(), order.job_id());
    if (refused(caller, job) || refused(caller, needReason(order.reason(), "A hold"))) {
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
    if (refused(caller, checkReason(order.note(), "note"))) {
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

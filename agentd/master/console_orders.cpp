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

// Of a command for a GPU, which is the agent's to carry out.
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

void ConsoleCommands::kill(const Caller& caller, const muster::v1::KillJob& command) {
    const auto job = findLiveJob(m_control.jobs(), command.job_id());
    if (refused(caller, checkReason(command.reason())) || refused(caller, job)) {
        return;
    }
    m_control.killJob(*job, {caller.author(command.author()), command.reason()}, replyTo(caller));
}

void ConsoleCommands::kill(const Caller& caller, const muster::v1::KillTask& command) {
    auto task = findTask(m_control, m_journal, command.framework_id(), command.task_id());
    if (refused(caller, checkReason(command.reason())) || refused(caller, task)) {
        return;
    }
    m_control.killTask(std::move(task->task), {caller.author(command.author()), command.reason()},
        replyTo(caller));
}

void ConsoleCommands::restrict(const Caller& caller, const muster::v1::RestrictGpu& command) {
    const auto gpu = findGpu(m_control.master(), command.uuid());
    if (refused(caller, gpu) || refused(caller, needReason(command.reason(), "A restriction"))) {
        return;
    }
    const Instant at = now();
    Restriction restriction{.gpu = *gpu,
        .reason = command.reason(),
        .author = caller.author(command.author()),
        .since = at};
    if (command.until_ms() != 0) {
        restriction.until = proto::instant(command.until_ms());
        if (*restriction.until <= at) {
            return caller.reply(failure("The end of the restriction is in the past"));
        }
    }
    m_control.restrict(std::move(restriction), gpuReplyTo(caller, m_control, *gpu));
}

void ConsoleCommands::release(const Caller& caller, const muster::v1::ReleaseGpu& command) {
    const auto& master = m_control.master();
    const GpuUuid whole{command.uuid()}; // also of one that no machine shows now
    const auto gpu = master.restriction(whole) ? whole : findGpu(master, command.uuid());
    if (!refused(caller, gpu)) {
        m_control.release(
            *gpu, caller.author(command.author()), gpuReplyTo(caller, m_control, *gpu));
    }
}

void ConsoleCommands::rescind(const Caller& caller, const muster::v1::RescindOffer& command) {
    const auto offer = findOffer(m_control.master(), command.offer_id());
    if (refused(caller, offer)
        || refused(caller, needReason(command.reason(), "Rescinding an offer"))) {
        return;
    }
    m_control.execute(
        cluster::OperatorRescind{0, *offer, caller.author(command.author()), command.reason()},
        replyTo(caller));
}

void ConsoleCommands::drain(const Caller& caller, const muster::v1::DrainNode& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, agent) || refused(caller, needReason(command.reason(), "A drain"))) {
        return;
    }
    // A second command would begin anew, with its own author and time.
    const auto& policy = (*agent)->policy;
    if (policy.drain != cluster::AgentPolicy::Drain::None) {
        return caller.reply(
            failure(fmt::format("{} is already drained, by {}: {}", (*agent)->info.hostname,
                        policy.author.empty() ? "an operator" : policy.author,
                        policy.reason.empty() ? "no reason given" : policy.reason),
                Error::Kind::Conflict));
    }
    if (command.max_grace_ms() < 0) {
        return caller.reply(failure("The maximum grace period cannot be negative"));
    }
    cluster::OperatorDrain drain{
        0, (*agent)->id, {}, false, caller.author(command.author()), command.reason()};
    if (command.max_grace_ms() > 0) {
        drain.maxGrace = std::chrono::milliseconds(command.max_grace_ms());
    }
    m_control.execute(std::move(drain), replyTo(caller));
}

void ConsoleCommands::reactivate(const Caller& caller, const muster::v1::ReactivateNode& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, checkReason(command.reason())) || refused(caller, agent)) {
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
        cluster::OperatorReactivate{0, node.id, caller.author(command.author()), command.reason()},
        replyTo(caller));
}

void ConsoleCommands::markGone(const Caller& caller, const muster::v1::MarkNodeGone& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, agent)
        || refused(caller, needReason(command.reason(), "Marking a node as gone"))) {
        return;
    }
    m_control.execute(cluster::OperatorMarkGone{0, (*agent)->id, caller.author(command.author()),
                          command.reason()},
        replyTo(caller));
}

void ConsoleCommands::hold(const Caller& caller, const muster::v1::HoldJob& command) {
    const auto job = findLiveJob(m_control.jobs(), command.job_id());
    if (refused(caller, job) || refused(caller, needReason(command.reason(), "A hold"))) {
        return;
    }
    m_control.holdJob(*job, caller.author(command.author()), command.reason(), replyTo(caller));
}

void ConsoleCommands::release(const Caller& caller, const muster::v1::ReleaseJob& command) {
    if (const auto job = findLiveJob(m_control.jobs(), command.job_id()); !refused(caller, job)) {
        m_control.releaseJob(*job, caller.author(command.author()), replyTo(caller));
    }
}

void ConsoleCommands::acknowledge(
    const Caller& caller, const muster::v1::AcknowledgeAlert& command) {
    if (refused(caller, checkReason(command.note(), "note"))) {
        return;
    }
    m_alerts.acknowledge(command.alert_id(),
        {.author = caller.author(command.author()),
            .at = now(),
            .note = command.note(),
            .mutedUntil = proto::maybeInstant(command.muted_until_ms())},
        [caller](const Status& status) { caller.reply(status); });
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_commands.h"

#include "agentd/clock.h"
#include "agentd/master/lookup.h"
#include "core/kernel/base/operator_command.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

Control::Done replyTo(const Caller& caller) {
    return [caller](const Status& status) { caller.reply(status); };
}

// Of a command for a GPU, which is the agent's to apply.
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
    if (refused(caller, checkReason(CommandKind::KillJob, command.reason()))
        || refused(caller, job)) {
        return;
    }
    m_control.killJob(*job, {caller.author(command.author()), command.reason()}, replyTo(caller));
}

void ConsoleCommands::kill(const Caller& caller, const muster::v1::KillTask& command) {
    auto task = findTask(m_control, m_journal, command.framework_id(), command.task_id());
    if (refused(caller, checkReason(CommandKind::KillTask, command.reason()))
        || refused(caller, task)) {
        return;
    }
    m_control.killTask(std::move(task->task), {caller.author(command.author()), command.reason()},
        replyTo(caller));
}

void ConsoleCommands::restrict(const Caller& caller, const muster::v1::RestrictGpu& command) {
    const auto gpu = findGpu(m_control.master(), command.uuid());
    if (refused(caller, gpu)
        || refused(caller, checkReason(CommandKind::RestrictGpu, command.reason()))) {
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
    m_control.execute(
        cluster::OperatorRestrict{0, std::move(restriction)}, gpuReplyTo(caller, m_control, *gpu));
}

void ConsoleCommands::release(const Caller& caller, const muster::v1::ReleaseGpu& command) {
    const auto& master = m_control.master();
    const GpuUuid whole{command.uuid()}; // also of one that no machine shows now
    const auto gpu = master.restriction(whole) ? whole : findGpu(master, command.uuid());
    if (!refused(caller, gpu)) {
        m_control.execute(cluster::OperatorRelease{0, *gpu, caller.author(command.author())},
            gpuReplyTo(caller, m_control, *gpu));
    }
}

void ConsoleCommands::rescind(const Caller& caller, const muster::v1::RescindOffer& command) {
    const auto offer = findOffer(m_control.master(), command.offer_id());
    if (refused(caller, offer)
        || refused(caller, checkReason(CommandKind::RescindOffer, command.reason()))) {
        return;
    }
    m_control.execute(
        cluster::OperatorRescind{0, *offer, caller.author(command.author()), command.reason()},
        replyTo(caller));
}

void ConsoleCommands::drain(const Caller& caller, const muster::v1::DrainNode& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, agent)
        || refused(caller, checkReason(CommandKind::DrainNode, command.reason()))) {
        return;
    }
    const auto most = proto::graceOf(
        "The maximum grace period", std::chrono::milliseconds(command.max_grace_ms()));
    if (refused(caller, most)) {
        return;
    }
    cluster::OperatorDrain drain{0, (*agent)->id, {}, false, caller.author(command.author()),
        command.reason(), cluster::NodeRules::Muster};
    if (*most > Duration::zero()) {
        drain.maxGrace = *most;
    }
    m_control.execute(std::move(drain), replyTo(caller));
}

void ConsoleCommands::reactivate(const Caller& caller, const muster::v1::ReactivateNode& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, checkReason(CommandKind::ResumeNode, command.reason()))
        || refused(caller, agent)) {
        return;
    }
    m_control.execute(cluster::OperatorReactivate{0, (*agent)->id, caller.author(command.author()),
                          command.reason(), cluster::NodeRules::Muster},
        replyTo(caller));
}

void ConsoleCommands::markGone(const Caller& caller, const muster::v1::MarkNodeGone& command) {
    const auto agent = findAgent(m_control.master(), command.agent());
    if (refused(caller, agent)
        || refused(caller, checkReason(CommandKind::MarkNodeGone, command.reason()))) {
        return;
    }
    m_control.execute(cluster::OperatorMarkGone{0, (*agent)->id, caller.author(command.author()),
                          command.reason(), cluster::NodeRules::Muster},
        replyTo(caller));
}

void ConsoleCommands::hold(const Caller& caller, const muster::v1::HoldJob& command) {
    const auto job = findLiveJob(m_control.jobs(), command.job_id());
    if (refused(caller, job)
        || refused(caller, checkReason(CommandKind::HoldJob, command.reason()))) {
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
    if (refused(caller, checkReason(CommandKind::AcknowledgeAlert, command.note(), "note"))) {
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

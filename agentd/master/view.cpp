// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/view.h"

#include "agentd/master/closed.h"
#include "agentd/master/job_fields.h"
#include "core/kernel/cluster/why_ended.h"
#include "core/proto/gpu.h"
#include "core/proto/resources.h"
#include "core/proto/scheduler.h"
#include "core/proto/states.h"
#include "core/proto/time.h"
#include "core/proto/why_ended.h"

namespace muster::agentd {
namespace {

using proto::milliseconds;

std::string capabilityName(cluster::Capability capability) {
    return mesos::v1::FrameworkInfo::Capability::Type_Name(
        static_cast<mesos::v1::FrameworkInfo::Capability::Type>(capability));
}

std::string pendingText(const cluster::GpuOrder& order, const std::string& hostname) {
    return fmt::format("To be {} by {} as soon as {} has confirmed it",
        order.restriction ? "restricted" : "released", order.author, hostname);
}

} // namespace

muster::v1::Agent row(
    const cluster::Agent& agent, std::uint32_t gpuGeneration, NoDataSince noDataSince) {
    muster::v1::Agent out;
    out.set_id(agent.id.value);
    out.set_hostname(agent.info.hostname);
    out.set_state(proto::toProto(agent.state));
    *out.mutable_resources() = proto::toRow(agent.info.total);
    *out.mutable_used() = proto::toRow(agent.used.total());
    *out.mutable_offered() = proto::toRow(agent.offered);
    proto::append(agent.info.attributes, *out.mutable_attributes());
    out.set_driver_version(agent.info.driverVersion);
    out.set_cuda_version(agent.info.cudaVersion);
    out.set_registered_ms(milliseconds(agent.registered));
    for (const auto& gpu : agent.info.gpus) {
        out.add_gpus(gpu.uuid.value);
    }
    out.set_gpu_generation(gpuGeneration);
    out.set_closed(closedText(agent));
    using Drain = cluster::AgentPolicy::Drain;
    if (const auto& policy = agent.policy; policy.drain != Drain::None) {
        auto& drain = *out.mutable_drain();
        drain.set_author(policy.author);
        drain.set_reason(policy.reason);
        drain.set_since_ms(milliseconds(policy.drainStart));
        drain.set_done(policy.drain == Drain::Drained);
    }
    if (noDataSince) {
        out.set_no_data_since_ms(milliseconds(*noDataSince));
    }
    return out;
}

muster::v1::Gpu::State shownState(const cluster::Master::GpuView& gpu, bool hasData) {
    if (!hasData) {
        return muster::v1::Gpu::WITHOUT_DATA;
    }
    return gpu.status.state == GpuState::Free && !unavailableText(*gpu.agent).empty()
        ? muster::v1::Gpu::UNAVAILABLE
        : proto::toProto(gpu.status.state);
}

muster::v1::Gpu row(const cluster::Master::GpuView& gpu, NoDataSince noDataSince) {
    auto out = proto::toProto(*gpu.info, &gpu.status);
    if (gpu.pending) {
        out.set_problem(pendingText(*gpu.pending, gpu.agent->info.hostname));
    }
    out.set_agent_id(gpu.agent->id.value);
    out.set_state(shownState(gpu, !noDataSince));
    if (noDataSince) {
        out.set_no_data_since_ms(milliseconds(*noDataSince));
    } else if (out.state() == muster::v1::Gpu::UNAVAILABLE && out.problem().empty()) {
        out.set_problem(unavailableText(*gpu.agent));
    }
    return out;
}

muster::v1::Framework row(const cluster::Framework& framework) {
    muster::v1::Framework out;
    out.set_id(framework.info.id.value);
    out.set_name(framework.info.name);
    out.set_user(framework.info.user);
    for (const auto& role : framework.info.roles) {
        out.add_roles(role);
    }
    for (const auto capability : framework.info.capabilities) {
        out.add_capabilities(capabilityName(capability));
    }
    out.set_connected(framework.link.has_value());
    *out.mutable_used() = proto::toRow(framework.used.total());
    out.set_registered_ms(milliseconds(framework.registered));
    return out;
}

muster::v1::Offer row(const cluster::Offer& offer, const cluster::Framework* framework) {
    muster::v1::Offer out;
    out.set_id(offer.id.value);
    out.set_framework_id(offer.framework.value);
    out.set_framework_name(framework == nullptr ? "" : framework->info.name);
    out.set_agent_id(offer.agent.value);
    out.set_hostname(offer.hostname);
    *out.mutable_resources() = proto::toRow(offer.resources);
    out.set_made_ms(milliseconds(offer.made));
    out.set_role(offer.role);
    return out;
}

muster::v1::Task row(const cluster::Task& task) {
    muster::v1::Task out;
    out.set_framework_id(task.framework.value);
    out.set_id(task.info.id.value);
    out.set_name(task.info.name);
    out.set_agent_id(task.info.agent.value);
    out.set_hostname(task.hostname);
    out.set_state(proto::toProto(task.latest.state));
    out.set_source(proto::toProto(task.latest.source));
    if (task.latest.reason) {
        out.set_reason(proto::toProto(*task.latest.reason));
    }
    out.set_message(task.latest.message);
    *out.mutable_resources() = proto::toRow(task.info.resources);
    for (const auto& gpu : task.gpus) {
        out.add_gpus(gpu.value);
    }
    out.set_user(task.info.user);
    out.set_command(proto::commandText(task.info.payload.bytes()));
    out.set_created_ms(milliseconds(task.created));
    out.set_started_ms(milliseconds(task.started));
    out.set_ended_ms(milliseconds(task.ended));
    if (task.latest.exitCode) {
        out.set_exit_code(*task.latest.exitCode);
    }
    if (task.latest.signal) {
        out.set_signal(*task.latest.signal);
    }
    proto::setWhy(task.latest, out);
    if (task.ended || task.latest.killedBy) {
        out.set_why(cluster::whyEnded(task.latest));
    }
    return out;
}

muster::v1::Job row(const jobs::Job& job, const FrameworkId& framework) {
    muster::v1::Job out;
    out.set_id(job.id.value);
    addFields(job.spec, out);
    out.set_command(job.spec.command);
    *out.mutable_resources() = proto::toRow(job.spec.resources);
    out.set_attempts(job.attempts);
    out.set_state(proto::toProto(job.state));
    out.set_message(job.message);
    out.set_why(job.why);
    if (job.killedBy) {
        *out.mutable_killed_by() = proto::toProto(*job.killedBy);
    }
    out.set_task_id(job.task ? job.task->value : "");
    out.set_agent_id(job.agent.value);
    out.set_submitted_ms(milliseconds(job.submitted));
    out.set_started_ms(milliseconds(job.started));
    out.set_ended_ms(milliseconds(job.ended));
    out.set_framework_id(framework.value);
    out.set_launched(job.launched);
    if (job.spec.run) {
        out.set_schedule(job.spec.run->schedule.value);
        out.set_slot_ms(milliseconds(job.spec.run->slot));
    }
    if (job.hold) {
        auto& hold = *out.mutable_hold();
        hold.set_author(job.hold->author);
        hold.set_reason(job.hold->reason);
        hold.set_since_ms(milliseconds(job.hold->since));
    }
    out.set_wait_reason(proto::toProto(job.waiting));
    out.set_wait_text(job.waitText);
    return out;
}

muster::v1::MetricInfo row(const MetricInfo& metric) {
    muster::v1::MetricInfo out;
    out.set_metric(static_cast<std::uint32_t>(metric.metric));
    out.set_key(std::string(metric.key));
    out.set_label(std::string(metric.label));
    out.set_unit(std::string(metric.unit));
    out.set_maximum(metric.maximum);
    out.set_help(std::string(metric.help));
    return out;
}

muster::v1::Alert row(const alerts::Alert& alert) {
    const auto& rule = alerts::info(alert.rule);
    muster::v1::Alert out;
    out.set_id(alerts::idOf(alert.rule, alert.object));
    out.set_rule(proto::toProto(alert.rule));
    out.set_severity(proto::toProto(rule.severity));
    out.set_object_kind(proto::toProto(rule.kind));
    out.set_object(alert.object);
    out.set_name(alert.name);
    out.set_text(alert.text);
    out.set_since_ms(milliseconds(alert.since));
    if (alert.seen) {
        out.set_acknowledged_by(alert.seen->author);
        out.set_acknowledged_ms(milliseconds(alert.seen->at));
        out.set_note(alert.seen->note);
        out.set_muted_until_ms(milliseconds(alert.seen->mutedUntil));
    }
    return out;
}

} // namespace muster::agentd

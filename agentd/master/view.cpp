// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/view.h"

#include "agentd/master/closed.h"
#include "core/kernel/cluster/why_ended.h"
#include "core/proto/gpu.h"
#include "core/proto/killed_by.h"
#include "core/proto/live_row.h"
#include "core/proto/scheduler.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using proto::instant;
using proto::maybeInstant;
using proto::milliseconds;

std::string capabilityName(cluster::Capability capability) {
    return mesos::v1::FrameworkInfo::Capability::Type_Name(
        static_cast<mesos::v1::FrameworkInfo::Capability::Type>(capability));
}

std::string commandText(const std::string& payload) {
    mesos::v1::TaskInfo info;
    info.ParsePartialFromString(payload);
    return proto::commandText(info.command());
}

JobState jobState(std::string_view name) {
    for (const auto state :
        {JobState::Running, JobState::Finished, JobState::Failed, JobState::Killed}) {
        if (wireName(state) == name) {
            return state;
        }
    }
    return JobState::Queued;
}

// States, sources and reasons have Mesos' numbers and names.
cluster::TaskStatus statusOf(const muster::v1::Task& in, const cluster::TaskInfo& info) {
    cluster::TaskStatus out{.task = info.id,
        .message = in.message(),
        .at = instant(in.ended_ms() != 0 ? in.ended_ms() : in.created_ms()),
        .agent = info.agent};
    if (mesos::v1::TaskState state; mesos::v1::TaskState_Parse(in.state(), &state)) {
        out.state = static_cast<TaskState>(state);
    }
    using Wire = mesos::v1::TaskStatus;
    if (Wire::Source source; Wire::Source_Parse(in.source(), &source)) {
        out.source = static_cast<StatusSource>(source);
    }
    if (Wire::Reason reason; Wire::Reason_Parse(in.reason(), &reason)) {
        out.reason = static_cast<Reason>(reason);
    }
    if (in.has_exit_code()) {
        out.exitCode = in.exit_code();
    }
    if (in.has_signal()) {
        out.signal = in.signal();
    }
    proto::readWhy(in, out);
    return out;
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
    out.set_state(std::string(wireName(agent.state)));
    out.set_resources(agent.info.total.text());
    out.set_used(agent.used.total().text());
    out.set_offered(agent.offered.text());
    out.set_attributes(attributesText(agent.info.attributes));
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

std::string_view shownState(const cluster::Master::GpuView& gpu, bool hasData) {
    if (!hasData) {
        return wireName(GpuState::NoData);
    }
    return gpu.status.state == GpuState::Free && !unavailableText(*gpu.agent).empty()
        ? proto::kUnavailable
        : wireName(gpu.status.state);
}

muster::v1::Gpu row(const cluster::Master::GpuView& gpu, NoDataSince noDataSince) {
    auto out = proto::toProto(*gpu.info, &gpu.status);
    if (gpu.pending) {
        out.set_problem(pendingText(*gpu.pending, gpu.agent->info.hostname));
    }
    out.set_agent_id(gpu.agent->id.value);
    out.set_state(std::string(shownState(gpu, !noDataSince)));
    if (noDataSince) {
        out.set_no_data_since_ms(milliseconds(*noDataSince));
    } else if (out.state() == proto::kUnavailable && out.problem().empty()) {
        out.set_problem(unavailableText(*gpu.agent));
    }
    return out;
}

muster::v1::Framework row(const cluster::Framework& framework, RowFor reader) {
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
    out.set_registered_ms(milliseconds(framework.registered));
    out.set_failover_timeout_us(framework.info.failoverTimeout.count());
    out.set_checkpoint(framework.info.checkpoint);
    out.set_principal(framework.info.principal);
    out.set_hostname(framework.info.hostname);
    if (reader == RowFor::Consoles) {
        out.set_connected(framework.link.has_value());
        out.set_used(framework.used.total().text());
    } else {
        out.set_payload(framework.info.payload);
    }
    return out;
}

muster::v1::Offer row(const cluster::Offer& offer, const cluster::Framework* framework) {
    muster::v1::Offer out;
    out.set_id(offer.id.value);
    out.set_framework_id(offer.framework.value);
    out.set_framework_name(framework == nullptr ? "" : framework->info.name);
    out.set_agent_id(offer.agent.value);
    out.set_hostname(offer.hostname);
    out.set_resources(offer.resources.text());
    out.set_made_ms(milliseconds(offer.made));
    out.set_role(offer.role);
    return out;
}

muster::v1::Task row(const cluster::Task& task, RowFor reader) {
    muster::v1::Task out;
    out.set_framework_id(task.framework.value);
    out.set_id(task.info.id.value);
    out.set_name(task.info.name);
    out.set_agent_id(task.info.agent.value);
    out.set_hostname(task.hostname);
    out.set_state(std::string(wireName(task.latest.state)));
    out.set_source(std::string(wireName(task.latest.source)));
    if (task.latest.reason) {
        out.set_reason(std::string(wireName(*task.latest.reason)));
    }
    out.set_message(task.latest.message);
    out.set_resources(task.info.resources.text());
    for (const auto& gpu : task.gpus) {
        out.add_gpus(gpu.value);
    }
    out.set_user(task.info.user);
    out.set_command(commandText(task.info.payload));
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
    if (reader == RowFor::Journal) {
        out.set_payload(proto::toProto(task.info).SerializeAsString());
        out.set_home(task.home);
        if (task.wantedKill) {
            auto& kill = *out.mutable_wanted_kill();
            *kill.mutable_by() = proto::toProto(task.wantedKill->by);
            if (task.wantedKill->grace) {
                kill.set_grace_us(task.wantedKill->grace->count());
            }
        }
    }
    return out;
}

muster::v1::Job row(const jobs::Job& job, const FrameworkId& framework, RowFor reader) {
    muster::v1::Job out;
    out.set_id(job.id.value);
    out.set_name(job.spec.name);
    out.set_user(job.spec.user);
    out.set_command(job.spec.command);
    out.set_resources(job.spec.resources.text());
    for (const auto& constraint : job.spec.constraints) {
        auto* added = out.add_constraints();
        added->set_attribute(constraint.attribute);
        added->set_value(constraint.value);
    }
    out.set_linked(job.spec.linked);
    out.set_priority(job.spec.priority);
    out.set_retries(job.spec.retries);
    out.set_attempts(job.attempts);
    out.set_state(std::string(wireName(job.state)));
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
    if (job.hold) {
        auto& hold = *out.mutable_hold();
        hold.set_author(job.hold->author);
        hold.set_reason(job.hold->reason);
        hold.set_since_ms(milliseconds(job.hold->since));
    }
    if (reader == RowFor::Journal) {
        out.set_payload(job.spec.payload);
        out.set_not_before_ms(milliseconds(job.notBefore));
        out.set_failures(job.failures);
        out.set_killing(job.killing);
        out.set_key(job.key);
        out.set_first_started_ms(milliseconds(job.firstStarted));
    } else {
        out.set_wait_reason(std::string(wireName(job.waiting)));
        out.set_wait_text(job.waitText);
    }
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

muster::v1::Quota row(const cluster::QuotaConfig& config) {
    muster::v1::Quota out;
    out.set_role(config.role);
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (config.quota.guarantees[kind] != 0) {
            (*out.mutable_guarantees())[name] = config.quota.guarantees[kind];
        }
        if (config.quota.limits[kind] != allocator::Quota::kUnlimited) {
            (*out.mutable_limits())[name] = config.quota.limits[kind];
        }
    }
    return out;
}

muster::v1::Weight row(const cluster::RoleWeight& weight) {
    muster::v1::Weight out;
    out.set_role(weight.role);
    out.set_weight(weight.weight.value);
    return out;
}

Result<cluster::FrameworkInfo> frameworkFromRow(std::string_view bytes) {
    muster::v1::Framework in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow("A framework");
    }
    cluster::FrameworkInfo out{.id = {in.id()},
        .name = in.name(),
        .user = in.user(),
        .roles = {in.roles().begin(), in.roles().end()},
        .principal = in.principal(),
        .hostname = in.hostname(),
        .failoverTimeout = Duration(in.failover_timeout_us()),
        .checkpoint = in.checkpoint(),
        .payload = in.payload()};
    for (const auto& name : in.capabilities()) {
        mesos::v1::FrameworkInfo::Capability::Type type;
        if (mesos::v1::FrameworkInfo::Capability::Type_Parse(name, &type)) {
            out.capabilities.insert(static_cast<cluster::Capability>(type));
        }
    }
    return out;
}

Result<cluster::Task> taskFromRow(std::string_view bytes) {
    muster::v1::Task in;
    mesos::v1::TaskInfo payload;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))
        || !payload.ParseFromString(in.payload())) {
        return unreadableRow("A task");
    }
    cluster::Task out{.framework = {in.framework_id()},
        .info = proto::fromProto(payload),
        .hostname = in.hostname(),
        .home = in.home(),
        .created = instant(in.created_ms()),
        .started = maybeInstant(in.started_ms()),
        .ended = maybeInstant(in.ended_ms())};
    out.info.user = in.user();
    out.latest = statusOf(in, out.info);
    for (const auto& gpu : in.gpus()) {
        out.gpus.push_back({gpu});
    }
    if (in.has_wanted_kill()) {
        const auto& kill = in.wanted_kill();
        out.wantedKill = {{out.framework, out.info.id},
            kill.has_grace_us() ? std::optional(Duration(kill.grace_us())) : std::nullopt,
            proto::fromProto(kill.by())};
    }
    return out;
}

Result<jobs::Job> jobFromRow(std::string_view bytes) {
    muster::v1::Job in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || in.id().empty()) {
        return unreadableRow("A job");
    }
    auto resources = Resources::parse(in.resources());
    if (!resources) {
        return unreadableRow("A job");
    }
    jobs::Job out{.id = {in.id()},
        .spec = {.name = in.name(),
            .user = in.user(),
            .command = in.command(),
            .resources = std::move(*resources),
            .linked = in.linked(),
            .priority = in.priority(),
            .retries = in.retries(),
            .payload = in.payload()},
        .attempts = in.attempts(),
        .agent = {in.agent_id()},
        .launched = in.launched(),
        .message = in.message(),
        .submitted = instant(in.submitted_ms()),
        .firstStarted = maybeInstant(in.first_started_ms()),
        .started = maybeInstant(in.started_ms()),
        .ended = maybeInstant(in.ended_ms()),
        .notBefore = maybeInstant(in.not_before_ms())};
    out.failures = in.failures();
    out.killing = in.killing();
    out.key = in.key();
    out.why = in.why();
    if (in.has_killed_by()) {
        out.killedBy = proto::fromProto(in.killed_by());
    }
    if (in.has_hold()) {
        const auto& hold = in.hold();
        out.hold = {hold.author(), hold.reason(), instant(hold.since_ms())};
    }
    for (const auto& constraint : in.constraints()) {
        out.spec.constraints.push_back({constraint.attribute(), constraint.value()});
    }
    if (!in.task_id().empty()) {
        out.task = TaskId{in.task_id()};
    }
    out.state = jobState(in.state());
    return out;
}

Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes) {
    muster::v1::Quota in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow("A quota");
    }
    cluster::QuotaConfig out{.role = in.role(), .quota = {}};
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (const auto found = in.guarantees().find(name); found != in.guarantees().end()) {
            out.quota.guarantees[kind] = found->second;
        }
        if (const auto found = in.limits().find(name); found != in.limits().end()) {
            out.quota.limits[kind] = found->second;
        }
    }
    return out;
}

Result<cluster::RoleWeight> weightFromRow(std::string_view bytes) {
    muster::v1::Weight in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || in.weight() <= 0) {
        return unreadableRow("A weight");
    }
    return cluster::RoleWeight{in.role(), Milli{in.weight()}};
}

tl::unexpected<Error> unreadableRow(std::string_view which) {
    return failure(fmt::format("{} in the control journal cannot be read: restore the journal from "
                               "a backup, or move it away to start over",
                       which),
        Error::Kind::Internal);
}

} // namespace muster::agentd

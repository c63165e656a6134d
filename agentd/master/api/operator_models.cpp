// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_models.h"

#include <algorithm>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include "agentd/master/api/resource_form.h"
#include "agentd/mesos_version.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

using mesos::v1::master::Response;

void setTime(Instant at, mesos::v1::TimeInfo& out) {
    out.set_nanoseconds(std::chrono::nanoseconds(at.time_since_epoch()).count());
}

void appendByRole(const ByRole& bundles, proto::ResourceList& list) {
    for (const auto& [role, resources] : bundles) {
        appendResources(resources, {.role = true, .allocatedTo = &role}, list);
    }
}

ByRole offeredOf(const std::vector<const cluster::Offer*>& offers) {
    ByRole out;
    for (const auto* offer : offers) {
        out[offer->role] += offer->resources;
    }
    return out;
}

template <typename Map>
const std::vector<const cluster::Offer*>& offersAt(
    const Map& offers, const typename Map::key_type& id) {
    static const std::vector<const cluster::Offer*> none;
    const auto found = offers.find(id);
    return found == offers.end() ? none : found->second;
}

// Fields that a Task repeats of its TaskInfo, under other numbers.
constexpr std::pair<int, int> kRepeatedOfTaskInfo[] = {
    {mesos::v1::TaskInfo::kContainerFieldNumber, mesos::v1::Task::kContainerFieldNumber},
    {mesos::v1::TaskInfo::kHealthCheckFieldNumber, mesos::v1::Task::kHealthCheckFieldNumber},
    {mesos::v1::TaskInfo::kKillPolicyFieldNumber, mesos::v1::Task::kKillPolicyFieldNumber},
    {mesos::v1::TaskInfo::kLabelsFieldNumber, mesos::v1::Task::kLabelsFieldNumber},
    {mesos::v1::TaskInfo::kDiscoveryFieldNumber, mesos::v1::Task::kDiscoveryFieldNumber},
    {mesos::v1::TaskInfo::kLimitsFieldNumber, mesos::v1::Task::kLimitsFieldNumber},
};

// All of them are messages, so their bytes are copied under the other number and the rest of the
// payload is skipped: parsing every payload would be most of a GET_STATE.
void copyFromTaskInfo(const std::string& payload, mesos::v1::Task& out) {
    using google::protobuf::internal::WireFormatLite;
    google::protobuf::io::CodedInputStream in(
        reinterpret_cast<const std::uint8_t*>(payload.data()), static_cast<int>(payload.size()));
    std::string copied;
    google::protobuf::io::StringOutputStream sink(&copied);
    google::protobuf::io::CodedOutputStream fields(&sink);
    while (const auto tag = in.ReadTag()) {
        const auto* row = std::find_if(std::begin(kRepeatedOfTaskInfo),
            std::end(kRepeatedOfTaskInfo),
            [&](const auto& pair) { return pair.first == WireFormatLite::GetTagFieldNumber(tag); });
        std::uint32_t length = 0;
        if (row == std::end(kRepeatedOfTaskInfo)) {
            if (!WireFormatLite::SkipField(&in, tag)) {
                break;
            }
        } else if (in.ReadVarint32(&length) && length <= payload.size()) {
            fields.WriteTag(
                WireFormatLite::MakeTag(row->second, WireFormatLite::WIRETYPE_LENGTH_DELIMITED));
            fields.WriteVarint32(length);
            fields.WriteRaw(payload.data() + in.CurrentPosition(), static_cast<int>(length));
            in.Skip(static_cast<int>(length));
        } else {
            break;
        }
    }
    fields.Trim();
    if (!copied.empty()) {
        out.MergeFromString(copied);
    }
}

// The text to which these fields lead, "" where there is none.
std::string_view textAt(std::string_view message, std::initializer_list<int> fields) {
    using google::protobuf::internal::WireFormatLite;
    for (const auto field : fields) {
        google::protobuf::io::CodedInputStream in(
            reinterpret_cast<const std::uint8_t*>(message.data()),
            static_cast<int>(message.size()));
        auto tag = in.ReadTag();
        while (tag != 0 && WireFormatLite::GetTagFieldNumber(tag) != field) {
            tag = WireFormatLite::SkipField(&in, tag) ? in.ReadTag() : 0;
        }
        std::uint32_t length = 0;
        if (tag == 0 || !in.ReadVarint32(&length)) {
            return {};
        }
        message = message.substr(static_cast<std::size_t>(in.CurrentPosition()), length);
    }
    return message;
}

// Only where the task names one, as in Mesos: else it is the framework's.
std::string userOf(const std::string& payload) {
    using mesos::v1::TaskInfo;
    constexpr auto kUser = mesos::v1::CommandInfo::kUserFieldNumber;
    const auto own = textAt(payload, {TaskInfo::kCommandFieldNumber, kUser});
    return std::string(!own.empty() ? own
                                    : textAt(payload,
                                        {TaskInfo::kExecutorFieldNumber,
                                            mesos::v1::ExecutorInfo::kCommandFieldNumber, kUser}));
}

void drainRow(const cluster::AgentPolicy& policy, AgentRow& out) {
    using Drain = cluster::AgentPolicy::Drain;
    if (policy.drain == Drain::None) {
        return;
    }
    auto& info = *out.mutable_drain_info();
    info.set_state(policy.drain == Drain::Draining ? mesos::v1::DRAINING : mesos::v1::DRAINED);
    info.mutable_config()->set_mark_gone(policy.markGone);
    if (policy.maxGrace) {
        info.mutable_config()->mutable_max_grace_period()->set_nanoseconds(
            std::chrono::nanoseconds(*policy.maxGrace).count());
    }
    if (policy.drainStart) {
        setTime(*policy.drainStart, *out.mutable_estimated_drain_start_time());
    }
}

} // namespace

void agentRow(
    const cluster::Agent& agent, const Control& control, const MasterFacts& facts, AgentRow& out) {
    auto& info = *out.mutable_agent_info();
    info.set_hostname(agent.info.hostname);
    info.set_port(facts.port);
    appendResources(agent.info.total.described(), {}, *info.mutable_resources());
    proto::append(agent.info.attributes, *info.mutable_attributes());
    info.mutable_id()->set_value(agent.id.value);
    info.set_checkpoint(true);
    out.set_active(isActive(agent));
    out.set_deactivated(agent.policy.deactivated);
    out.set_version(kMesosVersion);
    out.set_pid(agentPid(agent, control, facts));
    setTime(agent.registered, *out.mutable_registered_time());
    appendResources(agent.info.total, {.role = true}, *out.mutable_total_resources());
    appendByRole(agent.used.byRole(), *out.mutable_allocated_resources());
    for (const auto type : kAgentCapabilities) {
        out.add_capabilities()->set_type(type);
    }
    drainRow(agent.policy, out);
}

void frameworkRow(const cluster::Framework& framework, FrameworkRow& out) {
    *out.mutable_framework_info() = proto::frameworkInfo(framework.info);
    out.set_active(framework.link.has_value());
    out.set_connected(framework.link.has_value());
    out.set_recovered(false);
    setTime(framework.registered, *out.mutable_registered_time());
    setTime(framework.registered, *out.mutable_reregistered_time());
    setTime(framework.removed.value_or(Instant{}), *out.mutable_unregistered_time());
    appendByRole(framework.used.byRole(), *out.mutable_allocated_resources());
}

void taskRow(const cluster::Task& task, mesos::v1::Task& out) {
    out.set_name(task.info.name);
    out.mutable_task_id()->set_value(task.info.id.value);
    out.mutable_framework_id()->set_value(task.framework.value);
    if (task.info.executor) {
        out.mutable_executor_id()->set_value(task.info.executor->id.value);
    }
    out.mutable_agent_id()->set_value(task.info.agent.value);
    out.set_state(static_cast<mesos::v1::TaskState>(task.latest.state));
    appendResources(
        task.info.resources, {.allocatedTo = &task.info.role}, *out.mutable_resources());
    for (const auto& status : task.statuses) {
        proto::toProto(status, *out.add_statuses());
        if (status.uuid) {
            out.set_status_update_state(static_cast<mesos::v1::TaskState>(status.state));
            out.set_status_update_uuid(status.uuid->raw());
        }
    }
    if (auto user = userOf(task.info.payload.bytes()); !user.empty()) {
        out.set_user(std::move(user));
    }
    copyFromTaskInfo(task.info.payload.bytes(), out);
}

OperatorModels::OperatorModels(
    const Control& control, const MasterFacts& facts, const Viewer& viewer, Media media)
    : m_control(control), m_facts(facts), m_viewer(viewer), m_encoding(encodingOf(media)) {
    for (const auto& offer : control.master().offers()) {
        m_offersOfAgent[offer->agent].push_back(&*offer);
        m_offersOfFramework[offer->framework].push_back(&*offer);
    }
}

void OperatorModels::framework(const cluster::Framework& framework, FrameworkRow& out) const {
    frameworkRow(framework, out);
    const auto& offers = offersAt(m_offersOfFramework, framework.info.id);
    for (const auto* offer : offers) {
        auto& row = *out.add_offers();
        row = proto::toProto(*offer);
        *row.mutable_url() = agentUrl(m_facts, offer->agent, m_control);
    }
    appendByRole(offeredOf(offers), *out.mutable_offered_resources());
    out.mutable_offer_constraints()->ParseFromString(framework.constraints);
}

proto::MessageWriter OperatorModels::agents() const {
    proto::MessageWriter out(*Response::GetAgents::descriptor(), m_encoding);
    AgentRow row;
    for (const auto* agent : m_control.master().agents()) {
        row.Clear();
        agentRow(*agent, m_control, m_facts, row);
        appendByRole(
            offeredOf(offersAt(m_offersOfAgent, agent->id)), *row.mutable_offered_resources());
        out.add("agents", row);
    }
    return out;
}

proto::MessageWriter OperatorModels::frameworks() const {
    proto::MessageWriter out(*Response::GetFrameworks::descriptor(), m_encoding);
    const auto add = [&](const char* list, const cluster::Framework& one) {
        if (m_viewer.sees(one)) {
            FrameworkRow row;
            framework(one, row);
            out.add(list, row);
        }
    };
    for (const auto* one : m_control.master().frameworks()) {
        add("frameworks", *one);
    }
    for (const auto& one : m_control.master().completedFrameworks()) {
        add("completed_frameworks", one);
    }
    return out;
}

proto::MessageWriter OperatorModels::executors() const {
    proto::MessageWriter out(*Response::GetExecutors::descriptor(), m_encoding);
    for (const auto* agent : m_control.master().agents()) {
        for (const auto& [key, info] : agent->executors) {
            const auto* framework = m_control.master().framework(key.framework);
            if (!m_viewer.may(Acls::Action::ViewExecutors,
                    framework == nullptr ? "" : framework->info.user)) {
                continue;
            }
            ExecutorRow row;
            *row.mutable_executor_info() = proto::toProto(info);
            row.mutable_executor_info()->mutable_framework_id()->set_value(key.framework.value);
            row.mutable_agent_id()->set_value(agent->id.value);
            out.add("executors", row);
        }
    }
    return out;
}

proto::MessageWriter OperatorModels::tasks() const {
    constexpr const char* kLists[] = {"tasks", "unreachable_tasks", "completed_tasks"};
    proto::MessageWriter out(*Response::GetTasks::descriptor(), m_encoding);
    mesos::v1::Task row;
    const cluster::Framework* framework = nullptr; // mostly that of the task before
    for (const auto* task : m_control.master().tasks()) {
        if (framework == nullptr || framework->info.id != task->framework) {
            framework = m_control.master().framework(task->framework);
        }
        if (m_viewer.sees(*task, framework)) {
            row.Clear();
            taskRow(*task, row);
            out.add(kLists[static_cast<int>(groupOf(*task))], row);
        }
    }
    return out;
}

proto::MessageWriter OperatorModels::state() const {
    proto::MessageWriter out(*Response::GetState::descriptor(), m_encoding);
    out.add("get_tasks", tasks());
    out.add("get_executors", executors());
    out.add("get_frameworks", frameworks());
    out.add("get_agents", agents());
    return out;
}

TaskGroup groupOf(const cluster::Task& task) {
    if (task.latest.state == TaskState::Unreachable) {
        return TaskGroup::Unreachable;
    }
    return isTerminal(task.latest.state) ? TaskGroup::Completed : TaskGroup::Live;
}

std::string agentPid(
    const cluster::Agent& agent, const Control& control, const MasterFacts& facts) {
    return fmt::format("{}@{}:{}", agentProcess(agent.id, control), facts.ip, facts.port);
}

} // namespace muster::agentd::api

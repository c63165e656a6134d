// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/events.h"

#include <array>

#include <fmt/format.h>

#include "agentd/master/marathon/app_answers.h"
#include "agentd/master/marathon/deployment_answers.h"
#include "agentd/master/marathon/task_answers.h"

namespace muster::agentd::marathon::event {
namespace {

using api::JsonWriter;
using services::Instance;

// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Event>> kTypes{"event_stream_attached",
    "event_stream_detached", "api_post_event", "status_update_event", "app_terminated_event",
    "instance_changed_event", "unknown_instance_terminated_event", "instance_health_changed_event",
    "health_status_changed_event", "add_health_check_event", "remove_health_check_event",
    "failed_health_check_event", "unhealthy_task_kill_event", "group_change_success",
    "group_change_failed", "deployment_info", "deployment_step_success", "deployment_step_failure",
    "deployment_success", "deployment_failed"};

std::string_view conditionOf(TaskState state, bool inactive) {
    switch (state) {
    case TaskState::Starting:
        return "Starting";
    case TaskState::Running:
        return "Running";
    case TaskState::Finished:
        return "Finished";
    case TaskState::Failed:
        return "Failed";
    case TaskState::Killed:
        return "Killed";
    case TaskState::Staging:
        return "Staging";
    case TaskState::Error:
        return "Error";
    case TaskState::Killing:
        return "Killing";
    case TaskState::Dropped:
        return "Dropped";
    case TaskState::Unreachable:
        return inactive ? "UnreachableInactive" : "Unreachable";
    case TaskState::Gone:
    case TaskState::GoneByOperator:
        return "Gone";
    case TaskState::Lost:
    case TaskState::Unknown:
        break;
    }
    return "Unknown";
}

// The members of each event but for its type and time. What is JSON already comes last: the writer
// does not know of it.
class Body {
public:
    Body(std::string& out, JsonWriter& json, bool light)
        : m_out(out), m_json(json), m_light(light) { }

    void operator()(const StreamAttached& event) { member("remoteAddress", event.remoteAddress); }
    void operator()(const StreamDetached& event) { member("remoteAddress", event.remoteAddress); }
    void operator()(const ApiPost& event) {
        member("clientIp", event.clientIp);
        member("uri", event.uri);
        m_json.key("appDefinition");
        appendRevision(event.app, m_out);
    }
    void operator()(const StatusUpdate& event) {
        const auto& instance = event.instance;
        member("slaveId", instance.agent.value);
        member("taskId", instance.id.value);
        member("taskStatus", wireName(instance.state));
        member("message", event.message);
        member("appId", instance.app.value);
        member("host", instance.host);
        m_json.key("ipAddresses");
        appendAddresses(instance, m_json);
        m_json.key("ports");
        appendHostPorts(instance, m_json);
        member("version", isoTime(instance.version));
    }
    void operator()(const AppTerminated& event) { member("appId", event.app.value); }
    void operator()(const InstanceChanged& event) {
        const auto& instance = event.instance;
        member("instanceId", instance.id.value);
        member("condition", conditionOf(instance.state, instance.inactive));
        member("runSpecId", instance.app.value);
        member("agentId", instance.agent.value);
        member("host", instance.host);
        member("runSpecVersion", isoTime(instance.version));
        member("goal", instance.goal == Instance::Goal::Run ? "Running" : "Decommissioned");
    }
    void operator()(const UnknownInstanceTerminated& event) {
        member("instanceId", event.instance.value);
        member("runSpecId", event.app.value);
        member("condition", conditionOf(event.state, false));
    }
    void operator()(const InstanceHealthChanged& event) {
        const auto& instance = event.instance;
        member("instanceId", instance.id.value);
        member("runSpecId", instance.app.value);
        member("runSpecVersion", isoTime(instance.version));
        if (instance.healthy) {
            member("healthy", *instance.healthy);
        }
    }
    void operator()(const HealthStatusChanged& event) {
        const auto& instance = event.instance;
        member("appId", instance.app.value);
        member("instanceId", instance.id.value);
        member("taskId", instance.id.value);
        member("version", isoTime(instance.version));
        member("alive", event.alive);
    }
    void operator()(const HealthCheckAdded& event) {
        member("appId", event.app.value);
        member("version", isoTime(event.version));
        m_json.key("healthCheck");
        m_out += event.check;
    }
    void operator()(const HealthCheckRemoved& event) { member("appId", event.app.value); }
    void operator()(const HealthCheckFailed& event) {
        member("appId", event.app.value);
        member("taskId", event.instance.value);
        m_json.key("healthCheck");
        m_out += event.check;
    }
    void operator()(const UnhealthyTaskKilled& event) {
        const auto& instance = event.instance;
        member("appId", instance.app.value);
        member("taskId", instance.id.value);
        member("instanceId", instance.id.value);
        member("version", isoTime(instance.version));
        member("reason", event.reason);
        member("host", instance.host);
        member("slaveId", instance.agent.value);
    }
    void operator()(const GroupChangeSuccess& event) {
        member("groupId", event.group.value);
        member("version", isoTime(event.version));
    }
    void operator()(const GroupChangeFailed& event) {
        member("groupId", event.group.value);
        member("version", isoTime(event.version));
        member("reason", event.reason);
    }
    void operator()(const DeploymentInfo& event) { addStep(event.plan, event.step); }
    void operator()(const DeploymentStepSuccess& event) { addStep(event.plan, event.step); }
    void operator()(const DeploymentStepFailure& event) { addStep(event.plan, event.step); }
    void operator()(const DeploymentSuccess& event) { addWhole(event.plan); }
    void operator()(const DeploymentFailed& event) { addWhole(event.plan); }

private:
    template <typename T>
    void member(std::string_view name, const T& value) {
        m_json.member(name, value);
    }
    void addPlan(const Plan& plan) {
        m_json.key("plan");
        if (m_light) {
            appendLightPlan(plan.deployment, m_json);
        } else {
            appendPlan(plan.deployment, plan.after, m_json);
        }
    }
    void addStep(const Plan& plan, std::size_t step) {
        const auto& steps = plan.deployment.steps;
        addPlan(plan);
        m_json.key("currentStep");
        appendStep(step < steps.size() ? steps[step] : services::Step{}, m_json);
    }
    void addWhole(const Plan& plan) {
        member("id", plan.deployment.id.value);
        addPlan(plan);
    }

    std::string& m_out;
    JsonWriter& m_json;
    bool m_light; // plans without apps
};

} // namespace

std::string_view typeOf(const Event& event) {
    return kTypes[event.index()];
}

std::string frameOf(const Event& event, Instant at, bool light) {
    auto out = fmt::format("event: {}\ndata: ", typeOf(event));
    JsonWriter json(out);
    json.beginObject();
    json.member("eventType", typeOf(event));
    json.member("timestamp", isoTime(at));
    std::visit(Body(out, json, light), event);
    json.endObject();
    return out + "\n\n";
}

} // namespace muster::agentd::marathon::event

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/old_models.h"

#include <algorithm>
#include <set>

#include "agentd/master/api/operator_api.h"
#include "agentd/master/api/resource_form.h"
#include "agentd/mesos_version.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

constexpr std::string_view kAlwaysShown[] = {"disk", "mem", "gpus", "cpus"};

Resources sumOf(const Offers& offers) {
    Resources out;
    for (const auto* offer : offers) {
        out += offer->resources;
    }
    return out;
}

// Of any role: ranges as their union, "[31000-32000]".
std::string valueText(const Resources& resources, std::string_view name) {
    Ranges ranges;
    TextSet set;
    for (const auto& item : resources.items()) {
        if (item.name != name) {
            continue;
        }
        if (const auto* part = std::get_if<Ranges>(&item.value)) {
            ranges += *part;
        } else if (const auto* texts = std::get_if<TextSet>(&item.value)) {
            set.insert(texts->begin(), texts->end());
        }
    }
    return set.empty() ? ranges.text() : fmt::format("{{{}}}", fmt::join(set, ", "));
}

} // namespace

std::string flagsJson(const std::map<std::string, std::string>& flags) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.key("flags");
    json.beginObject();
    for (const auto& [name, value] : flags) {
        json.member(name, value);
    }
    json.endObject();
    json.endObject();
    return out;
}

std::string versionJson() {
    const auto info = versionInfo();
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("build_date", info.build_date());
    json.member("build_time", info.build_time());
    json.member("build_user", info.build_user());
    json.member("git_branch", info.git_branch());
    json.member("git_sha", info.git_sha());
    json.member("version", info.version());
    json.endObject();
    return out;
}

void writeVersion(JsonWriter& json) {
    const auto version = versionInfo();
    json.member("version", version.version());
    json.member("git_sha", version.git_sha());
    json.member("git_branch", version.git_branch());
    json.member("build_date", version.build_date());
    json.member("build_time", version.build_time());
    json.member("build_user", version.build_user());
}

std::map<std::string, Resources> reservedByRole(const Resources& resources) {
    std::map<std::string, std::vector<Resource>> items;
    for (auto& item : resources.items()) {
        if (item.isReserved()) {
            items[item.role()].push_back(std::move(item));
        }
    }
    std::map<std::string, Resources> out;
    for (auto& [role, list] : items) {
        out.emplace(role, Resources(std::move(list)));
    }
    return out;
}

Resources unreserved(const Resources& resources) {
    auto items = resources.items();
    std::erase_if(items, [](const Resource& item) { return item.isReserved(); });
    return Resources(std::move(items));
}

namespace {

void writeList(JsonWriter& json, const proto::ResourceList& list) {
    json.beginArray();
    for (const auto& item : list) {
        json.value(item);
    }
    json.endArray();
}

void writeList(JsonWriter& json, const Resources& resources) {
    proto::ResourceList list;
    appendResources(resources, {.role = true}, list);
    writeList(json, list);
}

void writeByRole(JsonWriter& json, const ByRole& bundles) {
    proto::ResourceList list;
    for (const auto& [role, resources] : bundles) {
        appendResources(resources, {.role = true, .allocatedTo = &role}, list);
    }
    writeList(json, list);
}

void writeLabels(JsonWriter& json, const mesos::v1::Labels& labels) {
    json.key("labels");
    json.beginArray();
    for (const auto& label : labels.labels()) {
        json.value(label);
    }
    json.endArray();
}

void writeStatus(JsonWriter& json, const cluster::TaskStatus& status) {
    json.beginObject();
    json.member("state", wireName(status.state));
    json.member("timestamp", seconds(status.at));
    const auto message = proto::toProto(status);
    if (message.has_labels()) {
        writeLabels(json, message.labels());
    }
    if (message.has_container_status()) {
        auto container = message.container_status();
        container.clear_executor_pid(); // the old model does not know it
        json.member("container_status", container);
    }
    if (status.healthy) {
        json.member("healthy", *status.healthy);
    }
    json.endObject();
}

void writeOffer(JsonWriter& json, const cluster::Offer& offer) {
    json.beginObject();
    json.member("id", offer.id.value);
    json.member("framework_id", offer.framework.value);
    json.key("allocation_info");
    json.beginObject();
    json.member("role", offer.role);
    json.endObject();
    json.member("slave_id", offer.agent.value);
    json.key("resources");
    writeResources(json, offer.resources);
    json.endObject();
}

void writeExecutor(JsonWriter& json, const AgentId& agent, const FrameworkId& framework,
    const cluster::ExecutorInfo& info) {
    const auto message = proto::toProto(info);
    json.beginObject();
    json.member("executor_id", info.id.value);
    json.member("name", message.name());
    json.member("framework_id", framework.value);
    json.member("command", message.command());
    json.key("resources");
    writeResources(json, info.resources);
    if (message.has_labels()) {
        writeLabels(json, message.labels());
    }
    json.member("type", mesos::v1::ExecutorInfo::Type_Name(message.type()));
    json.member("slave_id", agent.value);
    json.endObject();
}

} // namespace

double seconds(Instant at) {
    return static_cast<double>(at.time_since_epoch().count()) / 1e6;
}

void writeResources(JsonWriter& json, const Resources& resources) {
    json.beginObject();
    for (const auto name : kAlwaysShown) {
        json.member(name, resources.total(name).toDouble());
    }
    std::set<std::string> others;
    for (auto& item : resources.items()) {
        if (std::ranges::find(kAlwaysShown, item.name) == std::end(kAlwaysShown)
            && others.insert(item.name).second) {
            json.quotedKey(item.name);
            if (std::holds_alternative<Milli>(item.value)) {
                json.value(resources.total(item.name).toDouble());
            } else {
                json.value(valueText(resources, item.name));
            }
        }
    }
    json.endObject();
}

void writeTask(JsonWriter& json, const cluster::Task& task) {
    mesos::v1::Task message;
    taskRow(task, message);
    json.beginObject();
    json.member("id", task.info.id.value);
    json.member("name", task.info.name);
    json.member("framework_id", task.framework.value);
    json.member("executor_id", message.executor_id().value());
    json.member("slave_id", task.info.agent.value);
    json.member("state", wireName(task.latest.state));
    json.key("resources");
    writeResources(json, task.info.resources);
    json.member("role", task.info.role);
    json.key("statuses");
    json.beginArray();
    for (const auto& status : task.statuses) {
        writeStatus(json, status);
    }
    json.endArray();
    if (message.has_user()) {
        json.member("user", message.user());
    }
    if (message.has_labels()) {
        writeLabels(json, message.labels());
    }
    if (message.has_discovery()) {
        json.member("discovery", message.discovery());
    }
    if (message.has_container()) {
        json.member("container", message.container());
    }
    if (message.has_health_check()) {
        json.member("health_check", message.health_check());
    }
    json.endObject();
}

void writeAgentMembers(JsonWriter& json, const cluster::Agent& agent, const Offers& offers,
    const Control& control, const MasterFacts& facts) {
    json.member("id", agent.id.value);
    json.member("hostname", agent.info.hostname);
    json.member("port", facts.port);
    json.key("attributes");
    json.beginObject();
    for (const auto& attribute : agent.info.attributes) {
        json.quotedKey(attribute.name);
        if (const auto* number = std::get_if<Milli>(&attribute.value)) {
            json.value(number->toDouble());
        } else {
            json.value(attribute.valueText());
        }
    }
    json.endObject();
    json.member("pid", agentPid(agent, control, facts));
    json.member("registered_time", seconds(agent.registered));
    json.key("resources");
    writeResources(json, agent.info.total);
    json.key("used_resources");
    writeResources(json, agent.used.total());
    json.key("offered_resources");
    writeResources(json, sumOf(offers));
    json.key("reserved_resources");
    json.beginObject();
    for (const auto& [role, resources] : reservedByRole(agent.info.total)) {
        json.quotedKey(role);
        writeResources(json, resources);
    }
    json.endObject();
    json.key("unreserved_resources");
    writeResources(json, unreserved(agent.info.total));
    json.member("active", isActive(agent));
    json.member("deactivated", agent.policy.deactivated);
    json.member("version", kMesosVersion);
    json.key("capabilities");
    json.beginArray();
    for (const auto type : kAgentCapabilities) {
        json.value(mesos::v1::AgentInfo::Capability::Type_Name(type));
    }
    json.endArray();
}

void writeFullResources(JsonWriter& json, const cluster::Agent& agent, const Offers& offers) {
    json.key("reserved_resources_full");
    json.beginObject();
    for (const auto& [role, resources] : reservedByRole(agent.info.total)) {
        json.quotedKey(role);
        writeList(json, resources);
    }
    json.endObject();
    json.key("unreserved_resources_full");
    writeList(json, unreserved(agent.info.total));
    json.key("used_resources_full");
    writeByRole(json, agent.used.byRole());
    json.key("offered_resources_full");
    ByRole offered;
    for (const auto* offer : offers) {
        offered[offer->role] += offer->resources;
    }
    writeByRole(json, offered);
}

void writeFrameworkMembers(
    JsonWriter& json, const cluster::Framework& framework, const Offers& offers) {
    const auto info = proto::frameworkInfo(framework.info);
    json.member("id", info.id().value());
    json.member("name", info.name());
    json.key("used_resources");
    writeResources(json, framework.used.total());
    json.key("offered_resources");
    writeResources(json, sumOf(offers));
    json.key("capabilities");
    json.beginArray();
    for (const auto& capability : info.capabilities()) {
        json.value(mesos::v1::FrameworkInfo::Capability::Type_Name(capability.type()));
    }
    json.endArray();
    json.member("hostname", info.hostname());
    json.member("webui_url", info.webui_url());
    json.member("active", framework.link.has_value());
    json.member("connected", framework.link.has_value());
    json.member("recovered", false);
}

void writeFramework(
    JsonWriter& json, const cluster::Framework& framework, const FrameworkParts& parts) {
    const auto info = proto::frameworkInfo(framework.info);
    json.beginObject();
    writeFrameworkMembers(json, framework, parts.offers);
    json.member("user", info.user());
    json.member("failover_timeout", info.failover_timeout());
    json.member("checkpoint", info.checkpoint());
    json.member("registered_time", seconds(framework.registered));
    json.member("unregistered_time", seconds(framework.removed.value_or(Instant{})));
    if (info.has_principal()) {
        json.member("principal", info.principal());
    }
    json.key("resources");
    writeResources(json, framework.used.total() + sumOf(parts.offers));
    if (framework.info.has(cluster::Capability::MultiRole)) {
        json.key("roles");
        json.beginArray();
        for (const auto& role : framework.info.roles) {
            json.value(role);
        }
        json.endArray();
    } else {
        json.member("role", info.role());
    }
    constexpr std::pair<const char*, TaskGroup> kGroups[] = {{"tasks", TaskGroup::Live},
        {"unreachable_tasks", TaskGroup::Unreachable}, {"completed_tasks", TaskGroup::Completed}};
    for (const auto& [name, group] : kGroups) {
        json.key(name);
        json.beginArray();
        for (const auto* task : parts.tasks) {
            if (groupOf(*task) == group) {
                writeTask(json, *task);
            }
        }
        json.endArray();
    }
    json.key("offers");
    json.beginArray();
    for (const auto* offer : parts.offers) {
        writeOffer(json, *offer);
    }
    json.endArray();
    json.key("executors");
    json.beginArray();
    for (const auto& [agent, executor] : parts.executors) {
        writeExecutor(json, agent, framework.info.id, *executor);
    }
    json.endArray();
    if (info.has_labels()) {
        writeLabels(json, info.labels());
    }
    mesos::v1::scheduler::OfferConstraints constraints;
    constraints.ParseFromString(framework.constraints);
    json.member("offer_constraints", constraints);
    json.endObject();
}

} // namespace muster::agentd::api

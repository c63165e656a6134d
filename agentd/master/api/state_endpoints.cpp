// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/state_endpoints.h"

#include <algorithm>

#include "agentd/master/api/old_models.h"
#include "agentd/master/api/query.h"
#include "agentd/master/api/roles.h"

namespace muster::agentd::api {
namespace {

// What is drawn from many tables, gathered once for an answer.
struct Snapshot {
    std::unordered_map<AgentId, Offers> offersOfAgent;
    std::unordered_map<FrameworkId, FrameworkParts> parts;
    std::vector<const cluster::Task*> tasks;

    Snapshot(const Control& control, const Viewer& viewer) {
        const auto& master = control.master();
        for (const auto& offer : master.offers()) {
            offersOfAgent[offer->agent].push_back(&*offer);
            parts[offer->framework].offers.push_back(&*offer);
        }
        for (const auto* task : master.tasks()) {
            if (viewer.sees(*task, master.framework(task->framework))) {
                tasks.push_back(task);
                parts[task->framework].tasks.push_back(task);
            }
        }
        for (const auto* agent : master.agents()) {
            for (const auto& [key, executor] : agent->executors) {
                const auto* framework = master.framework(key.framework);
                if (!viewer.may(Acls::Action::ViewExecutors,
                        framework ? std::optional<std::string_view>(framework->info.user)
                                  : std::nullopt)) {
                    continue;
                }
                parts[key.framework].executors.emplace_back(agent->id, &executor);
            }
        }
    }
};

// Mesos leaves out what was not given.
void writeFlag(
    JsonWriter& json, const std::map<std::string, std::string>& flags, const char* name) {
    if (const auto given = flags.find(name); given != flags.end() && !given->second.empty()) {
        json.member(name, given->second);
    }
}

void emptyList(JsonWriter& json, std::string_view name) {
    json.list(name, [] {});
}

void writeFrameworks(JsonWriter& json, const Control& control, const Viewer& viewer,
    Snapshot& snapshot, const std::string* only = nullptr) {
    const auto write = [&](const cluster::Framework& framework) {
        if (viewer.sees(framework) && (only == nullptr || framework.info.id.value == *only)) {
            writeFramework(json, framework, snapshot.parts[framework.info.id]);
        }
    };
    json.list("frameworks", [&] {
        for (const auto* framework : control.master().frameworks()) {
            write(*framework);
        }
    });
    json.list("completed_frameworks", [&] {
        for (const auto& framework : control.master().completedFrameworks()) {
            write(framework);
        }
    });
}

constexpr TaskState kCountedStates[] = {TaskState::Staging, TaskState::Starting, TaskState::Running,
    TaskState::Killing, TaskState::Finished, TaskState::Killed, TaskState::Failed, TaskState::Lost,
    TaskState::Error, TaskState::Unreachable};

struct TaskCounts {
    std::map<TaskState, std::uint64_t> states;
    std::set<std::string> partners; // of an agent its frameworks, of a framework its agents

    void write(JsonWriter& json, std::string_view partnerName) {
        for (const auto state : kCountedStates) {
            json.member(wireName(state), states[state]);
        }
        json.list(partnerName, [&] {
            for (const auto& partner : partners) {
                json.value(partner);
            }
        });
    }
};

// Only what is not `absent`.
void writeQuantities(JsonWriter& json, std::string_view name, const Quantities& quantities,
    std::int64_t absent = 0) {
    json.key(name);
    json.beginObject();
    for (std::size_t i = 0; i < Resources::kKinds; ++i) {
        if (quantities[i] != absent) {
            json.member(
                Resources::name(static_cast<Resources::Kind>(i)), Milli{quantities[i]}.toDouble());
        }
    }
    json.endObject();
}

void writeRole(JsonWriter& json, const std::string& name, const RoleFacts& role) {
    json.beginObject();
    json.member("name", name);
    json.member("weight", role.weight);
    json.key("quota");
    json.beginObject();
    json.member("role", name);
    writeQuantities(json, "guarantee", role.quota.guarantees);
    writeQuantities(json, "limit", role.quota.limits, allocator::Quota::kUnlimited);
    writeQuantities(json, "consumed", role.consumed);
    json.endObject();
    json.key("resources");
    writeResources(json, role.allocated + role.offered);
    json.key("allocated");
    writeResources(json, role.allocated);
    json.key("offered");
    writeResources(json, role.offered);
    writeQuantities(json, "reserved", role.reserved);
    json.list("frameworks", [&] {
        for (const auto& framework : role.frameworks) {
            json.value(framework.value);
        }
    });
    json.endObject();
}

std::int64_t number(const Query& query, const char* name, std::int64_t fallback) {
    const auto* text = query.find(name);
    return text == nullptr ? fallback : std::strtoll(text->c_str(), nullptr, 10);
}

} // namespace

GuardedRoutes StateEndpoints::routes() {
    constexpr std::pair<Endpoint, Handler> kHandlers[] = {{Endpoint::State, &StateEndpoints::state},
        {Endpoint::StateSummary, &StateEndpoints::summary},
        {Endpoint::Slaves, &StateEndpoints::slaves},
        {Endpoint::Frameworks, &StateEndpoints::frameworks},
        {Endpoint::Tasks, &StateEndpoints::tasks}, {Endpoint::Roles, &StateEndpoints::roles}};
    GuardedRoutes out;
    for (const auto& [endpoint, handler] : kHandlers) {
        const auto show = [this, handler = handler](const net::HttpRequest& request) {
            return m_services.answers.answer(
                request.principal, [this, handler, request](const Viewer& viewer) {
                    return jsonAnswer(request, (this->*handler)(request, viewer));
                });
        };
        std::ranges::move(m_services.gate.routes(endpoint, show), std::back_inserter(out));
    }
    return out;
}

std::string StateEndpoints::state(const net::HttpRequest&, const Viewer& viewer) const {
    const auto& master = m_services.control.master();
    const auto& facts = m_services.facts;
    Snapshot snapshot(m_services.control, viewer);
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    writeVersion(json);
    json.member("start_time", seconds(facts.started));
    json.member("elected_time", seconds(facts.started));
    json.member("id", facts.id);
    json.member("pid", facts.pid());
    json.member("hostname", facts.hostname);
    json.list("capabilities", [&] {
        const auto info = masterInfo(facts);
        for (const auto& capability : info.capabilities()) {
            json.value(mesos::v1::MasterInfo::Capability::Type_Name(capability.type()));
        }
    });
    double active = 0, unreachable = 0, deactivated = 0;
    for (const auto* agent : master.agents()) {
        (isActive(*agent)                                 ? active
                : agent->state == AgentState::Unreachable ? unreachable
                                                          : deactivated)
            += 1;
    }
    json.member("activated_slaves", active);
    json.member("deactivated_slaves", deactivated);
    json.member("unreachable_slaves", unreachable);
    writeFlag(json, m_services.flags, "cluster");
    json.member("leader", facts.pid());
    json.key("leader_info");
    json.beginObject();
    json.member("id", facts.id);
    json.member("pid", facts.pid());
    json.member("port", facts.port);
    json.member("hostname", facts.hostname);
    json.endObject();
    writeFlag(json, m_services.flags, "external_log_file");
    json.key("flags");
    json.beginObject();
    if (viewer.may(Acls::Action::ViewFlags)) {
        for (const auto& [name, value] : m_services.flags) {
            json.member(name, value);
        }
    }
    json.endObject();
    json.list("slaves", [&] {
        for (const auto* agent : master.agents()) {
            json.beginObject();
            writeAgentMembers(
                json, *agent, snapshot.offersOfAgent[agent->id], m_services.control, facts);
            json.endObject();
        }
    });
    emptyList(json, "recovered_slaves");
    writeFrameworks(json, m_services.control, viewer, snapshot);
    emptyList(json, "orphan_tasks");
    emptyList(json, "unregistered_frameworks");
    json.endObject();
    return out;
}

std::string StateEndpoints::summary(const net::HttpRequest&, const Viewer& viewer) const {
    const auto& master = m_services.control.master();
    Snapshot snapshot(m_services.control, viewer);
    std::map<std::string, TaskCounts> ofAgent, ofFramework;
    for (const auto* task : snapshot.tasks) {
        if (master.framework(task->framework) == nullptr) {
            continue; // Mesos counts for frameworks that are there
        }
        const auto& agent = task->info.agent.value;
        ++ofAgent[agent].states[task->latest.state];
        ofAgent[agent].partners.insert(task->framework.value);
        ++ofFramework[task->framework.value].states[task->latest.state];
        ofFramework[task->framework.value].partners.insert(agent);
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("hostname", m_services.facts.hostname);
    writeFlag(json, m_services.flags, "cluster");
    json.list("slaves", [&] {
        for (const auto* agent : master.agents()) {
            json.beginObject();
            writeAgentMembers(json, *agent, snapshot.offersOfAgent[agent->id], m_services.control,
                m_services.facts);
            ofAgent[agent->id.value].write(json, "framework_ids");
            json.endObject();
        }
    });
    json.list("frameworks", [&] {
        for (const auto* framework : master.frameworks()) {
            if (viewer.sees(*framework)) {
                json.beginObject();
                writeFrameworkMembers(json, *framework, snapshot.parts[framework->info.id].offers);
                ofFramework[framework->info.id.value].write(json, "slave_ids");
                json.endObject();
            }
        }
    });
    json.endObject();
    return out;
}

std::string StateEndpoints::slaves(const net::HttpRequest& request, const Viewer& viewer) const {
    const Query query(request.query);
    const auto* only = query.find("slave_id");
    Snapshot snapshot(m_services.control, viewer);
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("slaves", [&] {
        for (const auto* agent : m_services.control.master().agents()) {
            if (only == nullptr || agent->id.value == *only) {
                const auto& offers = snapshot.offersOfAgent[agent->id];
                json.beginObject();
                writeAgentMembers(json, *agent, offers, m_services.control, m_services.facts);
                writeFullResources(json, *agent, offers);
                json.endObject();
            }
        }
    });
    emptyList(json, "recovered_slaves");
    json.endObject();
    return out;
}

std::string StateEndpoints::frameworks(
    const net::HttpRequest& request, const Viewer& viewer) const {
    const Query query(request.query);
    Snapshot snapshot(m_services.control, viewer);
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    writeFrameworks(json, m_services.control, viewer, snapshot, query.find("framework_id"));
    emptyList(json, "unregistered_frameworks");
    json.endObject();
    return out;
}

// The newest come first, as long as nothing else is asked for.
std::string StateEndpoints::tasks(const net::HttpRequest& request, const Viewer& viewer) const {
    const Query query(request.query);
    const auto limit = number(query, "limit", 100);
    const auto offset = std::max<std::int64_t>(number(query, "offset", 0), 0);
    const bool ascending = query.get("order") == "asc";
    const auto* framework = query.find("framework_id");
    const auto* id = query.find("task_id");
    auto tasks = Snapshot(m_services.control, viewer).tasks;
    std::erase_if(tasks, [&](const cluster::Task* task) {
        return (framework != nullptr && task->framework.value != *framework)
            || (id != nullptr && task->info.id.value != *id);
    });
    std::ranges::stable_sort(tasks, [&](const auto* a, const auto* b) {
        return ascending ? a->created < b->created : b->created < a->created;
    });
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("tasks", [&] {
        const auto size = static_cast<std::int64_t>(tasks.size());
        const auto most = limit < 0 ? size : limit;
        for (auto i = offset; i < size && i - offset < most; ++i) {
            writeTask(json, *tasks[static_cast<std::size_t>(i)]);
        }
    });
    json.endObject();
    return out;
}

std::string StateEndpoints::roles(const net::HttpRequest&, const Viewer& viewer) const {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.list("roles", [&] {
        for (const auto& [name, role] : rolesOf(m_services.control)) {
            if (viewer.may(Acls::Action::ViewRoles, name)) {
                writeRole(json, name, role);
            }
        }
    });
    json.endObject();
    return out;
}

} // namespace muster::agentd::api

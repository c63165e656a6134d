// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_models.h"

#include "agentd/master/api/old_models.h"
#include "agentd/master/api/operator_api.h"
#include "agentd/master/api/resource_form.h"
#include "core/proto/mesos_json.h"
#include "core/proto/scheduler.h"

namespace muster::agentd::api {
namespace {

// An executor and its tasks; a task without one is its own.
struct Executor {
    std::vector<const cluster::Task*> tasks;

    const cluster::Task& first() const { return *tasks.front(); }
    bool completed() const {
        return std::ranges::all_of(
            tasks, [](const auto* task) { return groupOf(*task) == TaskGroup::Completed; });
    }
};
using Executors = std::map<std::string, Executor>;

// As its framework gave it. A command is its own executor, and has the task's id for it.
std::string sourceOf(const cluster::ExecutorInfo& executor) {
    return proto::toProto(executor).source();
}

void writeExecutor(
    JsonWriter& json, const std::string& id, const Executor& executor, const AgentFlags& flags) {
    const auto& task = executor.first();
    const auto work = flags.find("work_dir");
    Resources resources = task.info.executor ? task.info.executor->resources : Resources{};
    for (const auto* one : executor.tasks) {
        if (groupOf(*one) == TaskGroup::Live) {
            resources += one->info.resources;
        }
    }
    json.beginObject();
    json.member("id", id);
    json.member("name",
        task.info.executor ? proto::toProto(*task.info.executor).name()
                           : fmt::format("Command Executor (Task: {})", id));
    json.member("source", task.info.executor ? sourceOf(*task.info.executor) : task.info.id.value);
    json.member("container", task.latest.container ? task.latest.container->id.value : "");
    json.member("directory",
        fmt::format("{}/sandboxes/{}/{}", work == flags.end() ? "" : work->second,
            task.framework.value, cluster::sandboxName(task.info)));
    json.key("resources");
    writeResources(json, resources);
    json.member("role", task.info.role);
    const auto group = [&](std::string_view name, const auto& belongs) {
        json.list(name, [&] {
            for (const auto* one : executor.tasks) {
                if (belongs(*one)) {
                    writeTask(json, *one);
                }
            }
        });
    };
    const auto queued
        = [](const cluster::Task& one) { return one.latest.state == TaskState::Staging; };
    const auto ended
        = [](const cluster::Task& one) { return groupOf(one) == TaskGroup::Completed; };
    group("tasks", [&](const auto& one) { return !queued(one) && !ended(one); });
    group("queued_tasks", queued);
    group("completed_tasks", ended);
    json.endObject();
}

void writeFramework(JsonWriter& json, const cluster::FrameworkInfo& framework,
    const Executors& executors, const AgentFlags& flags) {
    const auto info = proto::frameworkInfo(framework);
    json.beginObject();
    json.member("id", info.id().value());
    json.member("name", info.name());
    json.member("user", info.user());
    json.member("failover_timeout", info.failover_timeout());
    json.member("checkpoint", info.checkpoint());
    json.member("hostname", info.hostname());
    if (framework.has(cluster::Capability::MultiRole)) {
        json.list("roles", [&] {
            for (const auto& role : framework.roles) {
                json.value(role);
            }
        });
    } else {
        json.member("role", info.role());
    }
    for (const bool completed : {false, true}) {
        json.list(completed ? "completed_executors" : "executors", [&] {
            for (const auto& [id, executor] : executors) {
                if (executor.completed() == completed) {
                    writeExecutor(json, id, executor, flags);
                }
            }
        });
    }
    json.endObject();
}

void writeFull(JsonWriter& json, const Resources& resources) {
    proto::ResourceList rows;
    appendResources(resources, {.role = true}, rows);
    json.beginArray();
    for (const auto& row : rows) {
        json.value(row);
    }
    json.endArray();
}

void writeByReservation(JsonWriter& json, const cluster::Agent& agent) {
    using Write = void (*)(JsonWriter&, const Resources&);
    const auto split = [&](const std::string& suffix, const Resources& resources, Write write) {
        json.key("reserved_resources" + suffix);
        json.beginObject();
        for (const auto& [role, bundle] : reservedByRole(resources)) {
            json.quotedKey(role);
            write(json, bundle);
        }
        json.endObject();
        json.key("unreserved_resources" + suffix);
        write(json, unreserved(resources));
    };
    split("", agent.info.total, writeResources);
    split("_full", agent.info.total, writeFull);
    split("_allocated", agent.used.total(), writeResources);
}

// One row of a list, of one container or of all that an executor has.
struct Usage {
    mesos::v1::agent::Response::GetContainers::Container row;
    std::vector<std::string> containers;
};

// Every amount adds up; the time of the first stays.
void addUsage(const mesos::v1::ResourceStatistics& from, mesos::v1::ResourceStatistics& to) {
    using Field = google::protobuf::FieldDescriptor;
    const auto* reflection = from.GetReflection();
    std::vector<const Field*> fields;
    reflection->ListFields(from, &fields);
    for (const auto* field : fields) {
        if (field->name() == "timestamp" || field->is_repeated()) {
            continue;
        }
        if (field->cpp_type() == Field::CPPTYPE_DOUBLE) {
            reflection->SetDouble(
                &to, field, reflection->GetDouble(to, field) + reflection->GetDouble(from, field));
        } else if (field->cpp_type() == Field::CPPTYPE_UINT64) {
            reflection->SetUInt64(
                &to, field, reflection->GetUInt64(to, field) + reflection->GetUInt64(from, field));
        } else if (field->cpp_type() == Field::CPPTYPE_UINT32) {
            reflection->SetUInt32(
                &to, field, reflection->GetUInt32(to, field) + reflection->GetUInt32(from, field));
        }
    }
}

std::string gpuList(const std::vector<std::string>& containers,
    const google::protobuf::RepeatedPtrField<muster::v1::GpuUse>& gpus) {
    std::string out;
    JsonWriter json(out);
    json.beginArray();
    for (const auto& gpu : gpus) {
        if (std::ranges::find(containers, gpu.container_id()) == containers.end()) {
            continue;
        }
        json.beginObject();
        json.member("uuid", gpu.uuid());
        json.member("minor", gpu.minor());
        if (gpu.has_utilization_percent()) {
            json.member("utilization_percent", gpu.utilization_percent());
        }
        if (gpu.has_memory_used_bytes()) {
            json.member("memory_used_bytes", gpu.memory_used_bytes());
        }
        json.member("memory_total_bytes", gpu.memory_total_bytes());
        json.endObject();
    }
    json.endArray();
    return out;
}

} // namespace

std::string agentState(const cluster::Agent& agent, const Control& control,
    const MasterFacts& facts, const Viewer& viewer, const AgentFlags& flags) {
    const auto& master = control.master();
    std::map<FrameworkId, Executors> ofFramework;
    for (const auto* task : master.tasks()) {
        if (task->info.agent == agent.id && viewer.sees(*task, master.framework(task->framework))) {
            const auto id
                = task->info.executor ? task->info.executor->id.value : task->info.id.value;
            ofFramework[task->framework][id].tasks.push_back(task);
        }
    }
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    writeVersion(json);
    json.member("start_time", seconds(agent.registered));
    json.member("id", agent.id.value);
    json.member("pid", agentPid(agent, control, facts));
    json.member("hostname", agent.info.hostname);
    json.list("capabilities", [&] {
        for (const auto type : kAgentCapabilities) {
            json.value(mesos::v1::AgentInfo::Capability::Type_Name(type));
        }
    });
    json.key("resources");
    writeResources(json, agent.info.total);
    writeByReservation(json, agent);
    json.key("attributes");
    json.beginObject();
    for (const auto& attribute : agent.info.attributes) {
        json.quotedKey(attribute.name);
        json.value(attribute.valueText());
    }
    json.endObject();
    json.list("resource_providers", [] {});
    json.member("master_hostname", facts.hostname);
    json.key("flags");
    json.beginObject();
    if (viewer.may(Acls::Action::ViewFlags)) {
        for (const auto& [name, value] : flags) {
            json.member(name, value);
        }
    }
    json.endObject();
    const auto isLive = [](const auto& executor) { return !executor.second.completed(); };
    for (const bool completed : {false, true}) {
        json.list(completed ? "completed_frameworks" : "frameworks", [&] {
            for (const auto& [id, executors] : ofFramework) {
                const auto* framework = master.framework(id);
                const auto gone = std::ranges::find_if(master.completedFrameworks(),
                    [&id = id](const auto& one) { return one.info.id == id; });
                const auto* info = framework != nullptr          ? &framework->info
                    : gone != master.completedFrameworks().end() ? &gone->info
                                                                 : nullptr;
                if (info != nullptr && std::ranges::any_of(executors, isLive) != completed) {
                    writeFramework(json, *info, executors, flags);
                }
            }
        });
    }
    json.endObject();
    return out;
}

std::string containerRows(const mesos::v1::agent::Response::GetContainers& containers,
    const google::protobuf::RepeatedPtrField<muster::v1::GpuUse>& gpus, const cluster::Agent* agent,
    bool status) {
    std::vector<Usage> rows;
    for (const auto& row : containers.containers()) {
        auto known = status ? rows.end() : std::ranges::find_if(rows, [&](const Usage& one) {
            return one.row.framework_id().value() == row.framework_id().value()
                && one.row.executor_id().value() == row.executor_id().value();
        });
        if (known == rows.end()) {
            rows.push_back({row, {row.container_id().value()}});
        } else {
            known->containers.push_back(row.container_id().value());
            addUsage(row.resource_statistics(), *known->row.mutable_resource_statistics());
        }
    }
    std::string out;
    for (const auto& [row, ids] : rows) {
        auto statistics = proto::toMesosJson(row.resource_statistics());
        statistics.pop_back(); // its brace
        statistics += ",\"gpus\":" + gpuList(ids, gpus) + "}";
        const cluster::ExecutorKey key{{row.framework_id().value()}, {row.executor_id().value()}};
        const bool known = agent != nullptr && agent->executors.contains(key);
        std::string text;
        JsonWriter json(text);
        json.beginObject();
        if (status) {
            json.member("container_id", row.container_id().value());
        }
        json.member("executor_id", row.executor_id().value());
        json.member("executor_name", row.executor_name());
        json.member("framework_id", row.framework_id().value());
        json.member(
            "source", known ? sourceOf(agent->executors.at(key)) : row.executor_id().value());
        if (status) {
            json.member("status", row.container_status());
        }
        json.key("statistics");
        text += statistics;
        json.endObject();
        out += (out.empty() ? "" : ",") + text;
    }
    return out;
}

} // namespace muster::agentd::api

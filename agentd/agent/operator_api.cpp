// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/operator_api.h"

#include "agentd/agent/stream_io.h"
#include "agentd/agent/usage.h"
#include "agentd/mesos_version.h"
#include "agentd/system_figures.h"
#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {
namespace {

constexpr double kMebibyte = 1 << 20;

unsigned statusOf(const Error& error) {
    return error.kind == Error::Kind::NotFound ? 404
        : error.kind == Error::Kind::Invalid   ? 400
                                               : 501;
}

tl::unexpected<Error> missing(const mesos::v1::agent::Call& call) {
    return failure(fmt::format("{} is not supported by Muster's agents",
                       mesos::v1::agent::Call::Type_Name(call.type())),
        Error::Kind::Unavailable);
}

} // namespace

muster::v1::AgentMessage::Answer OperatorApi::answer(
    const muster::v1::AgentCommand::Query& query, Now now) const {
    muster::v1::AgentMessage::Answer out;
    out.set_id(query.id());
    Call call;
    Response response;
    auto status = readCall(query.request(), call);
    if (call.type() == Call::LIST_FILES || call.type() == Call::READ_FILE) {
        if (const auto sandbox
            = m_files.sandboxOf(call.type() == Call::LIST_FILES ? call.list_files().path()
                                                                : call.read_file().path())) {
            out.set_framework_id(sandbox->first);
            out.set_sandbox(sandbox->second);
        }
    }
    if (status && call.type() == Call::GET_CONTAINERS) {
        containers(call, out, response, now);
    } else if (status) {
        status = fill(call, response, now);
    }
    if (!status) {
        out.set_status(statusOf(status.error()));
        out.set_body(status.error().message);
        return out;
    }
    // The numbers of the two enums differ, their names do not.
    Response::Type type{};
    Response::Type_Parse(Call::Type_Name(call.type()), &type);
    response.set_type(type);
    out.set_status(200);
    out.set_body(response.SerializeAsString());
    return out;
}

Status OperatorApi::fill(const Call& call, Response& out, Now now) const {
    switch (call.type()) {
    case Call::GET_HEALTH:
        out.mutable_get_health()->set_healthy(true);
        return {};
    case Call::GET_FLAGS:
        for (const auto& [name, value] : m_facts.flags) {
            auto& flag = *out.mutable_get_flags()->add_flags();
            flag.set_name(name);
            flag.set_value(value);
        }
        return {};
    case Call::GET_VERSION: {
        auto& version = *out.mutable_get_version()->mutable_version_info();
        version.set_version(kMesosVersion);
        version.set_build_date("");
        version.set_build_time(0);
        version.set_build_user("");
        version.set_git_sha("");
        version.set_git_branch("");
        return {};
    }
    case Call::GET_METRICS:
        for (const auto& [name, value] : metrics(now)) {
            auto& metric = *out.mutable_get_metrics()->add_metrics();
            metric.set_name(name);
            metric.set_value(value);
        }
        return {};
    case Call::GET_AGENT:
        *out.mutable_get_agent()->mutable_agent_info() = agentInfo();
        return {};
    case Call::GET_TASKS:
        tasks.list(*out.mutable_get_tasks());
        return {};
    case Call::GET_EXECUTORS:
        tasks.list(*out.mutable_get_executors());
        return {};
    case Call::GET_FRAMEWORKS:
        tasks.list(*out.mutable_get_frameworks());
        return {};
    case Call::GET_STATE:
        tasks.list(*out.mutable_get_state()->mutable_get_tasks());
        tasks.list(*out.mutable_get_state()->mutable_get_executors());
        tasks.list(*out.mutable_get_state()->mutable_get_frameworks());
        return {};
    case Call::GET_OPERATIONS: // none takes time here
        out.mutable_get_operations();
        return {};
    case Call::LIST_FILES: {
        auto listing = m_files.list(call.list_files().path(), call.list_files().after());
        if (!listing) {
            return tl::unexpected(listing.error());
        }
        for (auto& file : listing->files) {
            *out.mutable_list_files()->add_file_infos() = std::move(file);
        }
        if (!listing->last.empty()) {
            out.mutable_list_files()->set_last(std::move(listing->last));
        }
        return {};
    }
    case Call::READ_FILE: {
        const auto& wanted = call.read_file();
        auto piece = m_files.read(wanted.path(), wanted.offset(),
            wanted.has_length() ? std::optional(wanted.length()) : std::nullopt);
        if (!piece) {
            return tl::unexpected(piece.error());
        }
        out.mutable_read_file()->set_size(piece->size);
        out.mutable_read_file()->set_data(std::move(piece->data));
        return {};
    }
    default:
        return missing(call);
    }
}

mesos::v1::AgentInfo OperatorApi::agentInfo() const {
    mesos::v1::AgentInfo out;
    out.set_hostname(m_facts.info.hostname);
    out.set_port(m_facts.port);
    proto::append(
        m_facts.info.total, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    proto::append(m_facts.info.attributes, *out.mutable_attributes());
    out.mutable_id()->set_value(m_callbacks.id().value);
    return out;
}

void OperatorApi::containers(
    const Call& call, muster::v1::AgentMessage::Answer& answer, Response& out, Now now) const {
    const auto& sample = m_callbacks.sample();
    std::set<ContainerId> shown;
    for (const auto& [key, entry] : tasks.tasks()) {
        const auto& status = entry.task.latest;
        if (entry.ended() || !status.container || !status.container->pid
            || !shown.insert(status.container->id).second) {
            continue; // it has no process, or shares one with a task above
        }
        const auto& id = status.container->id;
        const auto share = tasks.shareOf(entry);
        auto& row = *out.mutable_get_containers()->add_containers();
        row.mutable_framework_id()->set_value(entry.task.framework.id.value);
        row.mutable_executor_id()->set_value(entry.executor());
        row.set_executor_name(entry.executorName());
        row.mutable_container_id()->set_value(id.value);
        *row.mutable_container_status() = proto::toProto(status).container_status();
        auto& usage = *row.mutable_resource_statistics();
        usage = readUsage(*status.container->pid, now);
        usage.set_cpus_limit(share.resources.total("cpus").toDouble());
        if (!usage.has_mem_limit_bytes()) {
            usage.set_mem_limit_bytes(
                static_cast<std::uint64_t>(share.resources.total("mem").toDouble() * kMebibyte));
        }
        for (const auto& uuid : share.gpus) {
            auto& gpu = *answer.add_gpus();
            gpu.set_container_id(id.value);
            gpu.set_uuid(uuid.value);
            for (const auto& info : m_facts.info.gpus) {
                if (info.uuid == uuid) {
                    gpu.set_minor(info.minor);
                    gpu.set_memory_total_bytes(info.memory ? info.memory->value : 0);
                }
            }
            for (const auto& measured : sample.gpus) {
                const auto value = [&](Metric metric) {
                    return measured.values[static_cast<std::size_t>(metric)];
                };
                if (measured.uuid != uuid) {
                    continue;
                }
                if (const auto percent = value(Metric::GpuUtilization); percent != kUnknown) {
                    gpu.set_utilization_percent(static_cast<std::uint32_t>(percent));
                }
                if (const auto used = value(Metric::MemoryUsed); used != kUnknown) {
                    gpu.set_memory_used_bytes(static_cast<std::uint64_t>(used) << 20);
                }
            }
        }
        for (const auto& nested : call.get_containers().show_nested()
                ? m_callbacks.nested()
                : std::vector<mesos::v1::ContainerID>()) {
            if (nested.parent().value() == id.value) {
                auto& child = *out.mutable_get_containers()->add_containers();
                *child.mutable_framework_id() = row.framework_id();
                *child.mutable_executor_id() = row.executor_id();
                child.set_executor_name(row.executor_name());
                *child.mutable_container_id() = nested;
                *child.mutable_container_status()->mutable_container_id() = nested;
            }
        }
    }
}

std::map<std::string, double> OperatorApi::metrics(Now now) const {
    std::map<std::string, double> out;
    const auto used = tasks.used();
    for (const auto* name : {"cpus", "gpus", "mem", "disk"}) {
        const auto total = m_facts.info.total.total(name).toDouble();
        const auto uses = used.total(name).toDouble();
        out[fmt::format("slave/{}_total", name)] = total;
        out[fmt::format("slave/{}_used", name)] = uses;
        out[fmt::format("slave/{}_percent", name)] = total == 0 ? 0 : uses / total;
        for (const auto* suffix : {"total", "used", "percent"}) { // nothing here is revocable
            out[fmt::format("slave/{}_revocable_{}", name, suffix)] = 0;
        }
    }
    const std::pair<const char*, TaskState> living[]
        = {{"staging", TaskState::Staging}, {"starting", TaskState::Starting},
            {"running", TaskState::Running}, {"killing", TaskState::Killing}};
    for (const auto& [name, state] : living) {
        auto& count = out[fmt::format("slave/tasks_{}", name)];
        for (const auto& [id, entry] : tasks.tasks()) {
            count += entry.task.latest.state == state ? 1 : 0;
        }
    }
    const std::pair<const char*, TaskState> ended[]
        = {{"finished", TaskState::Finished}, {"failed", TaskState::Failed},
            {"killed", TaskState::Killed}, {"lost", TaskState::Lost}, {"gone", TaskState::Gone}};
    for (const auto& [name, state] : ended) {
        out[fmt::format("slave/tasks_{}", name)] = static_cast<double>(tasks.ended(state));
    }
    out["slave/uptime_secs"]
        = std::chrono::duration<double>(now.uptime - m_facts.started.uptime).count();
    out["slave/registered"] = 1; // who asks came through the master
    counts.list(parts ? parts() : AgentParts(), out);
    addSystemFigures(out);
    return out;
}

} // namespace muster::agentd

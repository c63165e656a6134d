// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/agent_metrics.h"

#include <algorithm>
#include <set>

#include "agentd/agent/task_spec.h"
#include "agentd/overloaded.h"
#include "core/proto/task.h"

namespace muster::agentd {
namespace {

// A file system of its own, made by us.
bool hasOwnImage(const mesos::v1::ContainerInfo& container) {
    const auto image = proto::imageOf(container);
    return image && !image->docker;
}

double seconds(Duration time) {
    return std::chrono::duration<double>(time).count();
}

} // namespace

void AgentMetrics::recovered(const node::RecoveredAgent& agent, std::size_t errors, Duration took) {
    for (const auto& task : agent.tasks) {
        m_statuses[task.container] = task.latest.uuid;
        if (node::hasOwnContainer(task.info)) {
            m_containers[task.container] = {task.framework.id, Phase::Running,
                hasOwnImage(proto::messageOf(task.info)->container())};
        }
    }
    for (const auto& executor : agent.executors) {
        m_containers[executor.container] = {executor.framework.id, Phase::Registering, false};
    }
    m_recoveryErrors = static_cast<double>(errors);
    m_recoverySeconds = seconds(took);
}

void AgentMetrics::onInput(const node::AgentInput& input) {
    m_fromExecutor = std::holds_alternative<node::ExecutorUpdate>(input);
    m_toExecutor = false;
    m_took = false;
    std::visit(Overloaded{
                   [&](const node::FromMaster& in) {
                       m_toExecutor = std::holds_alternative<cluster::ToExecutor>(in.command);
                   },
                   [&](const node::ContainerStarted& in) {
                       const auto found = m_statuses.find(in.container);
                       if (found != m_statuses.end()) { // an executor has to subscribe yet
                           enter(in.container, Phase::Running);
                       }
                   },
                   [&](const node::ExecutorSubscribed& in) { enter(in.container, Phase::Running); },
                   [&](const node::ContainerFailed&) { ++m_launchErrors; },
                   [](const auto&) {},
               },
        input);
}

void AgentMetrics::onOutput(const node::AgentOutput& output) {
    std::visit(Overloaded{
                   [&](const node::Launch& out) {
                       m_containers[out.container] = {out.framework.id, Phase::Registering,
                           hasOwnImage(requestOf(out).container)};
                   },
                   [&](const node::LaunchExecutor& out) {
                       m_containers[out.container] = {out.framework.id, Phase::Registering,
                           hasOwnImage(requestOf(out).container)};
                   },
                   [&](const node::TellExecutor& out) {
                       m_took |= std::holds_alternative<node::TellExecutor::Message>(out.event);
                       if (std::holds_alternative<node::TellExecutor::Shutdown>(out.event)) {
                           enter(out.container, Phase::Terminating);
                       }
                   },
                   [&](const node::Destroy& out) { enter(out.container, Phase::Terminating); },
                   [&](const node::SaveTask& out) { note(out.task); },
                   [&](const node::ForgetTask& out) {
                       m_statuses.erase(out.container);
                       leave(out.container);
                   },
                   [&](const node::ForgetExecutor& out) { leave(out.container); },
                   [](const auto&) {},
               },
        output);
}

void AgentMetrics::done() {
    if (m_toExecutor) {
        ++(m_took ? m_messages : m_invalidMessages);
    }
    if (m_fromExecutor && !m_took) {
        ++m_invalidUpdates;
    }
    m_fromExecutor = m_toExecutor = false;
}

void AgentMetrics::note(const node::TaskCheckpoint& task) {
    auto& last = m_statuses[task.container];
    if (task.latest.uuid && last != task.latest.uuid) {
        last = task.latest.uuid;
        ++m_updates;
        m_took = true;
    }
}

void AgentMetrics::enter(const ContainerId& id, Phase phase) {
    if (const auto found = m_containers.find(id); found != m_containers.end()) {
        found->second.phase = phase;
    }
}

void AgentMetrics::leave(const ContainerId& id) {
    m_terminated += static_cast<double>(m_containers.erase(id));
}

void AgentMetrics::list(const AgentParts& parts, std::map<std::string, double>& out) const {
    const auto number = [&](auto matches) {
        return static_cast<double>(std::ranges::count_if(
            m_containers, [&](const auto& entry) { return matches(entry.second); }));
    };
    const auto in = [&](Phase phase) {
        return number([phase](const Container& container) { return container.phase == phase; });
    };
    std::set<FrameworkId> frameworks;
    for (const auto& [id, container] : m_containers) {
        frameworks.insert(container.framework);
    }
    const std::pair<const char*, double> all[] = {
        {"containerizer/fetcher/cache_size_total_bytes", static_cast<double>(parts.cache.value)},
        {"containerizer/fetcher/task_fetches_failed", static_cast<double>(parts.notFetched)},
        {"containerizer/fetcher/task_fetches_succeeded", static_cast<double>(parts.fetched)},
        {"containerizer/mesos/container_destroy_errors", static_cast<double>(parts.notEnded)},
        {"containerizer/mesos/filesystem/containers_new_rootfs",
            number([](const Container& container) { return container.hasImage; })},
        {"gc/path_removals_failed", static_cast<double>(parts.notRemoved)},
        {"gc/path_removals_pending", static_cast<double>(parts.toRemove)},
        {"gc/path_removals_succeeded", static_cast<double>(parts.removed)},
        {"slave/container_launch_errors", m_launchErrors},
        {"slave/executor_directory_max_allowed_age_secs", seconds(parts.sandboxAge)},
        {"slave/executors_registering", in(Phase::Registering)},
        {"slave/executors_running", in(Phase::Running)},
        {"slave/executors_terminating", in(Phase::Terminating)},
        {"slave/executors_terminated", m_terminated},
        {"slave/frameworks_active", static_cast<double>(frameworks.size())},
        {"slave/valid_status_updates", m_updates},
        {"slave/invalid_status_updates", m_invalidUpdates},
        {"slave/valid_framework_messages", m_messages},
        {"slave/invalid_framework_messages", m_invalidMessages},
        {"slave/recovery_errors", m_recoveryErrors},
        {"slave/recovery_time_secs", m_recoverySeconds},
    };
    for (const auto& [name, value] : all) {
        out[name] = value;
    }
}

} // namespace muster::agentd

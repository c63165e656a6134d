// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/metrics.h"

#include <algorithm>

#include "agentd/master/api/metric_names.h"
#include "agentd/master/api/operator_models.h"
#include "agentd/overloaded.h"
#include "agentd/system_figures.h"
#include "core/net/text.h"

namespace muster::agentd::api {
namespace {

// "master/tasks_running" of TASK_RUNNING.
std::string clusterName(TaskState state) {
    return "master/tasks_" + net::lowerAscii(wireName(state)).substr(5);
}

std::string frameworkName(TaskState state) {
    return fmt::format(
        "tasks/{}/{}", isTerminal(state) ? "terminal" : "active", net::lowerAscii(wireName(state)));
}

void add(auto& counts, const std::string& name, double by) {
    if (const auto found = counts.find(name); found != counts.end()) {
        found->second += by;
    }
}

} // namespace

Metrics::Metrics(const Control& control, Now started) : m_control(control), m_started(started) {
    for (const auto* name : kMasterCounters) {
        m_counts[fmt::format("master/{}", name)] = 0;
    }
    for (const auto* counter : kOperationCounters) {
        m_counts[fmt::format("master/operations/{}", counter)] = 0;
        for (const auto* kind : kOperationKinds) {
            m_counts[fmt::format("master/operations/{}/{}", kind, counter)] = 0;
        }
    }
    for (const auto* agent : control.master().agents()) {
        m_awaited.insert(agent->id);
    }
    for (const auto* framework : control.master().frameworks()) {
        addFramework(framework->info);
    }
    for (const auto* task : control.master().tasks()) {
        moveTask({task->framework, task->info.id}, std::nullopt, task->latest.state);
    }
}

void Metrics::countOperation(const std::string& kind, const char* state, double by) {
    count(fmt::format("master/operations/{}", state), by);
    count(fmt::format("master/operations/{}/{}", kind, state), by);
}

void Metrics::onInput(const cluster::MasterInput& input) {
    if (const auto* reserve = std::get_if<cluster::OperatorReserve>(&input)) {
        ++m_operations[operationName(reserve->change)];
        return;
    }
    if (const auto* call = std::get_if<cluster::FromFramework>(&input)) {
        countCall(*call);
        return;
    }
    if (const auto* closed = std::get_if<cluster::LinkClosed>(&input)) {
        m_links.erase(closed->link);
        return;
    }
    const auto* message = std::get_if<cluster::FromAgent>(&input);
    if (message == nullptr) {
        return;
    }
    std::visit(Overloaded{
                   [&](const cluster::Register& in) {
                       m_firstRegistration = in.id.empty();
                       m_awaited.erase(in.id);
                       count(in.id.empty() ? "master/messages_register_slave"
                                           : "master/messages_reregister_slave");
                   },
                   [&](const cluster::AgentUpdate&) { count("master/messages_update_slave"); },
                   [&](const cluster::StatusUpdate& in) {
                       count("master/messages_status_update");
                       const bool known
                           = m_control.master().task({in.framework, in.status.task}) != nullptr;
                       count(
                           known ? "master/valid_status_updates" : "master/invalid_status_updates");
                   },
                   [&](const cluster::FromExecutor& in) {
                       count("master/messages_executor_to_framework");
                       const bool known = m_control.master().framework(in.framework) != nullptr;
                       count(known ? "master/valid_executor_to_framework_messages"
                                   : "master/invalid_executor_to_framework_messages");
                   },
                   [&](const cluster::ExecutorEnded&) { count("master/messages_exited_executor"); },
               },
        message->message);
}

void Metrics::countCall(const cluster::FromFramework& input) {
    const auto* name = callName(input.call);
    if (const auto* message = messageName(input.call)) {
        count(message);
    }
    if (const auto* acknowledge = std::get_if<cluster::Acknowledge>(&input.call)) {
        const auto link = m_links.find(input.link);
        const auto* task = link == m_links.end()
            ? nullptr
            : m_control.master().task({link->second, acknowledge->task});
        count(task != nullptr && task->latest.uuid == acknowledge->uuid
                ? "master/valid_status_update_acknowledgements"
                : "master/invalid_status_update_acknowledgements");
    }
    if (std::holds_alternative<cluster::AcknowledgeOperation>(input.call)) {
        count("master/invalid_operation_status_update_acknowledgements"); // nothing waits for it
    }
    if (const auto* accept = std::get_if<cluster::Accept>(&input.call)) {
        for (const auto& operation : accept->operations) {
            if (std::holds_alternative<cluster::ChangeReservations>(operation)) {
                ++m_operations[operationName(operation)];
            }
        }
    }
    auto* counts = countsOf(input.link);
    if (counts == nullptr) {
        return; // a first SUBSCRIBE: counted with its answer
    }
    add(*counts, "calls", 1);
    add(*counts, fmt::format("calls/{}", name), 1);
    if (const auto* accept = std::get_if<cluster::Accept>(&input.call)) {
        add(*counts, accept->operations.empty() ? "offers/declined" : "offers/accepted",
            static_cast<double>(accept->offers.size()));
        for (const auto& operation : accept->operations) {
            add(*counts, "operations", 1);
            add(*counts, fmt::format("operations/{}", operationName(operation)), 1);
        }
    } else if (const auto* decline = std::get_if<cluster::Decline>(&input.call)) {
        add(*counts, "offers/declined", static_cast<double>(decline->offers.size()));
    }
}

void Metrics::onOutputs(const std::vector<cluster::MasterOutput>& outputs) {
    for (const auto& output : outputs) {
        if (const auto* events = std::get_if<cluster::Events>(&output)) {
            std::ranges::for_each(events->list, [this](const auto& one) { countHappened(one); });
        } else if (const auto* send = std::get_if<cluster::SendFramework>(&output)) {
            countEvent(send->link, send->event);
        } else if (const auto* command = std::get_if<cluster::SendAgent>(&output);
                   command != nullptr
                   && std::holds_alternative<cluster::Registered>(command->command)) {
            count(m_firstRegistration ? "master/slave_registrations"
                                      : "master/slave_reregistrations");
        } else if (const auto* audit = std::get_if<cluster::Audit>(&output)) {
            if (const auto asked = m_operations.find(audit->action);
                asked != m_operations.end() && asked->second > 0) {
                --asked->second;
                countOperation(audit->action, "total");
                countOperation(audit->action, "finished");
            }
        }
    }
    for (const auto& [kind, left] : std::exchange(m_operations, {})) {
        countOperation(kind, "total", left);
        countOperation(kind, "error", left);
    }
}

void Metrics::countEvent(cluster::Link link, const cluster::FrameworkEvent& event) {
    if (const auto* subscribed = std::get_if<cluster::Subscribed>(&event)) {
        m_links[link] = subscribed->framework;
        if (auto* counts = countsOf(link)) {
            add(*counts, "calls", 1);
            add(*counts, "calls/subscribe", 1);
        }
    }
    auto* counts = countsOf(link);
    if (counts == nullptr) {
        return;
    }
    add(*counts, "events", 1);
    add(*counts, fmt::format("events/{}", eventName(event)), 1);
    if (const auto* offers = std::get_if<cluster::Offers>(&event)) {
        add(*counts, "offers/sent", static_cast<double>(offers->offers.size()));
    } else if (std::holds_alternative<cluster::Rescind>(event)) {
        add(*counts, "offers/rescinded", 1);
    } else if (const auto* update = std::get_if<cluster::Update>(&event)) {
        // A task that was refused has never been one of the master's.
        const cluster::TaskKey key{m_links[link], update->status.task};
        if (isTerminal(update->status.state) && m_control.master().task(key) == nullptr
            && update->status.reason != Reason::Reconciliation) {
            moveTask(key, std::nullopt, update->status.state);
        }
    }
}

void Metrics::countHeartbeat(const FrameworkId& framework) {
    if (const auto found = m_frameworks.find(framework); found != m_frameworks.end()) {
        add(found->second.counts, "events", 1);
        add(found->second.counts, "events/heartbeat", 1);
    }
}

void Metrics::addFramework(const cluster::FrameworkInfo& info) {
    auto& entry = m_frameworks[info.id];
    entry.prefix = fmt::format("master/frameworks/{}/{}/", info.name, info.id.value);
    entry.roles = info.roles;
    for (const auto* name : kFrameworkCounters) {
        entry.counts[name] = 0;
    }
}

void Metrics::countHappened(const cluster::Event& event) {
    using cluster::Presence;
    const auto& master = m_control.master();
    std::visit(Overloaded{
                   [&](const cluster::FrameworkAdded& added) {
                       if (const auto* framework = master.framework(added.framework)) {
                           addFramework(framework->info);
                       }
                   },
                   [&](const cluster::FrameworkRemoved& removed) {
                       m_removed.push_back(removed.info->id);
                       while (m_removed.size() > master.completedFrameworks().size()) {
                           m_frameworks.erase(m_removed.front());
                           m_removed.pop_front();
                       }
                   },
                   [&](const cluster::AgentMoved& moved) {
                       if (moved.before != Presence::Present) {
                           return;
                       }
                       count("master/slave_removals");
                       if (m_awaited.erase(moved.agent) > 0) {
                           count("master/recovery_slave_removals");
                       }
                       if (moved.after == Presence::Unreachable) {
                           count("master/slave_removals/reason_unhealthy");
                           count("master/slave_unreachable_scheduled");
                           count("master/slave_unreachable_completed");
                       } else {
                           count("master/slave_removals/reason_unregistered");
                       }
                   },
                   [&](const cluster::TaskAdded& added) {
                       if (const auto* task = master.task(added.task)) {
                           moveTask(added.task, std::nullopt, task->latest.state);
                       }
                   },
                   [&](const cluster::TaskUpdated& updated) {
                       if (const auto* task = master.task(updated.task)) {
                           moveTask(updated.task, updated.before, task->latest.state);
                       }
                   },
                   [](const auto&) {},
               },
        event);
}

// Ends are counted for ever, live states only for as long as they last.
void Metrics::moveTask(const cluster::TaskKey& task, std::optional<TaskState> from, TaskState to) {
    if (from == to) {
        return;
    }
    const auto framework = m_frameworks.find(task.framework);
    const auto addAll = [&](TaskState state, double by) {
        add(m_counts, clusterName(state), by);
        if (framework != m_frameworks.end()) {
            add(framework->second.counts, frameworkName(state), by);
        }
    };
    if (from && !isTerminal(*from)) {
        addAll(*from, -1);
    }
    addAll(to, 1);
}

double Metrics::tasks(TaskState state) const {
    const auto count = m_counts.find(clusterName(state));
    return count == m_counts.end() ? 0 : count->second;
}

Metrics::Counts* Metrics::countsOf(cluster::Link link) {
    const auto known = m_links.find(link);
    const auto found
        = known == m_links.end() ? m_frameworks.end() : m_frameworks.find(known->second);
    return found == m_frameworks.end() ? nullptr : &found->second.counts;
}

Metrics::Snapshot Metrics::snapshot(Now now) const {
    Snapshot out(m_counts.begin(), m_counts.end());
    for (const auto& [id, entry] : m_frameworks) {
        for (const auto& [name, value] : entry.counts) {
            out[entry.prefix + name] = value;
        }
    }
    out["master/elected"] = 1;
    out["master/uptime_secs"]
        = std::chrono::duration<double>(now.uptime - m_started.uptime).count();
    out["master/outstanding_offers"] = static_cast<double>(m_control.master().offers().size());
    out["master/operator_event_stream_subscribers"]
        = operatorSubscribers ? static_cast<double>(operatorSubscribers()) : 0;
    addRegistry(out);
    addResources(out);
    addAgentsAndFrameworks(out);
    addSystemFigures(out);
    return out;
}

// The journal is what Mesos' registrar is.
void Metrics::addRegistry(Snapshot& out) const {
    out["registrar/queued_operations"] = static_cast<double>(m_control.waiting());
    out["registrar/registry_size_bytes"] = registryBytes ? registryBytes() : 0;
    out["registrar/state_fetch_ms"]
        = std::chrono::duration<double, std::milli>(m_control.loadTime()).count();
    m_written.list("registrar/state_store_ms", out);
}

void Metrics::addResources(Snapshot& out) const {
    Resources total, used, offered;
    for (const auto* agent : m_control.master().agents()) {
        if (isLive ? !isLive(*agent) : !agent->link) {
            continue;
        }
        total += agent->info.total;
        used += agent->used.total();
        offered += agent->offered;
    }
    for (const auto* name : {"cpus", "gpus", "mem", "disk"}) {
        const auto has = total.total(name).toDouble();
        const auto uses = used.total(name).toDouble();
        out[fmt::format("master/{}_total", name)] = has;
        out[fmt::format("master/{}_used", name)] = uses;
        out[fmt::format("master/{}_percent", name)] = has == 0 ? 0 : uses / has;
        // Nothing here is revocable.
        for (const auto* suffix : {"total", "used", "percent"}) {
            out[fmt::format("master/{}_revocable_{}", name, suffix)] = 0;
        }
        const auto prefix = fmt::format("allocator/mesos/resources/{}/", name);
        out[prefix + "total"] = has;
        out[prefix + "offered_or_allocated"] = uses + offered.total(name).toDouble();
    }
}

void Metrics::addAgentsAndFrameworks(Snapshot& out) const {
    double connected = 0, unreachable = 0, disconnected = 0, active = 0;
    for (const auto* agent : m_control.master().agents()) {
        active += isActive(*agent) ? 1 : 0;
        (agent->link                                      ? connected
                : agent->state == AgentState::Unreachable ? unreachable
                                                          : disconnected)
            += 1;
    }
    out["master/slaves_connected"] = connected;
    out["master/slaves_active"] = active;
    out["master/slaves_disconnected"] = disconnected;
    out["master/slaves_inactive"] = connected - active + disconnected;
    out["master/slaves_unreachable"] = unreachable;
    double subscribed = 0, away = 0;
    for (const auto* framework : m_control.master().frameworks()) {
        (framework->link ? subscribed : away) += 1;
    }
    for (const auto& [id, entry] : m_frameworks) {
        const auto* framework = m_control.master().framework(id);
        out[entry.prefix + "subscribed"] = framework != nullptr && framework->link ? 1 : 0;
        for (const auto& role : entry.roles) {
            const bool suppressed = framework != nullptr && framework->suppressed.contains(role);
            out[fmt::format("{}roles/{}/suppressed", entry.prefix, role)] = suppressed ? 1 : 0;
        }
    }
    out["master/frameworks_connected"] = out["master/frameworks_active"] = subscribed;
    out["master/frameworks_disconnected"] = out["master/frameworks_inactive"] = away;
}

} // namespace muster::agentd::api

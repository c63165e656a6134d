// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <algorithm>
#include <utility>

namespace muster::node {
namespace {

// Takes `out` GPUs away, of whatever role they are.
void takeGpus(Resources& total, Milli out) {
    for (auto& item : total.items()) {
        const auto* value = std::get_if<Milli>(&item.value);
        if (item.name == "gpus" && value && out > Milli{}) {
            const auto part = std::min(*value, out);
            item.value = part;
            total -= Resources({std::move(item)});
            out -= part;
        }
    }
}

std::size_t gpuCount(const Resources& resources) {
    return static_cast<std::size_t>(resources.gpus().wholeUnits());
}

// Of its own description, from which they are taken.
Resources withoutGpus(const Resources& resources) {
    auto out = resources.described();
    takeGpus(out, out.gpus());
    return out;
}

} // namespace

cluster::TaskStatus Agent::State::stamp(const Task& task, cluster::TaskStatus status) {
    status.task = task.saved.info.id;
    status.agent = m_id;
    status.at = m_now;
    status.uuid = m_uuids.next();
    const auto& info = task.saved.info;
    status.executor = info.executor ? info.executor->id : ExecutorId{info.id.value};
    if (!hasOwnContainer(info)) {
        const auto executor = m_executors.find({task.saved.framework.id, info.executor->id});
        if (executor != m_executors.end()) {
            status.container
                = {executor->second.saved.container, m_options.ip, executor->second.pid};
        }
    } else if (task.phase != Phase::Ended) {
        status.container
            = {task.saved.container, task.ip.empty() ? m_options.ip : task.ip, task.pid};
    }
    const bool comesOfKill = status.state == TaskState::Killing
        || (isTerminal(status.state) && status.state != TaskState::Finished);
    if (task.saved.killed && comesOfKill) {
        status.killedBy = task.saved.killedBy;
    }
    if (info.check && status.payload.empty()) {
        const auto& known = task.saved.latest.payload;
        status.payload = known.empty() ? info.check->none : known;
    }
    return status;
}

void Agent::State::tell(Task& task, cluster::TaskStatus status) {
    task.saved.latest = status;
    task.saved.pending.push_back(std::move(status));
    save(task);
    if (task.saved.pending.size() == 1) {
        sendOldest(task);
    } else if (isTerminal(task.saved.latest.state)) {
        send(task, task.saved.pending.front()); // what the task had is free
    }
}

void Agent::State::save(const Task& task) {
    m_out.push_back(SaveTask{task.saved});
}

void Agent::State::sendOldest(Task& task) {
    if (!m_registered || task.saved.pending.empty()) {
        return;
    }
    send(task, task.saved.pending.front());
    task.resendAfter = m_options.firstRetry;
    task.resendAt = m_now.uptime + task.resendAfter;
}

void Agent::State::send(const Task& task, const cluster::TaskStatus& status) {
    if (m_registered) {
        m_out.push_back(ToMaster{cluster::StatusUpdate{task.saved.framework.id, status,
            task.saved.gpus, isTerminal(task.saved.latest.state)}});
    }
}

void Agent::State::acknowledge(Task& task, const Uuid& uuid) {
    auto& pending = task.saved.pending;
    if (pending.empty() || pending.front().uuid != uuid) {
        return;
    }
    pending.erase(pending.begin());
    task.resendAt.reset();
    if (pending.empty() && task.phase == Phase::Ended) {
        forget(task.key());
        return;
    }
    save(task);
    sendOldest(task);
}

bool Agent::State::Description::saysTheSame(const Description& other) const {
    return info.total == other.info.total && info.gpus == other.info.gpus && rows == other.rows
        && info.troubles == other.info.troubles;
}

Agent::State::Description Agent::State::describe() const {
    auto info = m_options.info;
    info.gpus = m_gpus.infos();
    info.troubles = m_troubles.list();
    if (m_options.ownsLaterGpus) {
        info.total.setScalar(
            Resources::Gpus, Milli::whole(static_cast<std::int64_t>(m_gpus.owned())));
    }
    auto usable = m_gpus.available();
    for (const auto& [key, task] : m_tasks) {
        const auto own = gpuCount(task.saved.info.resources);
        if (!task.saved.removed && !hasOwnContainer(task.saved.info)) {
            usable += task.phase == Phase::Ended ? 0 : own;
        } else if (!task.saved.removed) {
            usable += std::min(m_gpus.heldBy(key).size(), own);
        } else {
            info.total -= withoutGpus(task.saved.info.resources);
        }
    }
    for (const auto& [key, executor] : liveExecutors(false)) {
        usable += gpuCount(executor->resources);
    }
    for (const auto& [key, executor] : liveExecutors(true)) {
        info.total -= withoutGpus(executor->resources);
    }
    const auto out = m_gpus.owned() - std::min(usable, m_gpus.owned());
    takeGpus(info.total, Milli::whole(static_cast<std::int64_t>(out)));
    return {std::move(info), m_gpus.rows()};
}

void Agent::State::announce() {
    if (!m_registered) {
        return;
    }
    if (auto now = describe(); !now.saysTheSame(m_told)) {
        sendDescription(std::move(now));
    }
}

// Also if nothing changed: by it the master knows that it need not repeat the order.
void Agent::State::confirm(std::uint64_t order) {
    m_orderDone = std::max(m_orderDone, order);
    if (m_registered && order != 0) {
        sendDescription(describe());
    }
}

void Agent::State::sendDescription(Description now) {
    m_told = std::move(now);
    m_out.push_back(ToMaster{cluster::AgentUpdate{m_told.info, m_told.rows, m_orderDone}});
}

void Agent::State::registerWithMaster() {
    m_registered = false;
    m_told = describe();
    cluster::Register message{m_id, m_told.info, m_told.rows, {}};
    for (const auto& [key, task] : m_tasks) {
        if (!task.saved.removed) {
            message.tasks.push_back(
                {key.framework, task.saved.info, task.saved.latest, task.saved.gpus});
        }
    }
    for (const auto& [key, executor] : liveExecutors(false)) {
        message.executors.push_back({key.framework, *executor});
    }
    m_out.push_back(ToMaster{std::move(message)});
}

} // namespace muster::node

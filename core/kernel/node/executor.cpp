// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/executor.h"

#include <csignal>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/node/exit_status.h"

namespace muster::node {

Executor::Executor(ExecutorCheckpoint made, const Timing& timing)
    : m_saved(std::move(made)), m_timing(timing) {
    m_timing.shutdownGrace = m_saved.info.shutdownGrace.value_or(timing.shutdownGrace);
}

Executor Executor::recovered(ExecutorCheckpoint saved, const Timing& timing, bool rebooted) {
    Executor out(std::move(saved), timing);
    out.m_recovered = true;
    if (rebooted) {
        out.m_cause = endOfReboot(false);
    }
    return out;
}

void Executor::give(const TaskId& task, Share share, bool hasRoom) {
    m_given[task] = {.share = std::move(share), .waits = !hasRoom};
}

void Executor::recover(const TaskId& task, Share share, bool delivered) {
    m_given[task] = {.share = std::move(share), .waits = !delivered, .delivered = delivered};
}

void Executor::drop(const TaskId& task) {
    m_given.erase(task);
}

std::vector<TaskId> Executor::tasks() const {
    std::vector<TaskId> out;
    for (const auto& [task, given] : m_given) {
        out.push_back(task);
    }
    return out;
}

Resources Executor::resources() const {
    auto out = m_saved.info.resources;
    for (const auto& [task, given] : m_given) {
        out += given.share.resources;
    }
    return out;
}

void Executor::addGpus(const std::vector<GpuUuid>& gpus) {
    m_saved.gpus.insert(m_saved.gpus.end(), gpus.begin(), gpus.end());
}

std::vector<GpuUuid> Executor::spareGpus(std::size_t own) const {
    std::vector<GpuUuid> out(
        m_saved.gpus.begin() + static_cast<std::ptrdiff_t>(own), m_saved.gpus.end());
    for (const auto& [task, given] : m_given) {
        for (const auto& gpu : given.share.gpus) {
            std::erase(out, gpu);
        }
    }
    return out;
}

bool Executor::startResize() {
    if (m_phase != Phase::Running || m_resizing) {
        return false;
    }
    for (auto& [task, given] : m_given) {
        given.asked = given.waits;
        m_resizing |= given.waits;
    }
    return m_resizing;
}

std::vector<TaskId> Executor::finishResize() {
    m_resizing = false;
    std::vector<TaskId> out;
    for (auto& [task, given] : m_given) {
        if (!given.asked) {
            continue;
        }
        given.waits = given.asked = false;
        if (!given.delivered) {
            out.push_back(task);
        }
    }
    return out;
}

Executor::Delivery Executor::deliver() {
    Delivery out;
    if (!m_subscribed || m_shutDown) {
        return out;
    }
    std::map<std::string, std::vector<TaskId>> groups;
    for (auto& [task, given] : m_given) {
        if (given.waits || given.delivered) {
            continue;
        }
        given.delivered = true;
        (given.share.group.empty() ? out.alone : groups[given.share.group]).push_back(task);
    }
    for (auto& [group, tasks] : groups) {
        out.groups.push_back(std::move(tasks));
    }
    return out;
}

void Executor::onHeardOf(const TaskId& task) {
    if (const auto found = m_given.find(task); found != m_given.end()) {
        found->second.delivered = true;
    }
}

bool Executor::isDelivered(const TaskId& task) const {
    const auto found = m_given.find(task);
    return found != m_given.end() && found->second.delivered;
}

bool Executor::isUndelivered(const TaskId& task) const {
    return !m_recovered && !isDelivered(task);
}

bool Executor::start(std::optional<int> pid, Uptime now) {
    if (m_phase != Phase::Launching) {
        return false;
    }
    m_phase = Phase::Running;
    m_pid = pid;
    m_registerBy = now + (m_recovered ? m_timing.reregistration : m_timing.registration);
    return true;
}

bool Executor::subscribe(const std::set<TaskId>& knows) {
    if (m_phase == Phase::Ending) {
        return false;
    }
    m_subscribed = true;
    m_recovered = false;
    m_registerBy.reset();
    for (const auto& task : knows) {
        onHeardOf(task);
    }
    return true;
}

Executor::Shutdown Executor::shutDown(Uptime now) {
    if (isEnding()) {
        return Shutdown::Nothing;
    }
    m_shutDown = true;
    if (m_subscribed) {
        m_destroyAt = now + m_timing.shutdownGrace;
        return Shutdown::Tell;
    }
    // One that is being launched is destroyed when it has started.
    return m_phase == Phase::Running ? Shutdown::Destroy : Shutdown::Nothing;
}

bool Executor::remove() {
    return !std::exchange(m_saved.removed, true);
}

bool Executor::takeOverdue(Uptime now) {
    if (m_registerBy && *m_registerBy <= now) {
        cluster::TaskStatus cause;
        cause.state = TaskState::Failed;
        cause.source = StatusSource::Agent;
        cause.reason = m_recovered ? Reason::ExecutorReregistrationTimeout
                                   : Reason::ExecutorRegistrationTimeout;
        cause.message
            = fmt::format("Executor did not {} within {}", m_recovered ? "reregister" : "register",
                durationText(m_recovered ? m_timing.reregistration : m_timing.registration));
        m_cause = std::move(cause);
        return true;
    }
    return m_destroyAt && *m_destroyAt <= now;
}

void Executor::onDestroy() {
    m_phase = Phase::Ending;
    m_subscribed = false;
    m_registerBy.reset();
    m_destroyAt.reset();
}

std::optional<Uptime> Executor::nextDeadline() const {
    auto next = m_registerBy;
    takeEarlier(next, m_destroyAt);
    return next;
}

cluster::TaskStatus Executor::endOfTasks() const {
    if (m_cause) {
        return *m_cause;
    }
    return m_exit && isEndOfMemory(*m_exit)
        ? endOf(*m_exit, std::nullopt, m_saved.info.resources.total("mem"))
        : endOfLost(false);
}

int Executor::waitStatus() const {
    const auto exit = m_exit.value_or(Exit{.signal = SIGKILL});
    return exit.signal.value_or(0) | exit.code.value_or(0) << 8;
}

} // namespace muster::node

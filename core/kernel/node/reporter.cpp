// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/reporter.h"

#include <utility>

namespace muster::node {

cluster::TaskStatus Reporter::stamp(const Task& task, cluster::TaskStatus status) {
    status = task.describe(std::move(status));
    status.agent = m_id;
    status.at = m_outbox.now;
    status.uuid = m_tables.uuids.next();
    const auto& ip = m_tables.options.ip;
    if (!task.hasOwnContainer()) {
        if (const auto* executor = m_tables.executors.find(executorOf(task))) {
            status.container = {executor->container(), ip, executor->pid()};
        }
    } else if (status.container && status.container->ip.empty()) {
        status.container->ip = ip;
    }
    return status;
}

void Reporter::stage(Task& task) {
    auto status = stamp(task, {.state = TaskState::Staging, .source = StatusSource::Agent});
    status.uuid.reset();
    task.updates().begin(std::move(status));
}

void Reporter::tell(Task& task, cluster::TaskStatus status) {
    tell(task, std::vector{std::move(status)});
}

void Reporter::tell(Task& task, std::vector<cluster::TaskStatus> statuses) {
    if (statuses.empty()) {
        return;
    }
    const bool noneWaited = task.updates().pending().empty();
    for (auto& status : statuses) {
        task.updates().add(status.uuid ? std::move(status) : stamp(task, std::move(status)));
    }
    onAdded(task, noneWaited);
}

void Reporter::tellCheckNews(Task& task, cluster::TaskStatus status) {
    const bool noneWaited = task.updates().pending().empty();
    task.updates().addCheckNews(stamp(task, std::move(status)));
    onAdded(task, noneWaited);
}

void Reporter::refuse(Task& task, cluster::TaskStatus end) {
    task.finish();
    tell(task, std::move(end));
}

void Reporter::onAdded(Task& task, bool onlyTheseWait) {
    save(task);
    const auto& updates = task.updates();
    if (onlyTheseWait) {
        sendOldest(task);
    } else if (isTerminal(updates.latest().state)) {
        send(task, updates.pending().front()); // what the task had is free
    }
}

void Reporter::sendOldest(Task& task) {
    auto& updates = task.updates();
    if (m_session.isRegistered() && !updates.pending().empty()) {
        send(task, updates.pending().front());
        updates.onSent(m_outbox.now.uptime);
    }
}

void Reporter::send(const Task& task, const cluster::TaskStatus& status) {
    if (m_session.isRegistered()) {
        send(cluster::StatusUpdate{
            task.framework().id, status, task.gpus(), isTerminal(task.updates().latest().state)});
    }
}

void Reporter::repeat(Task& task) {
    const auto& updates = task.updates();
    if (!updates.pending().empty()) {
        sendOldest(task);
    } else if (!task.isRemoved() && updates.latest().state != TaskState::Staging) {
        send(task, updates.latest());
    }
}

void Reporter::resend(Task& task) {
    if (const auto* status = task.updates().takeDue(m_outbox.now.uptime)) {
        send(task, *status);
    }
}

void Reporter::acknowledge(Task& task, const Uuid& uuid) {
    if (!task.updates().acknowledge(uuid)) {
        return;
    }
    if (task.updates().pending().empty() && !task.isLive()) {
        return forget(task);
    }
    save(task);
    sendOldest(task);
}

void Reporter::forget(const Task& task) {
    m_outbox.put(ForgetTask{task.container()});
    m_tables.tasks.forget(task.key());
}

Description Reporter::describe() const {
    auto info = m_tables.options.info;
    info.total = m_tables.capacity.total();
    info.gpus = m_tables.gpus.infos();
    info.troubles = m_tables.troubles.list();
    return {std::move(info), m_tables.gpus.rows()};
}

void Reporter::announce() {
    if (!m_session.isRegistered()) {
        return;
    }
    if (auto now = describe(); m_session.isNews(now)) {
        send(m_session.tell(std::move(now)));
    }
}

void Reporter::announceAnyway() {
    if (m_session.isRegistered()) {
        send(m_session.tell(describe()));
    }
}

// Also if nothing changed: by it the master knows that it need not repeat the order.
void Reporter::confirm(std::uint64_t order) {
    m_session.finishOrder(order);
    if (order != 0) {
        announceAnyway();
    }
}

void Reporter::send(AgentMessage message) {
    if (m_session.isRegistered()) {
        m_outbox.put(ToMaster{std::move(message)});
    }
}

void Reporter::onConnected() {
    auto now = describe();
    cluster::Register message{m_id, now.info, now.rows, {}};
    m_session.begin(std::move(now));
    for (const auto& [key, task] : m_tables.tasks.all()) {
        if (!task.isRemoved()) {
            message.tasks.push_back(
                {key.framework, task.info(), task.updates().latest(), task.gpus()});
        }
    }
    for (const auto& [key, executor] : m_tables.capacity.executors(false)) {
        message.executors.push_back({key.framework, *executor});
    }
    m_outbox.put(ToMaster{std::move(message)});
}

void Reporter::onLost() {
    m_session.end();
    for (auto& [key, task] : m_tables.tasks.all()) {
        task.updates().pause();
    }
}

void Reporter::onRegistered(const AgentId& id) {
    m_session.accept();
    if (m_id != id) {
        m_id = id;
        m_outbox.put(SaveId{m_id});
        announceAnyway(); // the master offers nothing of us before it knows that we keep the id
    }
    announce();
    for (auto& [key, task] : m_tables.tasks.all()) {
        sendOldest(task);
    }
}

} // namespace muster::node

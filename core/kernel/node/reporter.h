// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/kernel/node/master_session.h"
#include "core/kernel/node/node_tables.h"
#include "core/kernel/node/outbox.h"

namespace muster::node {

// Saves what becomes of tasks, and tells the master of it and of the node. A task's update is saved
// before it is sent, and sent until it is acknowledged; the node's description goes out whenever it
// has changed. Without a registered connection it only saves. Not thread-safe.
class Reporter {
public:
    Reporter(NodeTables& tables, Outbox& outbox, AgentId id)
        : m_tables(tables), m_outbox(outbox), m_id(std::move(id)) { }
    const AgentId& id() const { return m_id; }

    // ---- tasks
    // Fills in what all statuses have: task, executor, container, agent, time, UUID.
    cluster::TaskStatus stamp(const Task& task, cluster::TaskStatus status);
    void stage(Task& task); // it is TASK_STAGING, which nobody is told, and not saved yet
    // Its next update: stamped unless it has a UUID, saved, and sent if none before it waits.
    void tell(Task& task, cluster::TaskStatus status);
    void tell(Task& task, std::vector<cluster::TaskStatus> statuses); // likewise, saved once
    void tellCheckNews(Task& task, cluster::TaskStatus status); // stamped anew
    void refuse(Task& task, cluster::TaskStatus end); // it never began, and has ended
    void repeat(Task& task); // the update that the master seems to have missed
    void resend(Task& task); // the oldest update, if it is due again
    void acknowledge(Task& task, const Uuid& uuid); // one that has ended may be forgotten by it
    void save(const Task& task) { m_outbox.put(SaveTask{task.checkpoint()}); }
    void forget(const Task& task); // it is gone

    // ---- the node
    void announce(); // its description, if there is anything new in it
    void announceAnyway();
    void confirm(std::uint64_t order); // of RestrictGpu and ReleaseGpu; 0: not numbered
    void send(AgentMessage message); // if the agent is registered; else it is dropped

    // ---- the connection
    void onConnected();
    void onLost();
    void onRegistered(const AgentId& id);

private:
    Description describe() const;
    void onAdded(Task& task, bool onlyTheseWait); // updates
    void sendOldest(Task& task); // if there is one, with a fresh retry time
    void send(const Task& task, const cluster::TaskStatus& status);

    NodeTables& m_tables;
    Outbox& m_outbox;
    AgentId m_id; // empty: the master has not given one yet
    MasterSession m_session;
};

} // namespace muster::node

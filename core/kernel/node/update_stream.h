// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/cluster/messages.h"

namespace muster::node {

// What the master is told of one task: its latest status, and the updates that the master has not
// acknowledged, oldest first. The last of these is the latest status. Only the oldest is sent,
// again and again at growing intervals until it is acknowledged; then it is the next one's turn.
// Nothing is due while the master is away. It sends nothing itself: who does tells it so. Not
// thread-safe.
class UpdateStream {
public:
    struct Retry {
        Duration first; // from the first sending to the second
        Duration last; // the intervals double up to this one
    };
    explicit UpdateStream(Retry retry) : m_retry(retry) { }
    // Of an earlier life of the agent.
    UpdateStream(Retry retry, std::vector<cluster::TaskStatus> pending, cluster::TaskStatus latest);

    const cluster::TaskStatus& latest() const { return m_latest; }
    const std::vector<cluster::TaskStatus>& pending() const { return m_pending; }
    bool knows(const Uuid& uuid) const; // as that of the latest or of a pending update

    void begin(cluster::TaskStatus status); // the state of which nobody is told
    // Once so many are pending it overtakes the last one: whoever tells on while the master is away
    // must not fill the disk. REQUIRES: the latest is not terminal
    void add(cluster::TaskStatus update);
    static constexpr std::size_t kMostPending = 100;
    // The same for what a check has found. It overtakes such news that was never sent: a check that
    // changes its mind while the master is away must not fill the disk.
    void addCheckNews(cluster::TaskStatus update);
    bool acknowledge(const Uuid& uuid); // false: that is not the oldest, and nothing changes
    void clear(); // nobody wants to know any more

    // The oldest is sent, for the first time on this connection. REQUIRES: one is pending.
    void onSent(Uptime now);
    // The oldest if it is to be sent once more now, which then counts as done; else nullptr.
    const cluster::TaskStatus* takeDue(Uptime now);
    void pause(); // the master is away
    const std::optional<Uptime>& due() const { return m_due; }

private:
    Retry m_retry;
    cluster::TaskStatus m_latest;
    std::vector<cluster::TaskStatus> m_pending; // oldest first
    std::optional<Uptime> m_due; // when the oldest is sent again
    Duration m_interval{0}; // before that
};

} // namespace muster::node

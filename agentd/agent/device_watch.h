// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include <boost/asio/io_context.hpp>

#include "agentd/poll_timer.h"
#include "core/container/runtime.h"
#include "core/kernel/node/agent.h"

namespace muster::agentd {

// Sees to it that a running container may open what it was launched with, and nothing else: other
// programs write to control groups too (a daemon-reload of systemd, a root shell). Looks every two
// seconds, one small file for each container, and puts back what was changed. One thread.
class DeviceWatch {
public:
    using Changed = std::function<void(node::DeviceRulesChanged)>;
    DeviceWatch(boost::asio::io_context& io, const container::Runtime& runtime, Changed changed,
        Duration interval = std::chrono::seconds(2));

    void follow(const ContainerId& id); // it runs, perhaps since an earlier life of the agent
    void forget(const ContainerId& id); // it ends, or is about to get another device
    void followAnew(const ContainerId& id); // with what it may open now

private:
    void look();
    void look(const ContainerId& id, const container::DeviceRules& wanted);

    const container::Runtime& m_runtime;
    Changed m_changed;
    PollTimer m_timer;
    std::map<ContainerId, container::DeviceRules> m_wanted;
    std::map<ContainerId, std::string> m_unrepaired; // what is told already
};

} // namespace muster::agentd

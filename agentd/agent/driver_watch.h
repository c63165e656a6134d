// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/container/driver/version_watch.h"
#include "core/kernel/base/time.h"

namespace muster::agentd {

// Looks at the driver's versions now and after each interval, and logs what changed. One thread.
class DriverWatch {
public:
    // `changed` hears why no new task can use a GPU, and of its end by an empty text.
    using Changed = std::function<void(const std::string& problem)>;
    DriverWatch(boost::asio::io_context& io, const std::string& driverRoot, Changed changed = {},
        Duration interval = std::chrono::seconds(30));

    // Looks now: cheap enough for each launch with GPUs. Empty: they can be used.
    const std::string& look();

private:
    void watch();

    container::driver::VersionWatch m_versions;
    Changed m_changed;
    const Duration m_interval;
    std::string m_problem;
    boost::asio::steady_timer m_timer;
};

} // namespace muster::agentd

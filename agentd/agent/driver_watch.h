// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/container/driver/version_watch.h"
#include "core/kernel/base/time.h"

namespace muster::agentd {

// Looks at the driver's versions now and after each interval, and logs what changed. One thread.
class DriverWatch {
public:
    DriverWatch(boost::asio::io_context& io, const std::string& driverRoot,
        Duration interval = std::chrono::seconds(30));

private:
    void look();

    container::driver::VersionWatch m_versions;
    const Duration m_interval;
    boost::asio::steady_timer m_timer;
};

} // namespace muster::agentd

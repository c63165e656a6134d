// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/driver_watch.h"

#include <spdlog/spdlog.h>

namespace muster::agentd {

DriverWatch::DriverWatch(
    boost::asio::io_context& io, const std::string& driverRoot, Changed changed, Duration interval)
    : m_versions(driverRoot), m_changed(std::move(changed)), m_interval(interval), m_timer(io) {
    watch();
}

const std::string& DriverWatch::look() {
    if (const auto news = m_versions.look()) {
        spdlog::log(news->trouble ? spdlog::level::warn : spdlog::level::info, "{}", news->message);
        const auto problem = news->mismatch ? news->message : "";
        if (std::exchange(m_problem, problem) != problem && m_changed) {
            m_changed(problem);
        }
    }
    return m_problem;
}

void DriverWatch::watch() {
    look();
    m_timer.expires_after(m_interval);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            watch();
        }
    });
}

} // namespace muster::agentd

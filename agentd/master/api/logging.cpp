// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/logging.h"

#include <algorithm>

#include <spdlog/spdlog.h>

namespace muster::agentd::api {

Logging::Logging(boost::asio::io_context& io) : m_timer(io), m_original(spdlog::get_level()) { }

void Logging::set(unsigned level, Duration length) {
    const auto wanted = level == 0 ? m_original
        : level == 1               ? spdlog::level::debug
                                   : spdlog::level::trace;
    spdlog::set_level(std::min(wanted, m_original)); // never less than the flags say
    m_level = level;
    m_timer.expires_after(length);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            spdlog::set_level(m_original);
            m_level = 0;
        }
    });
}

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/kernel/base/time.h"

namespace muster::agentd {

// Calls `look` once, `interval` after arm(); to arm it while it waits changes nothing, and `look`
// may arm it anew. Lives on the io_context's thread; nothing is called after its end.
class PollTimer {
public:
    PollTimer(boost::asio::io_context& io, Duration interval, std::function<void()> look)
        : m_timer(io), m_interval(interval), m_look(std::move(look)) { }

    void arm() {
        if (std::exchange(m_armed, true)) {
            return;
        }
        m_timer.expires_after(m_interval);
        m_timer.async_wait([this](boost::system::error_code error) {
            if (!error) {
                m_armed = false;
                m_look();
            }
        });
    }

private:
    boost::asio::steady_timer m_timer;
    Duration m_interval;
    std::function<void()> m_look;
    bool m_armed = false;
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/clock.h"

namespace muster::agentd {

// Calls `due` once the deadline has come; a new deadline takes the place of the last one. Lives on
// the io_context's thread; nothing is called after its end.
class DeadlineTimer {
public:
    DeadlineTimer(boost::asio::io_context& io, std::function<void()> due)
        : m_timer(io), m_due(std::move(due)) { }

    // Nothing: there is none.
    void set(std::optional<Uptime> deadline) {
        if (deadline == m_deadline) {
            return;
        }
        m_deadline = deadline;
        if (!deadline) {
            m_timer.cancel();
            return;
        }
        m_timer.expires_after(std::max(*deadline - uptime(), Duration(0)));
        m_timer.async_wait([this](boost::system::error_code error) {
            if (!error) {
                m_deadline.reset();
                m_due();
            }
        });
    }

private:
    boost::asio::steady_timer m_timer;
    std::function<void()> m_due;
    std::optional<Uptime> m_deadline;
};

} // namespace muster::agentd

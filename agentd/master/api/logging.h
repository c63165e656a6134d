// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/common.h>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::agentd::api {

// How much the daemon logs, in Mesos' numbers of more and more words: 0 what the flags say, 1
// debug, 2 and more trace. A change ends by itself.
class Logging {
public:
    explicit Logging(boost::asio::io_context& io);

    unsigned level() const { return m_level; }
    void set(unsigned level, Duration length);

private:
    boost::asio::steady_timer m_timer;
    spdlog::level::level_enum m_original;
    unsigned m_level = 0;
};

} // namespace muster::agentd::api

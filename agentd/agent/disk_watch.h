// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

namespace muster::agentd {

inline constexpr Bytes kLeastFree = Bytes::mebi(16); // with less the disk is full
inline constexpr Bytes kEnoughFree = Bytes::mebi(32); // again

// Looks every few seconds whether the disk of the work directory is full. While it is, room is made
// and the reason told; new work has to go elsewhere. One thread.
class DiskWatch {
public:
    struct Callbacks {
        std::function<std::optional<Bytes>()> free; // nothing: nobody knows, all is as before
        std::function<bool()> settle; // what was kept for want of room; false: there is none yet
        std::function<void()> makeRoom;
        std::function<void(const std::string& problem)> tell; // when it changes; empty: all is well
    };

    DiskWatch(
        boost::asio::io_context& io, std::string folder, Duration interval, Callbacks callbacks);

    void look(); // at once, as something was found full
    const std::string& problem() const { return m_problem; }

private:
    void wait();

    std::string m_folder;
    Duration m_interval;
    Callbacks m_callbacks;
    boost::asio::steady_timer m_timer;
    std::string m_problem;
};

} // namespace muster::agentd

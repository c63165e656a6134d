// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/disk_watch.h"

#include <spdlog/spdlog.h>

namespace muster::agentd {

DiskWatch::DiskWatch(
    boost::asio::io_context& io, std::string folder, Duration interval, Callbacks callbacks)
    : m_folder(std::move(folder)), m_interval(interval), m_callbacks(std::move(callbacks)),
      m_timer(io) {
    wait();
}

void DiskWatch::wait() {
    m_timer.expires_after(m_interval);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            look();
            wait();
        }
    });
}

void DiskWatch::look() {
    const auto free = m_callbacks.free();
    const bool wasFull = !m_problem.empty();
    const bool lacksRoom = free ? *free < (wasFull ? kEnoughFree : kLeastFree) : wasFull;
    const bool full = lacksRoom || !m_callbacks.settle();
    if (full) {
        m_callbacks.makeRoom();
    }
    if (full == wasFull) {
        return;
    }
    m_problem = !full ? ""
                      : fmt::format("The disk of {} is full: {} MiB free, {} MiB needed", m_folder,
                          free.value_or(Bytes{}).mebibytes(), kEnoughFree.mebibytes());
    if (full) {
        spdlog::error("{}. No new work is accepted until there is space; running tasks continue, "
                      "and sandboxes of ended tasks are removed",
            m_problem);
    } else {
        spdlog::info("The disk of {} has free space again", m_folder);
    }
    m_callbacks.tell(m_problem);
}

} // namespace muster::agentd

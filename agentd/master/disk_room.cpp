// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/disk_room.h"

#include <utility>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace muster::agentd {

DiskRoom::DiskRoom(std::filesystem::path folder, std::function<void()> changed, Measure measure)
    : m_folder(std::move(folder)), m_changed(std::move(changed)), m_measure(std::move(measure)) { }

void DiskRoom::look() {
    const auto free = m_measure(m_folder);
    if (!free || m_hasFailedWrite) {
        return;
    }
    if (!m_problem && *free < kLeast) {
        beginProblem(*free);
    } else if (m_problem && *free >= kEnough) {
        m_problem.reset();
        spdlog::info("The disk of {} has free space again", m_folder.string());
        m_changed();
    }
}

void DiskRoom::onWriteFailed(const Error& why) {
    if (!std::exchange(m_hasFailedWrite, true)) {
        spdlog::error("{}", why.message);
    }
    if (!m_problem) {
        beginProblem(m_measure(m_folder).value_or(0));
    }
}

void DiskRoom::onWritten() {
    if (std::exchange(m_hasFailedWrite, false)) {
        look();
    }
}

void DiskRoom::beginProblem(std::uintmax_t free) {
    const auto mebibytes = free >> 20;
    const auto why = fmt::format("The master's disk is {}: {} MiB of {} free, {} MiB needed. Free "
                                 "some space there; running tasks continue",
        mebibytes == 0 ? "full" : "nearly full", mebibytes, m_folder.string(), kEnough >> 20);
    spdlog::error("{}. The master accepts no new work until there is space", why);
    m_problem = Error{why, Error::Kind::Unavailable};
    m_changed();
}

} // namespace muster::agentd

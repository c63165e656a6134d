// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/jobs.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/proto/states.h"

namespace muster::e2e::storm {
namespace {

bool hasEnded(const muster::v1::Job& job) {
    return proto::word(job.state()) == "finished" || proto::word(job.state()) == "failed"
        || proto::word(job.state()) == "killed";
}

} // namespace

Jobs::Jobs(std::string folder, unsigned seed) : m_folder(std::move(folder)), m_random(seed) { }

const std::vector<Jobs::End>& Jobs::ends() {
    static const std::vector<End> all{{"exit 0", "finished", "Command exited with status 0", "32"},
        {"exit 3", "failed", "Command exited with status 3", "32"},
        {"exit 137", "failed", "Command exited with status 137", "32"},
        {"kill -TERM $$", "failed", "Command terminated with signal Terminated", "32"},
        {"kill -SEGV $$", "failed", "Command terminated with signal Segmentation fault", "32"},
        {"exec tail /dev/zero", "failed", "Memory limit exceeded: Requested: 48MB", "48"}};
    return all;
}

void Jobs::submit(Console& console) {
    const auto& end = ends()[m_random() % ends().size()];
    const auto length = 100 + m_random() % 1500;
    const auto script
        = fmt::format("echo $MESOS_TASK_ID >> {0}/began; "
                      "mkdir {0}/gpu-$NVIDIA_VISIBLE_DEVICES || echo $MESOS_TASK_ID >> {0}/shared; "
                      "sleep {1}.{2:03}; rmdir {0}/gpu-$NVIDIA_VISIBLE_DEVICES; {3}",
            m_folder, length / 1000, length % 1000, end.script);
    const auto id
        = console.submit("storm", script, fmt::format("cpus:0.1;mem:{};gpus:1", end.memory));
    ASSERT_FALSE(id.empty());
    m_alive[id] = &end;
}

void Jobs::look(Console& console) {
    for (const auto& [id, job] : console.jobs) {
        take(job);
    }
}

void Jobs::lookBack(Console& console) {
    const auto rows = console.ended();
    for (const auto& job : rows.jobs()) {
        take(job);
    }
}

void Jobs::take(const muster::v1::Job& row) {
    const auto found = m_alive.find(row.id());
    if (found == m_alive.end() || !hasEnded(row)) {
        return;
    }
    const auto& end = *found->second;
    if (proto::word(row.state()) != end.state || row.message() != end.message) {
        m_wrong.push_back(fmt::format("{} {}: {} (expected: {}; {} attempts)", row.id(),
            proto::word(row.state()), row.message(), end.message, row.attempts()));
    }
    m_launchedAgain += static_cast<unsigned>(std::max(row.attempts() - 1, 0));
    m_ended.push_back(row.id());
    m_alive.erase(found);
}

void Jobs::fill(Table& table) const {
    std::map<std::string, unsigned> began; // by job, whichever attempt
    for (const auto& task : lines("began")) {
        ++began[task.substr(0, task.rfind('.'))];
    }
    table.jobs = static_cast<unsigned>(m_ended.size() + m_alive.size());
    table.lost = static_cast<unsigned>(m_alive.size()
        + std::ranges::count_if(m_ended, [&](const auto& id) { return !began.contains(id); }));
    table.begunTwice = static_cast<unsigned>(
        std::ranges::count_if(began, [](const auto& one) { return one.second > 1; }));
    table.gpusShared = static_cast<unsigned>(lines("shared").size());
    table.wrongCauses = static_cast<unsigned>(m_wrong.size());
    table.launchedAgain = m_launchedAgain;
}

std::vector<std::string> Jobs::complaints() const {
    auto out = m_wrong;
    for (const auto& [id, end] : m_alive) {
        out.push_back(id + " has not ended");
    }
    return out;
}

std::vector<std::string> Jobs::lines(const std::string& file) const {
    std::vector<std::string> out;
    std::istringstream text(fileText(m_folder + '/' + file));
    for (std::string line; std::getline(text, line);) {
        out.push_back(line);
    }
    return out;
}

} // namespace muster::e2e::storm

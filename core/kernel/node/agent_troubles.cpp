// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/agent_state.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::node {

void Agent::State::noteFault(const ContainerFailed& input, const std::vector<GpuUuid>& gpus) {
    if (input.fault != LaunchFault::Gpus && input.fault != LaunchFault::Node) {
        return;
    }
    bool isNews = m_probeAfter == Duration(0);
    if (input.fault == LaunchFault::Node) {
        m_launchProblem = input.message;
    } else {
        auto problems = m_gpus.withheld(GpuLedger::Cause::Launch);
        for (const auto& gpu : gpus) {
            isNews |= problems.insert_or_assign(gpu, input.message).second;
        }
        m_gpus.withhold(GpuLedger::Cause::Launch, std::move(problems));
    }
    // A GPU that has just joined the others may be well: it does not wait as long as they.
    if (isNews) {
        m_probeAfter = m_options.firstProbe;
        m_probeAt = m_now.uptime + m_probeAfter;
    }
}

void Agent::State::on(const LaunchProbed& input) {
    m_launchProblem = input.problem;
    auto withheld = m_gpus.withheld(GpuLedger::Cause::Launch);
    for (const auto& gpu : input.tried) {
        withheld.erase(gpu);
    }
    withheld.insert(input.bad.begin(), input.bad.end());
    const bool isWell = m_launchProblem.empty() && withheld.empty();
    m_gpus.withhold(GpuLedger::Cause::Launch, std::move(withheld));
    if (isWell) {
        m_probeAfter = Duration(0);
        m_probeAt.reset();
    } else if (!m_probeAt) { // else a launch has failed since, and its probe is due already
        m_probeAfter = std::clamp(2 * m_probeAfter, m_options.firstProbe, m_options.lastProbe);
        m_probeAt = m_now.uptime + m_probeAfter;
    }
}

void Agent::State::on(const StrayFound& input) {
    m_strays[input.container] = input;
    withholdGpusOfStrays();
}

void Agent::State::withholdGpusOfStrays() {
    std::map<GpuUuid, std::string> problems;
    for (const auto& gpu : m_gpus.infos()) {
        for (const auto& [container, stray] : m_strays) {
            const auto& minors = stray.gpuMinors;
            if (!minors || std::find(minors->begin(), minors->end(), gpu.minor) != minors->end()) {
                problems[gpu.uuid] = stray.problem;
            }
        }
    }
    m_gpus.withhold(GpuLedger::Cause::Stray, std::move(problems));
}

void Agent::State::on(const DriverChecked& input) {
    m_versionProblem = input.problem;
    m_gpus.withholdAll(input.problem);
}

// What failed may have failed for the disk.
void Agent::State::on(const DiskChecked& input) {
    m_diskProblem = input.problem;
    if (m_diskProblem.empty() && m_probeAt) {
        m_probeAt = m_now.uptime;
    }
}

void Agent::State::on(const DeviceRulesChanged& input) {
    std::string whose = "container " + input.container.value;
    if (const auto* task = find(input.container)) {
        whose = fmt::format("task {}", task->saved.info.id.value);
    } else if (const auto* executor = findExecutor(input.container)) {
        whose = fmt::format("executor {}", executor->saved.info.id.value);
    }
    for (const auto& gpu : m_gpus.infos()) {
        const auto& minors = input.gpuMinors;
        if (std::find(minors.begin(), minors.end(), gpu.minor) != minors.end()) {
            whose += ", " + gpu.uuid.value;
        }
    }
    const auto changes = m_changedRules ? m_changedRules->changes + 1 : 1;
    m_changedRules = {fmt::format("{}: {}, at {}{}", whose, input.what, isoTime(m_now),
                          changes > 1 ? fmt::format("; {} changes so far", changes) : ""),
        changes, m_now.uptime + m_options.rulesAlert};
}

void Agent::State::tickTroubles() {
    if (m_changedRules && m_changedRules->until <= m_now.uptime) {
        m_changedRules.reset();
    }
    if (!m_probeAt || *m_probeAt > m_now.uptime) {
        return;
    }
    m_probeAt.reset();
    std::vector<GpuUuid> gpus;
    for (const auto& [gpu, problem] : m_gpus.withheld(GpuLedger::Cause::Launch)) {
        if (m_gpus.isKnown(gpu)) {
            gpus.push_back(gpu);
        }
    }
    m_out.push_back(ProbeLaunch{m_gpus.infos(gpus)});
}

std::optional<Uptime> Agent::State::nextTrouble() const {
    auto next = m_probeAt;
    if (m_changedRules) {
        takeEarlier(next, m_changedRules->until);
    }
    return next;
}

std::vector<cluster::NodeTrouble> Agent::State::troubles() const {
    std::vector<cluster::NodeTrouble> out;
    if (const auto& problem = m_diskProblem.empty() ? m_launchProblem : m_diskProblem;
        !problem.empty()) {
        out.push_back({NodeProblem::CannotLaunch, problem});
    }
    // Where GPUs are known they show it themselves.
    const auto& driver = m_versionProblem.empty() ? m_driverProblem : m_versionProblem;
    if (!driver.empty() && m_gpus.infos().empty()) {
        out.push_back({NodeProblem::DriverBroken, driver});
    }
    if (m_changedRules) {
        out.push_back({NodeProblem::DeviceRulesChanged, m_changedRules->text});
    }
    return out;
}

} // namespace muster::node

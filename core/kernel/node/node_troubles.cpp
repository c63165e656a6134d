// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/node_troubles.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::node {

void NodeTroubles::onLaunchFailed(
    const ContainerFailed& failed, const std::vector<GpuUuid>& gpus, Uptime now) {
    if (failed.fault != LaunchFault::Gpus && failed.fault != LaunchFault::Node) {
        return;
    }
    bool isNews = m_probeAfter == Duration(0);
    if (failed.fault == LaunchFault::Node) {
        m_launch = failed.message;
    } else {
        auto problems = m_gpus.withheld(GpuLedger::Cause::Launch);
        for (const auto& gpu : gpus) {
            isNews |= problems.insert_or_assign(gpu, failed.message).second;
        }
        m_gpus.withhold(GpuLedger::Cause::Launch, std::move(problems));
    }
    // A GPU that has just joined the others may be well: it does not wait as long as they.
    if (isNews) {
        m_probeAfter = m_timing.firstProbe;
        m_probeAt = now + m_probeAfter;
    }
}

void NodeTroubles::onProbed(const LaunchProbed& probed, Uptime now) {
    m_launch = probed.problem;
    auto withheld = m_gpus.withheld(GpuLedger::Cause::Launch);
    for (const auto& gpu : probed.tried) {
        withheld.erase(gpu);
    }
    withheld.insert(probed.bad.begin(), probed.bad.end());
    const bool isWell = m_launch.empty() && withheld.empty();
    m_gpus.withhold(GpuLedger::Cause::Launch, std::move(withheld));
    if (isWell) {
        m_probeAfter = Duration(0);
        m_probeAt.reset();
    } else if (!m_probeAt) { // else a launch has failed since, and its probe is due already
        m_probeAfter = std::clamp(2 * m_probeAfter, m_timing.firstProbe, m_timing.lastProbe);
        m_probeAt = now + m_probeAfter;
    }
}

void NodeTroubles::onStray(const StrayFound& stray) {
    m_strays[stray.container] = stray;
    withholdGpusOfStrays();
}

void NodeTroubles::onDestroyed(const ContainerId& container) {
    if (m_strays.erase(container) > 0) {
        withholdGpusOfStrays();
    }
}

void NodeTroubles::onGpus(const GpusReported& reported) {
    m_driver = reported.problem;
    withholdGpusOfStrays();
}

void NodeTroubles::withholdGpusOfStrays() {
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

void NodeTroubles::onDriver(const DriverChecked& checked) {
    m_versions = checked.problem;
    m_gpus.withholdAll(checked.problem);
}

// What failed may have failed for the disk.
void NodeTroubles::onDisk(const DiskChecked& checked, Uptime now) {
    m_disk = checked.problem;
    if (m_disk.empty() && m_probeAt) {
        m_probeAt = now;
    }
}

void NodeTroubles::onRulesChanged(std::string whose, const DeviceRulesChanged& changed, Now now) {
    for (const auto& gpu : m_gpus.infos()) {
        const auto& minors = changed.gpuMinors;
        if (std::find(minors.begin(), minors.end(), gpu.minor) != minors.end()) {
            whose += ", " + gpu.uuid.value;
        }
    }
    const auto changes = m_changedRules ? m_changedRules->changes + 1 : 1;
    m_changedRules = {fmt::format("{}: {}, at {}{}", whose, changed.what, isoTime(now),
                          changes > 1 ? fmt::format("; {} changes so far", changes) : ""),
        changes, now.uptime + m_timing.rulesAlert};
}

std::optional<ProbeLaunch> NodeTroubles::tick(Uptime now) {
    if (m_changedRules && m_changedRules->until <= now) {
        m_changedRules.reset();
    }
    if (!m_probeAt || *m_probeAt > now) {
        return std::nullopt;
    }
    m_probeAt.reset();
    std::vector<GpuUuid> gpus;
    for (const auto& [gpu, problem] : m_gpus.withheld(GpuLedger::Cause::Launch)) {
        if (m_gpus.isKnown(gpu)) {
            gpus.push_back(gpu);
        }
    }
    return ProbeLaunch{m_gpus.infos(gpus)};
}

std::optional<Uptime> NodeTroubles::nextDeadline() const {
    auto next = m_probeAt;
    if (m_changedRules) {
        takeEarlier(next, m_changedRules->until);
    }
    return next;
}

std::vector<cluster::NodeTrouble> NodeTroubles::list() const {
    std::vector<cluster::NodeTrouble> out;
    if (const auto& problem = m_disk.empty() ? m_launch : m_disk; !problem.empty()) {
        out.push_back({NodeProblem::CannotLaunch, problem});
    }
    // Where GPUs are known they show it themselves.
    const auto& driver = m_versions.empty() ? m_driver : m_versions;
    if (!driver.empty() && m_gpus.infos().empty()) {
        out.push_back({NodeProblem::DriverBroken, driver});
    }
    if (m_changedRules) {
        out.push_back({NodeProblem::DeviceRulesChanged, m_changedRules->text});
    }
    return out;
}

} // namespace muster::node

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/deployment_table.h"

#include <algorithm>
#include <span>

namespace muster::services {

Deployment& DeploymentTable::add(Deployment deployment) {
    for (const auto& [app, revision] : deployment.before) {
        m_locks[app] = deployment.version;
    }
    const auto version = deployment.version;
    return m_deployments.emplace(version, std::move(deployment)).first->second;
}

Deployment DeploymentTable::remove(Version version) {
    auto removed = std::move(m_deployments.extract(version).mapped());
    for (const auto& [app, revision] : removed.before) {
        m_locks.erase(app);
    }
    m_unfinished.erase(version);
    return removed;
}

void DeploymentTable::beginStep(const Deployment& deployment) {
    auto& unfinished = m_unfinished[deployment.version];
    for (const auto& action : deployment.steps.at(deployment.current)) {
        unfinished.insert(action.app);
    }
}

bool DeploymentTable::finish(const AppId& app) {
    const auto lock = m_locks.find(app);
    if (lock == m_locks.end()) {
        return false;
    }
    auto& unfinished = m_unfinished[lock->second];
    return unfinished.erase(app) > 0 && unfinished.empty();
}

bool DeploymentTable::isAhead(const Action& action) const {
    const auto* deployment = of(action.app);
    return deployment
        && std::ranges::any_of(std::span(deployment->steps).subspan(deployment->current),
            [&](const Step& step) { return std::ranges::count(step, action) > 0; });
}

Deployment* DeploymentTable::of(const AppId& app) {
    const auto lock = m_locks.find(app);
    return lock == m_locks.end() ? nullptr : &m_deployments.at(lock->second);
}

const Deployment* DeploymentTable::of(const AppId& app) const {
    const auto lock = m_locks.find(app);
    return lock == m_locks.end() ? nullptr : &m_deployments.at(lock->second);
}

const Deployment* DeploymentTable::find(const DeploymentId& id) const {
    const auto found = std::ranges::find_if(
        m_deployments, [&](const auto& item) { return item.second.id == id; });
    return found == m_deployments.end() ? nullptr : &found->second;
}

std::set<Version> DeploymentTable::thatLock(const std::set<AppId>& apps) const {
    std::set<Version> out;
    for (const auto& app : apps) {
        if (const auto lock = m_locks.find(app); lock != m_locks.end()) {
            out.insert(lock->second);
        }
    }
    return out;
}

} // namespace muster::services

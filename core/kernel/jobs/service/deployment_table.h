// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/kernel/jobs/service/deployment.h"

namespace muster::services {

// The deployments under way, the apps that each of them locks, none of them under two, and which of
// those are still to do what the current step says. Not thread-safe; a deployment stays where it is
// until it is removed.
class DeploymentTable {
public:
    Deployment& add(Deployment deployment); // REQUIRES: none of its apps is locked
    Deployment remove(Version version); // REQUIRES: known

    void beginStep(const Deployment& deployment); // its current one. REQUIRES: not at its end
    // The app has done what its step says, if it was to. Whether the whole step is done by that.
    bool finish(const AppId& app);

    // Whether it is to be done yet by the deployment that locks its app.
    bool isAhead(const Action& action) const;

    Deployment* of(const AppId& app); // that locks it; nullptr: none
    const Deployment* of(const AppId& app) const;
    const Deployment* find(const DeploymentId& id) const; // O(deployments)
    std::set<Version> thatLock(const std::set<AppId>& apps) const;
    const std::map<Version, Deployment>& all() const { return m_deployments; }

private:
    std::map<Version, Deployment> m_deployments; // the oldest first
    std::map<AppId, Version> m_locks;
    std::map<Version, std::set<AppId>> m_unfinished; // of the current step
};

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/jobs/service/instance_table.h"

namespace muster::services {

// How many instances an upgrade keeps. Marathon's RampUpStrategy.
struct UpgradeLimits {
    int minHealthy = 0; // ceil(instances * minimumHealthCapacity)
    // Old and new: floor(instances * (1 + maximumOverCapacity)). One more if that is minHealthy and
    // so many serve: else nothing could ever move.
    int maxCapacity = 0;
    int most = 0; // that maxCapacity is, whatever serves
    int killAtOnce = 0; // of those that serve
    bool operator==(const UpgradeLimits&) const = default;
};
UpgradeLimits limitsOf(const UpgradeStrategy& strategy, int instances, int serving);

// What brings an app nearer to what it is to be. Decided anew after each change, so that nothing is
// to be remembered.
struct Moves {
    std::vector<TaskId> stop;
    int launch = 0; // with the present spec
    bool done = false; // nothing is left to do or to wait for
};
// Instances over the wanted number are stopped, those that do not serve first. While `replacing`,
// those of another configuration make room for new ones, as the upgrade strategy allows it.
Moves movesOf(const App& app, Instances instances);

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/service/deployment.h"

namespace muster::services {

using Revisions = std::map<AppId, std::optional<Revision>>; // none: it does not exist

// The keys of `target` in groups: each after all that it depends on, at the earliest. An error if
// apps depend on each other in a circle. `apps`: all, as they are now.
Result<std::vector<std::vector<AppId>>> inOrder(
    const Revisions& target, const std::map<AppId, App>& apps);

// The way from the one to the other, which have the same keys: apps are stopped, then new ones get
// known, then they are scaled and restarted in `order`, one step a group. `unfinished`: apps with
// instances of an older configuration that were to be replaced. Marathon's DeploymentPlan.
std::vector<Step> plan(const Revisions& before, const Revisions& after,
    const std::vector<std::vector<AppId>>& order, const std::set<AppId>& unfinished);

} // namespace muster::services

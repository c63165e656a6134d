// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/kernel/jobs/service/app.h"

namespace muster::services {

using DeploymentId = Id<struct DeploymentTag>; // a UUID

struct Action {
    enum class Kind { Start, Stop, Scale, Restart }; // Start: it is known, without an instance

    Kind kind = Kind::Scale;
    AppId app;
    bool operator==(const Action&) const = default;
};

using Step = std::vector<Action>; // side by side

// One change of one or more apps, carried out step by step. Its apps are locked meanwhile.
struct Deployment {
    DeploymentId id;
    Version version;
    std::vector<Step> steps;
    std::size_t current = 0; // of steps; all before it are done
    std::map<AppId, std::optional<Revision>> before; // the affected apps; none: it did not exist
    bool operator==(const Deployment&) const = default;
};

} // namespace muster::services

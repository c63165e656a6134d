// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "agentd/master/marathon/refusal.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::agentd::marathon {

struct PortRange {
    std::uint16_t first = 10000; // Marathon's --local_port_min
    std::uint16_t last = 20000; // --local_port_max
};

std::set<std::uint16_t> servicePortsOf(const services::AppSpec& app);

// Each port that has no service port gets one that nobody uses: first those that the app had
// before, which nullptr is for a new one, then the lowest. `used` are those of all other apps, and
// of this one as it was.
OrRefusal<void> assignServicePorts(services::AppSpec& app, const services::AppSpec* before,
    const std::set<std::uint16_t>& used, PortRange range = {});

} // namespace muster::agentd::marathon

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/kernel/cluster/framework_table.h"

namespace muster::cluster {

// In which of its roles each framework wants offers, and of which agents: that is, which of its
// clients are in the queues of the share. Not thread-safe.
class Subscriptions {
public:
    // `gpusByCapability`: agents with GPUs go only to frameworks that are capable of GPUs.
    Subscriptions(FrameworkTable& frameworks, allocator::FairShare& share, OfferFilters& filters,
        bool gpusByCapability)
        : m_frameworks(frameworks), m_share(share), m_filters(filters),
          m_gpusByCapability(gpusByCapability) { }

    // Its clients become those of the roles that it names now; returns those of others, which
    // remain until they hold nothing more: see leave().
    std::vector<ClientEntry*> setRoles(FrameworkEntry& framework, const AgentFilters& wanted);
    void leave(ClientEntry& client); // if it holds nothing

    // These two with none: all roles of the framework.
    void suppress(FrameworkEntry& framework, const std::set<std::string>& roles);
    void revive(FrameworkEntry& framework, const std::set<std::string>& roles);

    void clearFilters(FrameworkEntry& framework); // it has refused nothing
    void refresh(FrameworkEntry& framework); // it has connected, or is away

private:
    FrameworkTable& m_frameworks;
    allocator::FairShare& m_share;
    OfferFilters& m_filters;
    bool m_gpusByCapability;
};

} // namespace muster::cluster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/cluster.h"

namespace muster::columns {

std::string Cluster::node(const std::string& agentId) const {
    const auto* known = agent(agentId);
    return known == nullptr ? agentId : known->hostname();
}

} // namespace muster::columns

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/master.h"

namespace muster::cluster {

// The quotas and weights that operators set, each where it differs from the default, and in the
// share that follows them. The checks and their texts are Mesos'. Not thread-safe.
class RoleSettings {
public:
    explicit RoleSettings(allocator::FairShare& share) : m_share(share) { }

    // What of the role's consumption is only offered.
    using OfferedTo = std::function<Quantities(const allocator::FairShare::Role& top)>;
    // All of them or none. Without `force`, what a role uses now has to fit under its new limit,
    // and the guarantees of all into the cluster.
    Status validate(
        const std::vector<QuotaConfig>& configs, bool force, const OfferedTo& offeredTo) const;
    static Status validate(const std::vector<RoleWeight>& weights);

    void set(const QuotaConfig& config);
    void set(const RoleWeight& weight);

    const std::map<std::string, allocator::Quota>& quotas() const { return m_quotas; }
    const std::map<std::string, Milli>& weights() const { return m_weights; }

private:
    allocator::FairShare& m_share;
    std::map<std::string, allocator::Quota> m_quotas;
    std::map<std::string, Milli> m_weights;
};

std::string limitsText(const allocator::Quota& quota); // without those that are not limited

} // namespace muster::cluster

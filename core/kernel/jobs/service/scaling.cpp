// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/scaling.h"

#include <algorithm>
#include <cstdint>

namespace muster::services {
namespace {

// Rounded up: the sum of the load, as it is now, is to be at most `each` on each of them.
int share(int instances, Milli load, Milli each, int most) {
    const auto sum = std::max<std::int64_t>(load.value, 0) * instances;
    return static_cast<int>(std::min<std::int64_t>((sum + each.value - 1) / each.value, most));
}

} // namespace

int scaledFor(const ScalingRule& rule, int instances, Milli load) {
    auto wanted = instances;
    if (load > rule.high) {
        wanted = std::max(instances + 1, share(instances, load, rule.high, rule.most));
    } else if (load < rule.low) {
        // Not fewer than carry it within the range: else it would go up and down forever.
        wanted = std::min(instances, share(instances, load, rule.high, rule.most));
    }
    return std::clamp(wanted, rule.fewest, rule.most);
}

bool CoolDowns::mayScale(const AppId& app, const ScalingRule& rule, Uptime now) const {
    const auto last = m_last.find(app);
    return last == m_last.end() || now >= last->second + rule.coolDown;
}

} // namespace muster::services

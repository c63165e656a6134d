// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/back_off.h"

#include <algorithm>

namespace muster::services {
namespace {

// In two parts, as the whole product need not fit.
Duration times(Duration duration, Milli factor) {
    return duration / 1000 * factor.value + duration % 1000 * factor.value / 1000;
}

} // namespace

// A service that ends is started again, later each time (doc/features.md F9).
void BackOffs::fail(const AppId& app, const BackOff& rule, bool viable, Uptime now) {
    const auto [found, isNew] = m_delays.try_emplace(app);
    auto& delay = found->second;
    const bool starts = isNew || viable;
    const auto next = starts ? rule.first : times(delay.length, rule.factor);
    delay.length = std::min(next, rule.most);
    // Instances that fail side by side never shorten it.
    delay.until = std::max(delay.until, now + delay.length);
}

std::optional<Uptime> BackOffs::until(const AppId& app) const {
    const auto found = m_delays.find(app);
    return found == m_delays.end() ? std::nullopt : std::optional(found->second.until);
}

} // namespace muster::services

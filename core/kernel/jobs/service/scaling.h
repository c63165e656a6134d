// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "core/kernel/base/now.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// How many instances bring the mean load into the rule's range, within its limits; `instances` if
// it is there.
int scaledFor(const ScalingRule& rule, int instances, Milli load);

// When the number of each app's instances was last changed by its rule. Not thread-safe.
class CoolDowns {
public:
    bool mayScale(const AppId& app, const ScalingRule& rule, Uptime now) const;
    void scaled(const AppId& app, Uptime now) { m_last[app] = now; }
    void forget(const AppId& app) { m_last.erase(app); }

private:
    std::map<AppId, Uptime> m_last;
};

} // namespace muster::services

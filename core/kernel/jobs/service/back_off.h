// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "core/kernel/base/now.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// Until when each app that failed launches nothing. Not thread-safe.
class BackOffs {
public:
    // The first delay, or the one before times the factor, up to the most. `viable`: the instance
    // ran long enough for the failures before it to be over.
    void fail(const AppId& app, const BackOff& rule, bool viable, Uptime now);
    void reset(const AppId& app) { m_delays.erase(app); }

    std::optional<Uptime> until(const AppId& app) const; // may be past

private:
    struct Delay {
        Duration length{0};
        Uptime until;
    };
    std::map<AppId, Delay> m_delays;
};

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>

#include "agentd/master/acls.h"
#include "core/kernel/cluster/master.h"

namespace muster::agentd::api {

// Who asks, and what of the cluster the ACLs let them see: the rest is left out of an answer, as if
// it were not there. Made for one answer.
struct Viewer {
    const Acls& acls;
    std::string_view principal;

    bool may(Acls::Action action, std::optional<std::string_view> object = std::nullopt) const {
        return acls.allows(action, principal, object);
    }
    // Whether get_endpoints of the ACLs lets them read that path; it protects only Mesos' few.
    bool mayGet(std::string_view path) const {
        constexpr std::string_view kProtected[] = {"/containers", "/files/debug", "/logging/toggle",
            "/metrics/snapshot", "/monitor/statistics"};
        return std::ranges::find(kProtected, path) == std::end(kProtected)
            || may(Acls::Action::GetEndpoints, path);
    }
    bool sees(const cluster::Framework& framework) const {
        return may(Acls::Action::ViewFrameworks, framework.info.user);
    }
    // `framework` may be gone.
    bool sees(const cluster::Task& task, const cluster::Framework* framework) const {
        const bool own = !task.info.user.empty() || framework == nullptr;
        return may(Acls::Action::ViewTasks, own ? task.info.user : framework->info.user);
    }
};

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/gate.h"
#include "core/kernel/cluster/master.h"

namespace muster::agentd::api {

// Who asks, and what of the cluster the ACLs let them see: the rest is left out of an answer, as if
// it were not there. Made for one answer.
struct Viewer {
    const Gate& gate;
    std::string_view principal;
    // Unavailable: something has been left out only since a user could not be looked up yet.
    mutable std::optional<Error> unknown{};

    bool may(Acls::Action action, std::optional<std::string_view> object = std::nullopt) const {
        const auto decided = gate.decide(action, principal, object);
        if (!decided) {
            unknown = decided.error();
        }
        return decided.value_or(false);
    }
    bool sees(const cluster::Framework& framework) const {
        return may(Acls::Action::ViewFrameworks, framework.info.user);
    }
    // As in Mesos, of a framework that they see only. `framework` may be gone.
    bool sees(const cluster::Task& task, const cluster::Framework* framework) const {
        const bool own = !task.info.user.empty() || framework == nullptr;
        return may(Acls::Action::ViewTasks, own ? task.info.user : framework->info.user)
            && (framework == nullptr || sees(*framework));
    }
};

} // namespace muster::agentd::api

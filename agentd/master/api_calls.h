// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "agentd/gate.h"
#include "agentd/master/caller.h"

namespace muster::agentd {

// The calls of REST APIs that consoles make on their own connection. They go to the very rows of
// the server's table, with the gate before them: what is refused there is refused here. One thread.
class ApiCalls {
public:
    void serve(const GuardedRoutes& routes);

    // Answered once, when the row answers; an answer that never ends is refused.
    void call(const Caller& caller, const muster::v1::CallApi& call) const;

private:
    std::vector<net::Route> m_routes;
};

} // namespace muster::agentd

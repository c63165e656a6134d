// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/operator_api.h"

namespace muster::agentd::api {

// The old endpoints by which operators change something, and see what they set: /quota,
// /weights, /maintenance/schedule, /maintenance/status, /machine/down, /machine/up, /reserve,
// /unreserve, /teardown. Each change is made as the call of the operator API that says the
// same. Facts: doc/wire.md, "Old endpoints", Mesos' quota_handler.cpp, weights_handler.cpp,
// http.cpp. Lives on the io_context's thread.
class CommandEndpoints {
public:
    explicit CommandEndpoints(ApiServices services) : m_services(services) { }

    GuardedRoutes routes();

private:
    ApiServices m_services;
};

} // namespace muster::agentd::api

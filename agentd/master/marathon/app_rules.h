// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"

namespace muster::agentd::marathon {

struct AppSettings {
    bool gpuResources = true; // --enable_features gpu_resources
    std::string role = "*"; // of apps that name none
};

// What cannot be of an app whose fields are each of their types, in Marathon's words where it has
// some; what Marathon could and Muster cannot do is refused with a remedy. REQUIRES: it is
// complete.
void checkApp(const Json& app, const AppSettings& settings, Defects& defects);

} // namespace muster::agentd::marathon

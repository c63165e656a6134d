// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::agentd::marathon {

// The app that the kernel runs. Its document is the JSON that GET answers, but for the number of
// instances, which changes without it. REQUIRES: checkApp() finds nothing wrong.
services::AppSpec specOf(Json app);

} // namespace muster::agentd::marathon

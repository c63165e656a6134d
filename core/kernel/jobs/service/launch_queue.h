// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/jobs/service/app.h"
#include "core/kernel/jobs/service/offer_summary.h"

namespace muster::services {

// What /v2/queue says of an app that waits for offers.
struct QueuedApp {
    AppId app;
    int count = 0; // instances to be launched
    Instant since;
    Duration timeLeft{0}; // of its back-off; 0: none
    OfferSummary offers{};
};

} // namespace muster::services

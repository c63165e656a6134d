// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/jobs/schedules.h"

// Jobs as Chronos' REST API has them. Facts: the parameters of its documentation, and what its
// JobSerializer writes; doc/features.md G1, G2.
namespace muster::agentd::chronos {

// What a job has that says nothing of it.
struct Defaults {
    double cpus = 0.1;
    double mem = 128; // MB
    double disk = 256; // MB
    int gpus = 0;
    Duration retryPause = std::chrono::minutes(1);
};

enum class Kind { Scheduled, Dependent }; // POST /iso8601, POST /dependency

// Everything that the body says is kept, checked and told again, or refused by name. An error is
// what Chronos answers with 400.
Result<jobs::ScheduleSpec> readJob(std::string_view body, Kind kind, const Defaults& defaults);

// Of one that is known: counts, when it is due next, and what is left of its schedule. Muster's own
// members beside Chronos': "next" and "problem".
void appendJob(const jobs::Schedule& schedule, std::string& out);

} // namespace muster::agentd::chronos

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/gate.h"
#include "core/history/journal.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::agentd {

class Control;

// As whom a job runs that names no user.
std::string usualJobUser(const Control& control);
// As whom it runs.
std::string userOf(const jobs::JobSpec& spec, const Control& control);
// As whom the instances of a service run.
std::string userOf(const services::AppSpec& spec, const Control& control);

// The row of the table for what a console asks.
Right rightOf(const muster::v1::Request& request);
// What it is asked for. What is not there belongs to nobody: who may not do it to everything hears
// the same as of what is there.
Object objectOf(
    const muster::v1::Request& request, const Control& control, history::Journal& ended);

} // namespace muster::agentd

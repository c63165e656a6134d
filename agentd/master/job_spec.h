// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/jobs/scheduler.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// The job that somebody submits. An error says what of it cannot be.
Result<jobs::JobSpec> specOf(const muster::v1::SubmitJob& in);

// Whether Linux gives so much to a program; an error names the text that is too long.
Status checkSizes(const mesos::v1::CommandInfo& command);

// The message again: specOf(submitOf(spec)) is `spec`.
muster::v1::SubmitJob submitOf(const jobs::JobSpec& spec);

} // namespace muster::agentd

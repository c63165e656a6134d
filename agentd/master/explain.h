// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// Why a job waits, or what became of it. `machines`: so many of them are listed.
muster::v1::Explanation explainJob(
    const Control& control, const jobs::Job& job, std::size_t machines, Instant now);
// Where a job that is not submitted would be placed, or why nowhere.
muster::v1::Explanation explainSpec(
    const Control& control, const jobs::JobSpec& spec, std::size_t machines, Instant now);

} // namespace muster::agentd

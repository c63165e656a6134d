// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// What frameworks are not offered now, and why. An error says that there is no such framework. That
// the job scheduler wants nothing while no job waits is left out, unless it is asked for.
Result<muster::v1::Refusals> refusals(
    const Control& control, const muster::v1::QueryRefusals& query, Now now);

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/history/journal.h"
#include "core/kernel/alerts/alert.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

muster::v1::Alert row(const alerts::Alert& alert); // for people
// In the journal, as a muster.v1.AlertRow.
history::Record alertRecord(const alerts::Alert& alert);
inline constexpr const char* kAlert = "alert"; // the record's kind

// What the last life of the master left. A rule that this version does not know is left out.
Result<std::vector<alerts::Alert>> recoverAlerts(history::Journal& journal);

} // namespace muster::agentd

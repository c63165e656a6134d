// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/time.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {

// What the control group of this process has used, and may use; v1 and v2. A number that the kernel
// does not give is left out. Any thread.
mesos::v1::ResourceStatistics readUsage(int pid, Instant now);

} // namespace muster::agentd

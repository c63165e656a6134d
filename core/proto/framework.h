// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

// The whole FrameworkInfo as the framework gave it, with the id that it got.
mesos::v1::FrameworkInfo frameworkInfo(const cluster::FrameworkInfo& info);

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proto/muster/v1/console.pb.h"

namespace muster::web {

// A small cluster in which each kind of row stands in every way that columns tell apart.
v1::Snapshot sampleCluster();
v1::Refusals sampleRefusals();
v1::AuditRows sampleEvents();
v1::Usage sampleUsage();

} // namespace muster::web

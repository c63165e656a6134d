// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/gpu.h"

namespace muster::cluster {

struct AgentEntry;

// The rules by which a GPU that two agents claim changes hands. Pure.

// Whoever was first keeps it, unless a task of the other holds it and none of its own, or it is
// away for good: an agent that began anew on the same machine leaves its old entry behind.
bool mayTakeOver(const AgentEntry& claimant, const AgentEntry& owner, const GpuUuid& gpu);
std::string rivalText(const GpuUuid& gpu, const AgentEntry& owner); // for who does not have it

} // namespace muster::cluster

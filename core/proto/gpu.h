// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/kernel/cluster/messages.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// GPUs and what operators say of them <-> the kernel's values.

// Facts and the agent's view of the state; `status` may be empty.
muster::v1::Gpu toProto(const GpuInfo& info, const cluster::GpuStatus* status);
GpuInfo infoFromProto(const muster::v1::Gpu& gpu);
// A state that is no agent's to say reads as unhealthy: nothing is offered of such a GPU.
cluster::GpuStatus statusFromProto(const muster::v1::Gpu& gpu);

muster::v1::Restriction toProto(const Restriction& restriction);
Restriction fromProto(const muster::v1::Restriction& restriction);

using UuidList = google::protobuf::RepeatedPtrField<std::string>;
void append(const std::vector<GpuUuid>& gpus, UuidList& list);
std::vector<GpuUuid> fromProto(const UuidList& list);

} // namespace muster::proto

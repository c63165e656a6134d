// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/offer_constraints.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"

namespace muster::proto {

// As they are: the kernel says what is not valid.
cluster::OfferConstraints fromProto(const mesos::v1::scheduler::OfferConstraints& in);

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/state.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// In the queue, also again. Not one whose attempt an agent prepares, which is "queued" as well.
inline bool isWaiting(const muster::v1::Job& job) {
    return job.state() == wireName(JobState::Queued) && !job.launched();
}

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// In the queue, also again. Not one whose attempt an agent prepares, which is QUEUED as well.
inline bool isWaiting(const muster::v1::Job& job) {
    return job.state() == muster::v1::Job::QUEUED && !job.launched();
}

} // namespace muster::proto

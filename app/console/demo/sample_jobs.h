// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/spec/job_text.h"

namespace muster::console {

// A morning's work for a demo cluster of eight GPUs: jobs that train, one that fails, one that
// waits for more GPUs than there are. All that start end within five minutes.
std::vector<spec::JobText> sampleJobs();

} // namespace muster::console

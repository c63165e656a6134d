// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"
#include "core/spec/job_text.h"

namespace muster::cli {

// The flags that say what a job is to be, and its words after "--". Those of its container have
// `docker run`'s names.
void addJobFlags(CommandLine& line, spec::JobText& job);

} // namespace muster::cli

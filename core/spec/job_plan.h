// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/base/result.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/spec/job_text.h"

namespace muster::spec {

// What is wrong with one part, and the remedy.
struct Defect {
    Part part;
    std::string text; // beside its field: "'x' must be NAME=VALUE"
    std::string flagText; // on the command line: "'--env=x' must be NAME=VALUE"
};

struct TerminalSize {
    unsigned rows = 0; // 0: it does not say
    unsigned columns = 0;
};

// Asks for a container with a terminal of that size, or of the usual one.
void askForTerminal(mesos::v1::ContainerInfo& container, TerminalSize size);

// The first defect of each part.
std::vector<Defect> defects(const JobText& job);

// What the job asks for; an error is the first defect, by its flag. `size`: of its terminal. What
// of the container is allowed, the agent says.
Result<muster::v1::SubmitJob> plan(
    const JobText& job, const std::string& caller, TerminalSize size = {});

// The job in words again, for another one that is like it.
struct Written {
    JobText job;
    bool whole = true; // false: it was submitted with more than can be said here
};
Written textOf(const muster::v1::SubmitJob& job);

} // namespace muster::spec

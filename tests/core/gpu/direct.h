// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "core/gpu/session.h"
#include "tests/core/gpu/machine.h"

namespace muster::gpu {

// The simulator in this process, without the program around it.
struct Direct {
    explicit Direct(const std::string& scenario) {
        setenv("MUSTER_SIM_SCENARIO", scenario.c_str(), 1);
    }
    std::vector<GpuSample> sample(Request request = Request::SampleFast) {
        return sampleOf(session.answer(request)).gpus;
    }
    Session session{kSimulator};
};

} // namespace muster::gpu

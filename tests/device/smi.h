// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace muster::gpu {

// What nvidia-smi prints of a GPU. Numbers are NaN where it prints "[N/A]".
struct SmiRow {
    std::string uuid, name, busId;
    double memoryMebibytes, powerLimitWatts, celsius, smClock;
};

// Empty where there is no nvidia-smi, or it fails. Waits up to 30 s.
std::vector<SmiRow> askSmi();

} // namespace muster::gpu

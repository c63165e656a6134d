// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/gpu/sim/scenario.h"

namespace muster::sim {

// A driver's library that carries its scenario: behind the ELF file, which no loader looks at. So
// one file is all that a container needs.
std::string withScenario(std::string library, std::string_view json);
// What withScenario() put there; nothing in any other file, or if it cannot be read. Up to 1 MiB.
std::optional<std::string> scenarioIn(const std::string& libraryPath);

// The machine as a container sees it: only these GPUs, numbered anew, their links and faults with
// them, and no process of the host.
Scenario restricted(Scenario scenario, const std::function<bool(const Gpu&)>& visible);

// Whether the kernel lets this process open the GPU, as the driver would find out: the node is
// there and the device rules allow it. That no driver answers (ENXIO, ENODEV) does not matter.
bool canOpen(unsigned minor, const std::string& deviceDirectory = "/dev");

} // namespace muster::sim

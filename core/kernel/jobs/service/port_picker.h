// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// The host ports of one instance, in the order of the spec's ports; 0: not on the host. Those that
// the spec asks for by number, and for the others the lowest that are left. Nothing: there are not
// enough of them, or a number that is asked for is missing.
std::optional<std::vector<std::uint16_t>> pickPorts(const AppSpec& spec, const Ranges& offered);

} // namespace muster::services

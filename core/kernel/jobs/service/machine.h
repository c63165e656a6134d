// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/id.h"
#include "core/kernel/resources/resources.h"

namespace muster::services {

// One agent as the shell sees it.
struct Machine {
    AgentId agent;
    std::string hostname;
    Attributes attributes;
    Resources total; // what it gives to tasks: without restricted and failed GPUs
    bool operator==(const Machine&) const = default;
};

} // namespace muster::services

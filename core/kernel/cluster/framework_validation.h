// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"
#include "core/kernel/cluster/messages.h"

// Mesos' checks of what a framework says of itself, with Mesos' texts. Pure. Facts: Mesos
// src/common/roles.cpp, src/master/validation.cpp (framework).
namespace muster::cluster {

// "*", or components between slashes, none of which is "", ".", "..", "*", begins with a dash or
// has white space.
Status validateRole(std::string_view role);

// `defect`: of the edge's, which comes first.
Status validateFramework(const FrameworkInfo& info, const std::string& defect);
// What may not change while a framework lives.
Status validateFrameworkChange(const FrameworkInfo& before, const FrameworkInfo& after);
Status validateSuppressedRoles(
    const std::set<std::string>& roles, const std::set<std::string>& suppressed);

} // namespace muster::cluster

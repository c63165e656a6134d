// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/kernel/base/result.h"
#include "core/kernel/cluster/messages.h"

namespace muster::cluster {

struct Reserver {
    const FrameworkInfo* framework = nullptr; // null: an operator
    std::string role; // that the framework's resources are allocated to
    std::optional<std::string> principal; // that reservations must name; none: any
};

// Mesos' checks in Mesos' order with Mesos' texts (Mesos' src/master/validation.cpp, operation).
// Pure. What `change.defect` says comes first.
Status validateReservations(const ChangeReservations& change, const Reserver& by);

} // namespace muster::cluster

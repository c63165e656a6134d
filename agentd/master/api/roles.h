// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "agentd/master/control.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd::api {

// A role that somebody uses or an operator set something for.
struct RoleFacts {
    double weight = 1;
    std::vector<FrameworkId> frameworks; // that subscribe to it
    Resources allocated;
    Resources offered;
    Quantities reserved; // for it and the roles beneath, as the next two
    Quantities consumed; // of its quota
    allocator::Quota quota;
};

std::map<std::string, RoleFacts> rolesOf(const Control& control);
void roleRow(const std::string& name, const RoleFacts& facts, mesos::v1::Role& out);

} // namespace muster::agentd::api

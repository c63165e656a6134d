// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/proto/resources.h"

namespace muster::agentd::api {

// How an endpoint of Mesos writes a resource. Of an agent's description: bare; of what an agent
// has: with "role", "*" included; of a task or executor: with the role that it is allocated to; of
// what is used or offered of an agent or by a framework: with both (recordings; Mesos
// docs/multiple- disk.md knows the formats as PRE_ and POST_RESERVATION_REFINEMENT and ENDPOINT).
struct ResourceForm {
    bool role = false;
    const std::string* allocatedTo = nullptr;
};

void appendResources(const Resources& resources, ResourceForm form, proto::ResourceList& list);

} // namespace muster::agentd::api

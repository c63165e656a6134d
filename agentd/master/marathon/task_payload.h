// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"
#include "core/kernel/jobs/service/instance.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd::marathon {

// The task of an app without what differs between its instances: ids, resources, ports. A port of
// its health check that is not known yet is kPortIndex plus its index among the app's ports.
// REQUIRES: the app is checked.
mesos::v1::TaskInfo taskOf(const Json& app);
inline constexpr std::uint32_t kPortIndex = 1 << 16; // no port has such a number

// Puts in what differs: the ports, and the variables that the app does not set itself.
void completeTask(mesos::v1::TaskInfo& task, const services::AppSpec& app,
    const services::Instance& instance, const services::Environment& environment);

} // namespace muster::agentd::marathon

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "agentd/gate.h"
#include "agentd/master/control.h"
#include "core/proto/mesos/v1/master/master.pb.h"

namespace muster::agentd::api {

// What the right to the call is asked for, each of them.
std::vector<Object> objectsOf(const mesos::v1::master::Call& call, const Control& control);

// Carries out a call that changes the cluster; false: Muster has no such thing, and `done` is not
// called. `done` may be called later.
bool execute(const mesos::v1::master::Call& call, const std::string& principal, Control& control,
    const std::function<void(const Status&)>& done);

} // namespace muster::agentd::api

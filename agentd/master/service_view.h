// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

// Services and schedules as rows for people.

muster::v1::Service row(const services::App& app, const Control& control, Now now);
muster::v1::Schedule row(const jobs::Schedule& schedule, const Control& control);
// What is known of the task beside that, if it is an instance of a service.
void addInstance(const Control& control, muster::v1::Task& task);

} // namespace muster::agentd

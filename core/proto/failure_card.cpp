// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/failure_card.h"

#include "core/proto/killed_by.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

std::vector<cluster::FailureLine> failureCard(const muster::v1::Task& task) {
    cluster::TaskStatus status{.task = {task.id()}, .message = task.message()};
    // States and reasons have Mesos' numbers and names.
    if (mesos::v1::TaskState state; mesos::v1::TaskState_Parse(task.state(), &state)) {
        status.state = static_cast<TaskState>(state);
    }
    using Wire = mesos::v1::TaskStatus;
    if (Wire::Reason reason; Wire::Reason_Parse(task.reason(), &reason)) {
        status.reason = static_cast<Reason>(reason);
    }
    if (task.has_exit_code()) {
        status.exitCode = task.exit_code();
    }
    if (task.has_signal()) {
        status.signal = task.signal();
    }
    readWhy(task, status);
    return cluster::failureCard(status);
}

} // namespace muster::proto

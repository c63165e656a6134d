// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/failure_card.h"

#include "core/proto/states.h"
#include "core/proto/why_ended.h"

namespace muster::proto {

std::vector<cluster::FailureLine> failureCard(const muster::v1::Task& task) {
    cluster::TaskStatus status{.task = {task.id()}, .message = task.message()};
    status.state = fromProto(task.state()).value_or(status.state);
    status.reason = fromProto(task.reason());
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

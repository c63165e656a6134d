// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proto/scheduler.h"
#include "core/proto/why_ended.h"

// For the sources of this folder: how a task ended travels beside mesos.v1.TaskStatus, which has
// neither exit code nor signal, and does not say who killed it.
namespace muster::proto {

template <typename Message>
void setEnd(const cluster::TaskStatus& status, Message& out) {
    if (status.exitCode) {
        out.set_exit_code(*status.exitCode);
    }
    if (status.signal) {
        out.set_signal(*status.signal);
    }
    setWhy(status, out);
}

template <typename Message>
cluster::TaskStatus statusWithEnd(const mesos::v1::TaskStatus& status, const Message& in) {
    auto out = fromProto(status);
    if (in.has_exit_code()) {
        out.exitCode = in.exit_code();
    }
    if (in.has_signal()) {
        out.signal = in.signal();
    }
    readWhy(in, out);
    return out;
}

} // namespace muster::proto

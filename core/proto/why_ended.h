// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/task.h"
#include "core/proto/muster/v1/values.pb.h"
#include "core/proto/states.h"

// What Mesos' TaskStatus does not say of the end of a task: who killed it, the memory limit that it
// exceeded, the step at which its launch failed. On Muster's own wire and in its records. Pure
// functions.
namespace muster::proto {

inline muster::v1::KilledBy toProto(const cluster::KilledBy& by) {
    muster::v1::KilledBy out;
    out.set_author(by.author);
    out.set_reason(by.reason);
    return out;
}

inline cluster::KilledBy fromProto(const muster::v1::KilledBy& in) {
    return {in.author(), in.reason()};
}

// Of any message with the fields killed_by, memory_exceeded and launch_step.
template <typename Message>
void setWhy(const cluster::TaskStatus& status, Message& out) {
    if (status.killedBy) {
        *out.mutable_killed_by() = toProto(*status.killedBy);
    }
    if (const auto& memory = status.memoryExceeded) {
        out.mutable_memory_exceeded()->set_limit_bytes(memory->limit.value);
        if (memory->peak) {
            out.mutable_memory_exceeded()->set_peak_bytes(memory->peak->value);
        }
    }
    if (status.launchStep) {
        out.set_launch_step(toProto(*status.launchStep));
    }
}

template <typename Message>
void readWhy(const Message& in, cluster::TaskStatus& out) {
    if (in.has_killed_by()) {
        out.killedBy = fromProto(in.killed_by());
    }
    if (in.has_memory_exceeded()) {
        out.memoryExceeded = cluster::MemoryExceeded{{in.memory_exceeded().limit_bytes()}, {}};
        if (in.memory_exceeded().has_peak_bytes()) {
            out.memoryExceeded->peak = Bytes{in.memory_exceeded().peak_bytes()};
        }
    }
    out.launchStep = fromProto(in.launch_step());
}

} // namespace muster::proto

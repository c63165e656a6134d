// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <functional>
#include <string>

namespace muster {

// A distinct type for each kind of id, so that mixing a task with a GPU does not compile.
template <typename Tag>
struct Id {
    std::string value;

    auto operator<=>(const Id&) const = default;
    bool empty() const { return value.empty(); }
};

using AgentId = Id<struct AgentTag>; // "<master id>-S0"
using FrameworkId = Id<struct FrameworkTag>; // "<master id>-0000"
using OfferId = Id<struct OfferTag>; // "<master id>-O0"
using TaskId = Id<struct TaskTag>; // chosen by the framework, unique within it
using ExecutorId = Id<struct ExecutorTag>; // chosen by the framework; of a command task: the task's id
using JobId = Id<struct JobTag>; // "job-1"
using GpuUuid = Id<struct GpuTag>; // "GPU-" + 8-4-4-4-12 lower-case hex, NVML's own
using ContainerId = Id<struct ContainerTag>; // [a-z0-9-]{1,64}

} // namespace muster

template <typename Tag>
struct std::hash<muster::Id<Tag>> {
    std::size_t operator()(const muster::Id<Tag>& id) const noexcept {
        return std::hash<std::string>{}(id.value);
    }
};

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/gpu/discovery.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/units.h"
#include "core/kernel/resources/resources.h"

namespace muster::gpu {

// What the operator said about GPUs.
struct GpuFlags {
    std::vector<std::string> isolation; // of --isolation, split at the commas
    std::optional<Milli> gpus; // of --resources; "gpus:0" is 0, no `gpus` at all is nothing
    std::optional<std::string> devices; // --nvidia_gpu_devices as given: "0,2"
};

struct GpuPlan {
    std::vector<unsigned> indices; // that the agent owns, by NVML's enumeration, ascending
    Milli gpus; // that it advertises
    bool ownsLater = false; // and every GPU that is found later
    std::vector<std::string> warnings;
    bool operator==(const GpuPlan&) const = default;
};

// Which GPUs an agent owns and advertises: Mesos' rules, and on a refusal its text with the
// prefixes that its agent prints after "EXIT with status 1: ". Pure. Without the isolator
// gpu/nvidia `gpus` passes through unchanged; with it, what is promised and cannot be looked at is
// refused. An error of NotFound is "there is no NVML". Facts: Mesos
// src/slave/containerizer/mesos/isolators/gpu/{allocator,isolator,nvml}.cpp, and 1.12 run.
Result<GpuPlan> planGpus(const GpuFlags& flags, const Result<Discovery>& found);

// Why a driver of this version is too old, with the remedy; nothing if it is not, or unknown ("").
std::optional<std::string> oldDriver(std::string_view version);

// The sum of the `gpus` items in the text of --resources, before the algebra drops a zero: Mesos'
// text form or its JSON array. Nothing when there is none.
std::optional<Milli> gpusInResources(std::string_view resources);

// The `gpus` that an agent advertises: those of --resources, with their reservations, or, where it
// names none, as many as are planned.
Resources gpuResources(const Resources& given, Milli planned);

} // namespace muster::gpu

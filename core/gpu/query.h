// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gpu/discovery.h"
#include "core/gpu/nvml.h"
#include "core/gpu/sample.h"

namespace muster::gpu {

// NVML's answers as Muster's types. Values that no GPU can have (a negative or huge number, 0 bytes
// of memory, a name that is not printable or does not end) are unknown, and nothing that the
// library writes within 4 KiB of its buffer can hurt.

struct Reading {
    int code = 0; // NVML's
    MetricValue value = kUnknown;
};

// The answers that mean "this board or driver does not have it", not "something is wrong".
bool isUnavailable(int code);
// Writes down what is wrong with the GPU, if the answer says so.
void note(const Nvml& nvml, int code, GpuSample& sample);

// The one mapping from a metric to its NVML query, but for what is a rate (core/gpu/traffic.h).
Reading readMetric(const Nvml& nvml, abi::Device device, Metric metric);

// Compute, MPS and graphics processes. Empty where the driver does not tell.
std::vector<GpuProcess> readProcesses(const Nvml& nvml, abi::Device device);

// Asks the fast lane, and with `slow` the whole table and the processes. `last` keeps what is not
// asked; rates are not.
void updateSample(const Nvml& nvml, abi::Device device, bool slow, GpuSample& last);

struct OpenGpus {
    Discovery discovery;
    std::vector<abi::Device> devices; // one for each of discovery.gpus
};

// REQUIRES: nvml.init() succeeded. An error when not even the count is answered.
Result<OpenGpus> openGpus(const Nvml& nvml);

} // namespace muster::gpu

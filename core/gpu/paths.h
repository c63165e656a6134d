// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/gpu/query.h"

namespace muster::gpu {

// Fills where each GPU is in its machine: the PCIe levels between them and their NUMA nodes.
void fillPaths(const Nvml& nvml, OpenGpus& open);

// Of the NVIDIA device at a bus id as NVML writes it ("00000000:04:00.0"), from the kernel, for
// drivers that do not tell. Nothing: no such device, another vendor's, or a machine without NUMA.
std::optional<unsigned> kernelNumaNode(
    const std::string& busId, const std::string& devices = "/sys/bus/pci/devices");

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gpu/query.h"

namespace muster::gpu {

// "00000000:04:00.0", or empty. Built from the numbers: the text in the struct differs by driver
// age.
std::string readBusId(const Nvml& nvml, abi::Device device);

// Fills the NVLink adjacency of all GPUs. Behind an NVSwitch the remote end of every link is the
// switch, so the peer's P2P status tells who is connected, and the number of links to the switch
// how well.
void fillLinks(const Nvml& nvml, OpenGpus& open);

} // namespace muster::gpu

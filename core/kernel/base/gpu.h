// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/base/id.h"
#include "core/kernel/base/path.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

namespace muster {

// What NVML says once of a GPU. A value that the board does not support is empty, never 0.
struct GpuInfo {
    struct Link {
        GpuUuid peer;
        unsigned lanes = 0; // NVLink connections to that peer, or to the switch that both are on
        bool operator==(const Link&) const = default;
    };
    struct Path {
        GpuUuid peer;
        PathLevel level = PathLevel::System;
        bool operator==(const Path&) const = default;
    };

    GpuUuid uuid;
    unsigned index = 0; // NVML's enumeration, ascending bus id; what nvidia-smi prints
    unsigned minor = 0; // /dev/nvidia<minor>, major 195; may change at a reboot
    std::string model; // "Tesla M60"
    std::string busId; // "00000000:04:00.0"
    std::optional<Bytes> memory;
    std::optional<std::uint32_t> powerLimit; // mW
    std::optional<std::string> computeMode; // "Default", "Exclusive_Process", "Prohibited"
    std::optional<bool> persistence;
    std::optional<bool> displayActive;
    std::optional<bool> mig;
    std::optional<bool> ecc;
    std::vector<Link> links;
    std::vector<Path> paths; // to the machine's other GPUs, NVLink apart; empty: not told
    std::optional<unsigned> numaNode; // whose processors and memory are next to the GPU

    bool operator==(const GpuInfo&) const = default;
};

// A process that holds a GPU, by its pid on the host.
struct GpuProcess {
    std::uint32_t pid = 0;
    std::string name; // "python3", or empty when it could not be read
    bool graphics = false; // type G instead of C
    std::optional<Bytes> memory; // not available to some containers
    bool operator==(const GpuProcess&) const = default;
};

// An operator's order to keep new work away from one GPU. A task that holds it runs to its end.
struct Restriction {
    GpuUuid gpu;
    std::string reason;
    std::string author;
    Instant since;
    std::optional<Instant> until;
    bool operator==(const Restriction&) const = default;
};

} // namespace muster

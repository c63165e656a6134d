// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string>

#include "core/gpu/sim/simulator.h"

// A function of NVML's ABI: all that this library shows to the outside.
#define MUSTER_NVML extern "C" __attribute__((visibility("default"))) int

namespace muster::sim {

using namespace gpu::abi;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

inline Simulator& simulator() {
    return Simulator::instance();
}

inline bool haveLinks(const Gpu& gpu) {
    return gpu.switchLinks > 0 || !gpu.directLinks.empty();
}

// Writes an answer; in a garbage scenario one that no GPU would give, often enough.
template <typename T>
int put(const Moment& moment, T* out, std::type_identity_t<T> value) {
    if (out == nullptr) {
        return InvalidArgument;
    }
    *out = value;
    if (moment.scenario->garbage) {
        const auto random = simulator().random();
        const T extremes[] = {T{}, static_cast<T>(~T{}),
            static_cast<T>(T{1} << (8 * sizeof(T) - 1)), static_cast<T>(random >> 8)};
        const auto choice = random % (4 * std::size(extremes)); // one lie in four
        *out = choice < std::size(extremes) ? extremes[choice] : value;
    }
    return Success;
}

// As NVML: refuses a buffer that is too small.
int putText(const Moment& moment, char* out, U32 size, const std::string& text);

} // namespace muster::sim

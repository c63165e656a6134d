// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/scenario.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace muster::sim {

std::uint64_t mix(std::uint64_t value) {
    value += 0x9E3779B97F4A7C15;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

std::string uuidFor(std::uint64_t seed, unsigned index) {
    const auto high = mix(seed * 64 + index);
    const auto low = mix(high);
    return fmt::format("GPU-{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xFFFF,
        (high & 0x0FFF) | 0x4000, ((low >> 48) & 0x3FFF) | 0x8000, low & 0xFFFFFFFFFFFF);
}

Result<Scenario> readScenario(const std::string& path, std::string_view machine) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        std::fopen(path.c_str(), "re"), &std::fclose);
    if (!file) {
        return failure(fmt::format("Failed to open {}: {}", path, std::strerror(errno)),
            Error::Kind::NotFound);
    }
    std::string text(1 << 20, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    auto scenario = parseScenario(text, machine);
    return scenario ? std::move(scenario) : failure(path, scenario.error());
}

} // namespace muster::sim

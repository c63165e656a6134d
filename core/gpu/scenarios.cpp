// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/scenarios.h"

#include <algorithm>
#include <vector>

#include <fmt/ranges.h>

namespace muster::gpu {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".json";

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> out;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == kSuffix) {
            out.push_back(entry.path().stem().string());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

Result<fs::path> findScenario(const std::string& scenario, const fs::path& folder) {
    std::error_code error;
    const auto where = fs::weakly_canonical(folder, error).string();
    const auto names = namesIn(folder);
    if (std::find(names.begin(), names.end(), scenario) != names.end()) {
        return fs::canonical(folder / (scenario + std::string(kSuffix)));
    }
    const bool isPath = scenario.find('/') != std::string::npos || scenario.ends_with(kSuffix);
    if (isPath && fs::exists(scenario, error)) {
        return fs::absolute(scenario);
    }
    const auto known = names.empty()
        ? fmt::format("there are none in {}: specify the path of a scenario file", where)
        : fmt::format(
            "use one of {} (in {}), or the path of a file", fmt::join(names, ", "), where);
    return failure(isPath ? fmt::format("Scenario file '{}' does not exist: {}", scenario, known)
                          : fmt::format("Unknown scenario '{}': {}", scenario, known));
}

} // namespace muster::gpu

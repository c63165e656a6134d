// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/kernel/base/result.h"

namespace muster::gpu {

// The file of the scenario that --simulate names: a path, if it has a '/' or ends in ".json", else
// the name of one in `folder`, without ".json". An error says where it was looked for and which
// names there are.
Result<std::filesystem::path> findScenario(
    const std::string& scenario, const std::filesystem::path& folder);

} // namespace muster::gpu

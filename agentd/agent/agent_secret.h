// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "core/kernel/base/result.h"

namespace muster::agentd {

// By what the agent proves to its master that it is the one that first registered with its id:
// <workDir>/meta/secret, mode 0600, made if it is not there. An error names the file and the
// remedy.
Result<std::string> agentSecret(const std::filesystem::path& workDir);

} // namespace muster::agentd

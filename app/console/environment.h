// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace muster::console {

// The variables that main() has read, by name; nothing else reads the environment.
using Environment = std::map<std::string, std::string>;

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::web {

// In TypeScript, the operator commands that a console can give: `commands`, `longestReason`.
std::string commandDeclarations();

} // namespace muster::web

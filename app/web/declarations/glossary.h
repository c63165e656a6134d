// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::web {

// In TypeScript, what screens call things: `pages`, `marks`, `words` of every state and reason.
std::string glossaryDeclarations();

} // namespace muster::web

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::web {

// In TypeScript, what lists and charts show: `columns`, `orders`, `metrics`, `throttleReasons`.
std::string tableDeclarations();

} // namespace muster::web

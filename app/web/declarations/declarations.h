// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::web {

// declarations.ts, whole: what the page has in common with the master and the desktop console.
std::string declarations();

} // namespace muster::web

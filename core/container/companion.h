// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::container {

// The folder of this program.
std::string programFolder();

// The path of a program or library of Muster that this program starts: beside it, as in the build
// folder, else in ../lib/muster, as packages install it.
std::string companion(const std::string& name, const std::string& folder = programFolder());

} // namespace muster::container

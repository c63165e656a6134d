// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/files.h"

// Files and folders below an open folder, whose names come from outside: the kernel refuses a path
// that leaves it or has a symbolic link on its way (openat2, Linux 5.6).
namespace muster::container {

// No descriptor: errno says why. REQUIRES: `flags` create nothing.
Fd openBeneath(int folder, const std::string& path, int flags);

// Makes the folders of `path` ("a/b") that are missing below `root`, which exists, and opens the
// last. What exists keeps its mode.
Result<Fd> makeFoldersBeneath(const std::string& root, const std::string& path, unsigned mode);

} // namespace muster::container

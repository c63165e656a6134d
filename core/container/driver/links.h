// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/container/driver/cdi.h"
#include "core/container/files.h"

namespace muster::container::driver {

// Makes links in a container's root file system before it starts, with their folders. The image's
// own links lead nowhere but below `root`. What is a file or a link at such a path is replaced, a
// folder is an error (Conflict). REQUIRES: no process runs in there, paths are plain and absolute.
Status makeLinks(const Fd& root, const std::vector<InjectedLink>& links);

} // namespace muster::container::driver

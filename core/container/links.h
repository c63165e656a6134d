// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container {

// Makes links in a container's root file system before it starts, with their folders. The image's
// own links lead nowhere but below `root`. What is a file or a link at such a path is replaced, a
// folder is an error (Conflict). REQUIRES: no process runs in there, paths are plain and absolute.
Status makeLinks(const Fd& root, const std::vector<SymbolicLink>& links);

// Folders for each tmpfs, with its mode: the runtime gives a tmpfs the mode of what it hides,
// whatever it is told. The same REQUIRES.
Status makeTmpfsFolders(const Fd& root, const std::vector<Tmpfs>& all);

} // namespace muster::container

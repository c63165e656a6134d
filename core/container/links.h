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

// Makes the targets of the image's mounts and tmpfs what they lead to in `root`, so that the
// runtime meets no link. One that leads where no mount may be is refused in words, and so is an
// image with a link where the container's own file systems have to be. The same REQUIRES.
Status resolvePlaces(const Fd& root, ImageRoot& image);

// Whether programs for 32-bit machines can run there: their loader is in `root`, of glibc or musl.
bool has32BitLoader(const Fd& root);

// Folders for each tmpfs, with its mode: the runtime gives a tmpfs the mode of what it hides,
// whatever it is told. The same REQUIRES.
Status makeTmpfsFolders(const Fd& root, const std::vector<Tmpfs>& all);

} // namespace muster::container

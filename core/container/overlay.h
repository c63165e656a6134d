// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container {

// Mounts `layers` (absolute folders, the last on top), all above `lowest`, at `target`, read-only,
// under "upper" of the folder `changes`, which takes what is written and is not there yet. Any
// characters are fine in the paths. At most 127 layers, as many as Docker takes. Thread-safe.
Status mountOverlay(const std::string& lowest, const std::vector<std::string>& layers,
    const std::string& changes, const std::string& target);

// A mount of its own, at no place yet, of what each of `mounts` has a descriptor of; an empty one
// for the others. Unlike the descriptor it can be put into another mount namespace.
Result<std::vector<Fd>> cloneMounts(const std::vector<BindMount>& mounts);

// Puts these clones of `mounts` at `folder`/<its number in the list>: from there the runtime can
// take them by path. Follows no path itself.
Status stageVolumes(
    const std::string& folder, const std::vector<BindMount>& mounts, const std::vector<Fd>& clones);

} // namespace muster::container

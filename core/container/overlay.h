// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/spec.h"

namespace muster::container {

// Mounts `layers` (absolute folders, the last on top), all above `lowest`, at `target`, read-only,
// under "upper" of the folder `changes`, which takes what is written and is not there yet. Any
// characters are fine in the paths. At most 127 layers, as many as Docker takes. Thread-safe.
Status mountOverlay(const std::string& lowest, const std::vector<std::string>& layers,
    const std::string& changes, const std::string& target);

// Mounts what `mounts` have a descriptor of at `folder`/<its number in the list>: from there the
// runtime, which lives in another mount namespace, can take it by path. Follows no path itself.
Status stageVolumes(const std::string& folder, const std::vector<BindMount>& mounts);
Status removeVolumes(const std::string& folder); // what of it is there

} // namespace muster::container

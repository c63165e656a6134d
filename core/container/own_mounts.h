// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/container/host_facts.h"

namespace muster::container {

// Calls `work` in a mount namespace of its own, on a thread of its own, and waits for it. What it
// mounts is seen by nobody but the processes that it starts, and is gone with the last of them,
// whoever is killed when: nothing of it is ever on the host. What the host unmounts is unmounted
// there, too. Descriptors that were opened before belong to the other namespace: the kernel binds
// nothing that they lead to (see cloneMounts()).
Status inOwnMountNamespace(const std::function<Status()>& work);

// The mounts of this namespace that show the machine's root file system once more, or a task's
// files, below `folder`. Pure; `mounts` in mount order.
std::vector<std::string> taskRootsBelow(
    const std::vector<Mount>& mounts, const std::string& folder);

// Unmounts what an agent of an earlier version left in this namespace: everything at `place` or
// below it, and the task roots below each of `folders`. Follows no link; processes that use them
// keep them. An error while one is left: to remove the folder would remove the host's files.
Status dropOldMounts(const std::string& place, const std::vector<std::string>& folders);

} // namespace muster::container

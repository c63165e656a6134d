// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/spec.h"

namespace muster::container::fetch {

// Opens a file of this machine for a task: a regular file below one of `roots`, by descriptor and
// without leaving it through links, and only what `user` may read. Waits for no fifo and wakes no
// device. Denied with the roots in the message otherwise.
Result<Fd> openSourceFile(
    const std::vector<std::string>& roots, const std::string& path, const UserIds& user);

} // namespace muster::container::fetch

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/result.h"

namespace muster::container {

// Removes a folder with all that is in it, as a task may have left it: however deep, and whatever
// another process renames or links meanwhile. Follows no link, enters no other file system. Success
// when there is nothing; `path`'s own parents are trusted. Thread-safe; takes as long as it takes,
// which the agent's main thread has not: for sandboxes agentd/agent/trash.h does it bit by bit.
Status removeTree(const std::string& path);
// The same of `name` in an open folder.
Status removeTree(int folder, const std::string& name);

} // namespace muster::container

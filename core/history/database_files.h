// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::history {

// Databases that nobody has open, as files: each with those that SQLite keeps beside it.

void removeDatabase(const std::filesystem::path& path);

// `fresh`, which has no files beside it, becomes `path`, on the disk when it returns. What was
// there is kept as "<path>.<why>-<seconds>", also after a crash; empty: there was nothing.
Result<std::filesystem::path> replaceDatabase(const std::filesystem::path& path,
    const std::filesystem::path& fresh, std::string_view why, Instant now);

Error cannot(std::string_view what, const std::filesystem::path& path, int error);
Status flushFolder(const std::filesystem::path& folder);

} // namespace muster::history

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::net {

// Replaces `path` as one step (temporary file, fsync, rename, fsync of the folder), mode 0600.
// Missing folders are made with mode 0700.
Status writePrivateFile(const std::filesystem::path& path, std::string_view content);

struct PrivateFile {
    std::string content;
    std::vector<std::string> warnings; // others can read it; it belongs to somebody else
};

// At most 1 MiB of a regular file.
Result<PrivateFile> readPrivateFile(const std::filesystem::path& path);

} // namespace muster::net

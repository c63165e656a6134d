// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// An open directory, no link.
Result<Fd> openDirectory(const std::string& path);
// Everything in it but "." and "..".
Result<std::vector<std::string>> namesIn(const Fd& directory);

// A file of the store, mode 0600, on disk before anybody can see it: written under another name,
// synced, renamed, and the directory synced.
Status writeDurably(const std::string& directory, const std::string& name, std::string_view text);
Status syncDirectory(const std::string& path);

} // namespace muster::container::image

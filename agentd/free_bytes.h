// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace muster::agentd {

// Bytes that are free for this process on the disk of the folder; nothing: the file system does not
// say.
std::optional<std::uintmax_t> freeBytes(const std::filesystem::path& folder);

} // namespace muster::agentd

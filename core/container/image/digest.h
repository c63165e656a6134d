// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// "sha256:" and 64 lower-case hex digits: fit for a file's name, too.
bool isSha256(std::string_view digest);

std::string sha256Of(std::string_view bytes);

// Of what an open file has from its beginning, at most `size` bytes and one; so a file that is too
// long has another digest.
Result<std::string> sha256Of(const Fd& file, std::uint64_t size);

} // namespace muster::container::image

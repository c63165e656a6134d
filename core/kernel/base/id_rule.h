// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster {

inline constexpr std::size_t kLongestId = 255; // bytes: it names a folder

// What every id from outside must be, since it may name a folder: not empty, at most kLongestId
// bytes, no "." and "..", no control character, slash or backslash. Mesos' rule and Mesos' texts.
Status validateId(std::string_view id);

} // namespace muster

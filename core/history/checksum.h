// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace muster::history {

// CRC-32 of the parts, with their lengths: against damage, not against forgery.
std::uint32_t checksum(std::initializer_list<std::string_view> parts);

} // namespace muster::history

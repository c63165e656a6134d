// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace muster::cluster {

// What the master calls things inside: in the order in which it first met them, never given twice
// in one life. Ties are broken by them.
using AgentNumber = std::uint32_t;
using FrameworkNumber = std::uint32_t;
using ClientNumber = std::uint64_t; // of a framework in one role
using OfferNumber = std::uint64_t;
using ProfileNumber = std::uint32_t; // of equal host names and attributes of an agent

} // namespace muster::cluster

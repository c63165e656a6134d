// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::columns {

// What a framework is not offered.
std::span<const Column<v1::Refusals::Row>> refusalColumns();
std::span<const std::string_view> refusalOrder(); // of screens, as onScreen() takes it

} // namespace muster::columns

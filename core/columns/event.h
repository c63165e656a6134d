// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::columns {

// Who did what, alerts, agents that came and went.
std::span<const Column<v1::AuditRow>> eventColumns();
std::span<const std::string_view> eventOrder(); // of screens, as onScreen() takes it

} // namespace muster::columns

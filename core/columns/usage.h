// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::columns {

struct UsageRow {
    const v1::Usage::Row& usage;
    const v1::Usage::Row& total; // of all users
};

// Who used how much.
std::span<const Column<UsageRow>> usageColumns();
std::span<const std::string_view> usageOrder(); // of screens, as onScreen() takes it

v1::Usage::Row totalOf(const v1::Usage& usage);

} // namespace muster::columns

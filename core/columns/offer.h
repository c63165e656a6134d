// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct OfferRow {
    const v1::Offer& offer;
    const Cluster& cluster;
};

std::span<const Column<OfferRow>> offerColumns();
std::span<const std::string_view> offerOrder(); // of screens, as onScreen() takes it

} // namespace muster::columns

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/offer.h"

#include "core/columns/headings.h"
#include "core/columns/values.h"

namespace muster::columns {

namespace {

constexpr Column<OfferRow> kTable[] = {
    {.heading = {.key = "offer_id",
         .head = "OFFER",
         .listed = Listed::Table,
         .title = "Offer",
         .names = "offer id",
         .rank = Rank::Main},
        .value = [](const OfferRow& row) -> Value { return row.offer.id(); }},
    {.heading = kFrameworkHeading,
        .value = [](const OfferRow& row) -> Value { return row.offer.framework_name(); },
        .tip = [](const OfferRow& row) { return row.offer.framework_id(); }},
    {.heading = kNodeHeading,
        .value = [](const OfferRow& row) -> Value { return row.offer.hostname(); }},
    {.heading = kResourcesHeading,
        .value = [](const OfferRow& row) -> Value { return bundle(row.offer.resources()); }},
    {.heading = kGpusHeading,
        .value
        = [](const OfferRow& row) -> Value { return amount(row.offer.resources(), "gpus"); }},
    {.heading = kCpusHeading,
        .value
        = [](const OfferRow& row) -> Value { return amount(row.offer.resources(), "cpus"); }},
    {.heading = kMemoryHeading,
        .value = [](const OfferRow& row) -> Value { return amount(row.offer.resources(), "mem"); }},
    {.heading = {.key = "disk_mib",
         .title = "Disk",
         .names = "disk",
         .rank = Rank::Usual,
         .measure = Measure::MebibyteThousandths,
         .unit = "MiB"},
        .value
        = [](const OfferRow& row) -> Value { return amount(row.offer.resources(), "disk"); }},
    {.heading = {.key = "made",
         .head = "MADE",
         .listed = Listed::Table,
         .title = "Made",
         .names = "made age",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const OfferRow& row) -> Value { return row.offer.made_ms(); }},
    {.heading = kFrameworkIdHeading,
        .value = [](const OfferRow& row) -> Value { return row.offer.framework_id(); }},
    {.heading = kAgentIdHeading,
        .value = [](const OfferRow& row) -> Value { return row.offer.agent_id(); }},
};

constexpr std::string_view kOrder[]
    = {"offer_id", "framework_name", "node", "gpus", "cpus", "memory_mib", "disk_mib", "made"};

} // namespace

std::span<const Column<OfferRow>> offerColumns() {
    return kTable;
}

std::span<const std::string_view> offerOrder() {
    return kOrder;
}

} // namespace muster::columns

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "agentd/master/telemetry_hub.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/proto/muster/v1/console.pb.h"

// What a client says that it shows, as console.proto's Shown has it. One thread.
namespace muster::agentd {

// Invalid: more than the master keeps for one client.
Status checkShown(const muster::v1::Shown& shown);

// Kinds of rows, a bit for each Shown::Kind. The fields of Rows and Removed have their numbers.
using Kinds = std::uint32_t;
inline constexpr Kinds kAllKinds = ~Kinds{0};
// Of who names none: what there was before services and schedules.
inline constexpr Kinds kUsualKinds = (Kinds{1} << (muster::v1::Shown::ALERTS + 1)) - 2;

Kinds kindsOf(const google::protobuf::RepeatedField<int>& kinds);
Kinds kindsOf(const muster::v1::Shown& shown);
// Of the rows that changed or were removed.
Kinds kindsIn(const muster::v1::Delta& delta);
// Takes the rows of other kinds out of a Snapshot or Delta; a Snapshot says what it is of.
void keepKinds(muster::v1::Message& message, Kinds kinds);

// The samples that were taken after `since` (TelemetryHub::taken()), of what is shown. False: none.
bool packSamples(const muster::v1::ShownSamples& shown, const TelemetryHub& telemetry,
    const cluster::Master& master, std::uint64_t since, muster::v1::PackedSamples& out);

// How long samples wait for others.
Duration gatherTime(const muster::v1::Shown& shown);

} // namespace muster::agentd

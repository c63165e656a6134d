// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QAbstractItemModel>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::test {

// Draws a cluster: "node1: a free 10, b allocated 93 / node2: c lost ?" is two agents, each GPU
// with its uuid, state and utilisation ("?": unknown). Agents are "S-<host>", all active,
// generation 1.
v1::Snapshot draw(const std::string& picture, std::uint64_t seq = 1);

// The same picture as a change of those agents and GPUs.
v1::Delta change(std::uint64_t seq, const std::string& picture);
// Their agents as unreachable ones that have sent nothing since kLostAtMs.
inline constexpr std::int64_t kLostAtMs = 1'700'000'005'000;
v1::Delta lost(std::uint64_t seq, const std::string& picture);
v1::TelemetryBatch samples(const std::string& picture, std::int64_t atMs);

v1::Job job(const std::string& id, const std::string& state, const std::string& waitReason = {});
// Of a job that needs 3 GPUs: node2 has 2 of 4 free, node1 none; 7 further machines.
v1::Explanation explanation();
v1::Offer offer(const std::string& id, const std::string& resources);

// A model as text: one line a row, the given columns joined by "|".
std::string print(const QAbstractItemModel& model, const std::vector<int>& columns);

} // namespace muster::test

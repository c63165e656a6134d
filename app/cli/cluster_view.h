// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/exit_code.h"
#include "app/cli/surroundings.h"
#include "core/kernel/base/metric.h"
#include "core/net/websocket_client.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// The newest state of the cluster as the master told it: a snapshot, then deltas and samples.
class ClusterView {
public:
    void apply(const muster::v1::Message& message);
    bool hasSnapshot() const { return m_hasSnapshot; }

    const std::map<std::string, muster::v1::Agent>& agents() const { return m_agents; }
    const std::map<std::string, muster::v1::Gpu>& gpus() const { return m_gpus; }
    const std::map<std::string, muster::v1::Offer>& offers() const { return m_offers; }
    const std::map<std::string, muster::v1::Job>& jobs() const { return m_jobs; }
    const std::map<std::string, muster::v1::Alert>& alerts() const { return m_alerts; }
    const auto& tasks() const { return m_tasks; } // by framework and id

    // The machine's name; its id as long as the name is not known.
    std::string node(const std::string& agentId) const;
    // The newest sample, or nothing: not supported, not answered, of another set of GPUs, too old.
    std::optional<std::int32_t> sample(const muster::v1::Gpu& gpu, Metric metric) const;

private:
    void clear();
    void put(const muster::v1::Rows& rows);
    void remove(const muster::v1::Removed& removed);
    void put(const muster::v1::Telemetry& telemetry);

    bool m_hasSnapshot = false;
    std::map<std::string, muster::v1::Agent> m_agents;
    std::map<std::string, muster::v1::Gpu> m_gpus;
    std::map<std::string, muster::v1::Offer> m_offers;
    std::map<std::pair<std::string, std::string>, muster::v1::Task> m_tasks;
    std::map<std::string, muster::v1::Job> m_jobs;
    std::map<std::string, muster::v1::Alert> m_alerts;
    std::map<std::string, muster::v1::Telemetry> m_telemetry;
};

// Asks the master for a snapshot, without samples; an error is said on stderr. Blocks.
tl::expected<ClusterView, ExitCode> askForCluster(
    const net::WebSocketClientOptions& master, const CliContext& here);

} // namespace muster::cli

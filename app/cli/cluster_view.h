// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/cli_context.h"
#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/columns/cluster.h"
#include "core/kernel/base/metric.h"
#include "core/net/websocket_client.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// The newest state of the cluster as the master told it: a snapshot, then deltas and samples.
class ClusterView final : public columns::Cluster {
public:
    void apply(const muster::v1::Message& message);
    bool hasSnapshot() const { return m_hasSnapshot; }

    const std::map<std::string, muster::v1::Agent>& agents() const { return m_agents; }
    const std::map<std::string, muster::v1::Gpu>& gpus() const { return m_gpus; }
    const std::map<std::string, muster::v1::Offer>& offers() const { return m_offers; }
    const std::map<std::string, muster::v1::Job>& jobs() const { return m_jobs; }
    const std::map<std::string, muster::v1::Alert>& alerts() const { return m_alerts; }
    const auto& tasks() const { return m_tasks; } // by framework and id

    const muster::v1::Agent* agent(const std::string& id) const override;
    const muster::v1::Gpu* gpu(const std::string& uuid) const override;
    const muster::v1::Framework* framework(const std::string& id) const override;
    const muster::v1::Task* taskOf(const muster::v1::Gpu& gpu) const override;
    // kUnknown also of another set of GPUs than the agent has now.
    MetricValue value(const std::string& gpu, Metric metric) const override;

private:
    void clear();
    void put(const muster::v1::Rows& rows);
    void remove(const muster::v1::Removed& removed);
    void put(const muster::v1::Telemetry& telemetry);

    bool m_hasSnapshot = false;
    std::map<std::string, muster::v1::Agent> m_agents;
    std::map<std::string, muster::v1::Gpu> m_gpus;
    std::map<std::string, muster::v1::Framework> m_frameworks;
    std::map<std::string, muster::v1::Offer> m_offers;
    std::map<std::pair<std::string, std::string>, muster::v1::Task> m_tasks;
    std::map<std::string, muster::v1::Job> m_jobs;
    std::map<std::string, muster::v1::Alert> m_alerts;
    std::map<std::string, muster::v1::Telemetry> m_telemetry;
};

// Asks the master for a snapshot, without samples; an error is said on stderr. Blocks.
tl::expected<ClusterView, ExitCode> askForCluster(
    const net::WebSocketClientOptions& master, const CliContext& here);
tl::expected<ClusterView, ExitCode> askForCluster(const MasterFlags& flags, const CliContext& here);

} // namespace muster::cli

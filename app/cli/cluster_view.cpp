// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cluster_view.h"

#include <algorithm>

#include "app/cli/conversation.h"
#include "core/proto/live_row.h"

namespace muster::cli {

using namespace muster::v1;

void ClusterView::apply(const Message& message) {
    if (message.has_snapshot()) {
        clear();
        m_hasSnapshot = true;
        put(message.snapshot().rows());
        for (const auto& telemetry : message.snapshot().telemetry())
            put(telemetry);
    } else if (message.has_delta()) {
        put(message.delta().changed());
        remove(message.delta().removed());
    } else if (message.has_telemetry()) {
        for (const auto& telemetry : message.telemetry().telemetry())
            put(telemetry);
    } else if (message.reply().has_ended()) {
        put(message.reply().ended());
    }
}

std::string ClusterView::node(const std::string& agentId) const {
    const auto agent = m_agents.find(agentId);
    return agent == m_agents.end() ? agentId : agent->second.hostname();
}

std::optional<std::int32_t> ClusterView::sample(const Gpu& gpu, Metric metric) const {
    const auto agent = m_agents.find(gpu.agent_id());
    const auto telemetry = m_telemetry.find(gpu.agent_id());
    if (agent == m_agents.end() || telemetry == m_telemetry.end() || !proto::isLive(agent->second)
        || agent->second.gpu_generation() != telemetry->second.gpu_generation())
        return std::nullopt;
    const auto& gpus = agent->second.gpus();
    const auto position = std::find(gpus.begin(), gpus.end(), gpu.uuid()) - gpus.begin();
    for (const auto& column : telemetry->second.columns()) {
        if (column.metric() != static_cast<std::uint32_t>(metric)
            || position >= column.values_size())
            continue;
        const auto value = column.values(static_cast<int>(position));
        return value == kUnknown ? std::nullopt : std::optional(value);
    }
    return std::nullopt;
}

void ClusterView::clear() {
    *this = ClusterView();
}

void ClusterView::put(const Rows& rows) {
    for (const auto& row : rows.agents())
        m_agents[row.id()] = row;
    for (const auto& row : rows.gpus())
        m_gpus[row.uuid()] = row;
    for (const auto& row : rows.offers())
        m_offers[row.id()] = row;
    for (const auto& row : rows.tasks())
        m_tasks[{row.framework_id(), row.id()}] = row;
    for (const auto& row : rows.jobs())
        m_jobs[row.id()] = row;
    for (const auto& row : rows.alerts())
        m_alerts[row.id()] = row;
}

void ClusterView::remove(const Removed& removed) {
    for (const auto& id : removed.agents())
        m_agents.erase(id);
    for (const auto& id : removed.gpus())
        m_gpus.erase(id);
    for (const auto& id : removed.offers())
        m_offers.erase(id);
    for (const auto& key : removed.tasks())
        m_tasks.erase({key.framework_id(), key.task_id()});
    for (const auto& id : removed.jobs())
        m_jobs.erase(id);
    for (const auto& id : removed.alerts())
        m_alerts.erase(id);
}

// A sample may leave slow metrics out: what it does not name stays.
void ClusterView::put(const Telemetry& telemetry) {
    Telemetry& kept = m_telemetry[telemetry.agent_id()];
    if (kept.gpu_generation() != telemetry.gpu_generation()) {
        kept = telemetry;
        return;
    }
    kept.set_agent_id(telemetry.agent_id());
    kept.set_at_us(telemetry.at_us());
    for (const auto& column : telemetry.columns()) {
        auto& columns = *kept.mutable_columns();
        const auto same = std::find_if(columns.begin(), columns.end(),
            [&](const auto& old) { return old.metric() == column.metric(); });
        *(same == columns.end() ? columns.Add() : &*same) = column;
    }
}

tl::expected<ClusterView, ExitCode> askForCluster(
    const net::WebSocketClientOptions& master, const CliContext& here) {
    Request request;
    request.mutable_subscribe()->set_once(true);
    ClusterView view;
    const auto code
        = Conversation(master, here).run({request}, [&](Conversation&, const Message& message) {
              view.apply(message);
              return view.hasSnapshot() ? std::optional(ExitCode::Ok) : std::nullopt;
          });
    if (code != ExitCode::Ok)
        return tl::unexpected(code);
    return view;
}

} // namespace muster::cli

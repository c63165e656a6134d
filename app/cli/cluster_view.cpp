// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cluster_view.h"

#include <algorithm>

#include "app/cli/conversation.h"
#include "core/proto/live_row.h"

namespace muster::cli {

namespace {

template <typename Rows>
const typename Rows::mapped_type* find(const Rows& rows, const typename Rows::key_type& key) {
    const auto found = rows.find(key);
    return found == rows.end() ? nullptr : &found->second;
}

} // namespace

void ClusterView::apply(const v1::Message& message) {
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

const v1::Agent* ClusterView::agent(const std::string& id) const {
    return find(m_agents, id);
}

const v1::Gpu* ClusterView::gpu(const std::string& uuid) const {
    return find(m_gpus, uuid);
}

const v1::Framework* ClusterView::framework(const std::string& id) const {
    return find(m_frameworks, id);
}

const v1::Task* ClusterView::taskOf(const v1::Gpu& gpu) const {
    return find(m_tasks, std::pair(gpu.framework_id(), gpu.task_id()));
}

MetricValue ClusterView::value(const std::string& uuid, Metric metric) const {
    const auto* board = gpu(uuid);
    const auto* agent = board == nullptr ? nullptr : find(m_agents, board->agent_id());
    const auto* telemetry = board == nullptr ? nullptr : find(m_telemetry, board->agent_id());
    if (agent == nullptr || telemetry == nullptr || !proto::isLive(*agent)
        || agent->gpu_generation() != telemetry->gpu_generation())
        return kUnknown;
    const auto& gpus = agent->gpus();
    const auto position = std::find(gpus.begin(), gpus.end(), uuid) - gpus.begin();
    for (const auto& column : telemetry->columns()) {
        if (column.metric() == static_cast<std::uint32_t>(metric)
            && position < column.values_size())
            return column.values(static_cast<int>(position));
    }
    return kUnknown;
}

void ClusterView::clear() {
    *this = ClusterView();
}

void ClusterView::put(const v1::Rows& rows) {
    for (const auto& row : rows.agents())
        m_agents[row.id()] = row;
    for (const auto& row : rows.gpus())
        m_gpus[row.uuid()] = row;
    for (const auto& row : rows.frameworks())
        m_frameworks[row.id()] = row;
    for (const auto& row : rows.offers())
        m_offers[row.id()] = row;
    for (const auto& row : rows.tasks())
        m_tasks[{row.framework_id(), row.id()}] = row;
    for (const auto& row : rows.jobs())
        m_jobs[row.id()] = row;
    for (const auto& row : rows.alerts())
        m_alerts[row.id()] = row;
}

void ClusterView::remove(const v1::Removed& removed) {
    for (const auto& id : removed.agents())
        m_agents.erase(id);
    for (const auto& id : removed.gpus())
        m_gpus.erase(id);
    for (const auto& id : removed.frameworks())
        m_frameworks.erase(id);
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
void ClusterView::put(const v1::Telemetry& telemetry) {
    v1::Telemetry& kept = m_telemetry[telemetry.agent_id()];
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
    v1::Request request;
    request.mutable_subscribe()->set_once(true);
    ClusterView view;
    const auto code
        = Conversation(master, here).run({request}, [&](Conversation&, const v1::Message& message) {
              view.apply(message);
              return view.hasSnapshot() ? std::optional(ExitCode::Ok) : std::nullopt;
          });
    if (code != ExitCode::Ok)
        return tl::unexpected(code);
    return view;
}

tl::expected<ClusterView, ExitCode> askForCluster(
    const MasterFlags& flags, const CliContext& here) {
    const auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return tl::unexpected(fail(here, master.error(), ExitCode::Usage));
    return askForCluster(*master, here);
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/gpu/probe.h"
#include "core/kernel/node/agent.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Samples the GPUs at a steady rate through muster-nvml, every tenth time with the slow lane and
// the processes, and tells when a GPU fails or comes back. A driver that hangs costs samples,
// nothing else. One thread.
class GpuWatch {
public:
    struct Seams {
        std::function<void(muster::v1::AgentMessage)> send; // telemetry and processes
        std::function<void(node::GpusReported)> report; // only when a GPU's health or facts changed
    };

    GpuWatch(boost::asio::io_context& io, gpu::ProbeOptions options, std::vector<GpuInfo> known,
        Duration interval, Seams seams);

    // The order of the columns that are sent from now on: that of the agent's last facts. Processes
    // are sent anew.
    void setOrder(std::vector<GpuUuid> order);
    const gpu::Sample& latest() const { return m_latest; } // empty until there is one

private:
    void tick();
    void ask(gpu::Request request);
    void watchReplies();
    void watchDeadline();
    void handle(const gpu::Reply& reply);
    void take(const gpu::Sample& sample);
    void takeDiscovery(const gpu::Discovery& found);
    void sendTelemetry(const gpu::Sample& sample);
    void sendProcesses(const gpu::Sample& sample);
    void reportHealth(std::vector<node::GpuReport> reports);

    gpu::Probe m_probe;
    std::vector<GpuInfo> m_known;
    std::vector<GpuUuid> m_order;
    Duration m_interval;
    Seams m_seams;
    boost::asio::steady_timer m_ticker;
    boost::asio::steady_timer m_deadline;
    boost::asio::posix::stream_descriptor m_replies;
    unsigned m_generation = 0;
    std::uint64_t m_ticks = 0;
    std::vector<node::GpuReport> m_reported;
    std::string m_processes; // as last sent
    gpu::Sample m_latest;
};

} // namespace muster::agentd

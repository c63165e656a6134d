// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/agent/gpu_occupants.h"
#include "agentd/deadline_timer.h"
#include "core/gpu/probe.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/node/agent.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Samples the GPUs at a steady rate through muster-nvml, every tenth time with the slow lane and
// the processes, and tells when a GPU fails, comes back, appears or is in use outside Muster. A
// driver that hangs costs samples, nothing else; one that is only slow to start, or whose child
// crashed, does not take the GPUs out of service for the time that its last start took. Where there
// is no driver or no GPU yet it looks every ten ticks and says so once. One thread.
class GpuWatch {
public:
    struct Callbacks {
        std::function<void(muster::v1::AgentMessage)> send; // telemetry and processes
        std::function<void(node::GpusReported)> report; // when something of it changed
        std::function<void(const gpu::Discovery&)> found; // each time that the driver is asked
        GpuOccupants::Callbacks occupants{}; // without: nobody looks for any
        // Whose container a process runs in; of an executor the framework alone, empty: nobody's.
        std::function<cluster::TaskKey(std::uint32_t pid)> taskOf{};
    };
    struct Limits {
        Duration answer = std::chrono::seconds(5);
        Duration start = defaults::kGpuStartTimeout; // twice as long after each start that failed
        Duration longestStart = std::chrono::minutes(10);
        Duration patience = std::chrono::seconds(10); // at the least, before GPUs are lost
    };
    struct Settings {
        gpu::ProbeOptions probe;
        std::vector<GpuInfo> known;
        std::optional<Error> problem{}; // of the discovery at the start, which is told already
        Duration interval = defaults::kSampleInterval;
        Limits limits{};
    };

    GpuWatch(boost::asio::io_context& io, Settings settings, Callbacks callbacks);

    // The order of the columns that are sent from now on: that of the agent's last facts. Processes
    // are sent anew.
    void setOrder(std::vector<GpuUuid> order);
    pid_t child() const { return m_probe.pid(); } // -1: none runs
    const gpu::Sample& latest() const { return m_latest; } // empty until there is one

private:
    void tick();
    std::optional<gpu::Request> next();
    void ask(gpu::Request request);
    void failed(const Error& why);
    void answered();
    void endPatience();
    void tellProblem(const Error& why);
    void watchReplies();
    void watchDeadline() { m_deadline.set(m_probe.deadline()); }
    void onDeadline();
    void onReply(const gpu::Reply& reply);
    void onSample(const gpu::Sample& sample);
    void onDiscovery(const gpu::Discovery& found);
    void sendTelemetry(const gpu::Sample& sample);
    void sendProcesses(const gpu::Sample& sample);
    void reportHealth(std::vector<node::GpuReport> reports);

    gpu::Probe m_probe;
    std::vector<GpuInfo> m_known;
    std::vector<GpuUuid> m_order;
    Duration m_interval;
    Limits m_limits;
    Callbacks m_callbacks;
    GpuOccupants m_occupants;
    boost::asio::steady_timer m_ticker;
    DeadlineTimer m_deadline;
    boost::asio::posix::stream_descriptor m_replies;
    unsigned m_generation = 0;
    std::uint64_t m_ticks = 0;
    std::vector<node::GpuReport> m_reported;
    std::map<GpuUuid, std::string> m_occupied; // as of the last slow sample
    std::string m_processes; // as last sent
    gpu::Sample m_latest;

    std::string m_problem; // as last logged; empty: the driver answers
    bool m_ready = false; // this child has answered a request
    bool m_refused = false; // it answered that there is no driver, or a broken one
    std::optional<Uptime> m_asked; // a request is under way
    std::optional<Uptime> m_failedSince; // the child was given up, and none has answered yet
    Duration m_startLimit;
    Duration m_lastStart{0}; // what the last start took
    bool m_toldProblem = false; // that of a driver without a GPU
};

} // namespace muster::agentd

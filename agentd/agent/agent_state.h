// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include <boost/asio/steady_timer.hpp>

#include "agentd/agent/agent_daemon.h"
#include "agentd/agent/checkpoints.h"
#include "agentd/agent/containers.h"
#include "agentd/agent/disk_watch.h"
#include "agentd/agent/driver_watch.h"
#include "agentd/agent/executors.h"
#include "agentd/agent/gpu_watch.h"
#include "agentd/agent/image_calls.h"
#include "agentd/agent/log_reader.h"
#include "agentd/agent/machine.h"
#include "agentd/agent/operator_api.h"
#include "agentd/agent/sandbox_gc.h"
#include "core/net/websocket_client.h"
#include "core/proto/agent.h"

namespace muster::agentd {

// The running agent: its parts, the machine that decides for them, and the link to the master.
// `agent_daemon.cpp` makes it, `agent_outputs.cpp` carries out what the machine decided,
// `agent_messages.cpp` speaks with the master.
struct AgentDaemon::State {
    boost::asio::io_context& io;
    Checkpoints checkpoints;
    node::Agent agent;
    std::unique_ptr<Containers> containers; // none with --isolation=none
    std::unique_ptr<ImageCalls> imageCalls; // likewise
    std::unique_ptr<Executors> executors; // likewise
    std::unique_ptr<SandboxGc> gc; // likewise
    std::unique_ptr<LogReader> logs;
    std::unique_ptr<GpuWatch> watch;
    std::unique_ptr<DriverWatch> driver;
    std::unique_ptr<DiskWatch> disk;
    std::unique_ptr<OperatorApi> operators;
    std::unique_ptr<net::WebSocketClient> link;
    boost::asio::steady_timer timer;
    std::deque<node::AgentInput> inputs;
    bool scheduled = false;
    bool registered = false;
    AgentId id; // as the master knows it
    std::string secret; // by which the master knows it again
    std::string lastProblem;
    std::string foundDriver, foundCuda; // the versions that NVML told last

    State(boost::asio::io_context& context, Checkpoints kept, node::Agent machine)
        : io(context), checkpoints(std::move(kept)), agent(std::move(machine)), timer(context) { }

    // The parts of an agent that runs tasks; known: what an earlier one left.
    Status startContainers(
        const Options& options, const Machine& machine, const node::RecoveredAgent& known);
    GpuWatch::Settings watchSettings(const Options& options, const Machine& machine) const;
    GpuWatch::Seams watchSeams(const Options& options, bool simulated);
    Status startGc(const Options& options, const node::RecoveredAgent& known);
    AgentParts parts(Bytes fetcherCache) const;

    void post(node::AgentInput input);
    void run();
    void arm();

    void take(node::ToMaster& out);
    void take(node::Launch& out);
    void take(node::CancelLaunch& out);
    void take(node::LaunchExecutor& out);
    void take(node::ResizeContainer& out);
    void take(node::TellExecutor& out);
    void take(node::SaveExecutor& out);
    void take(node::ForgetExecutor& out);
    void take(node::Signal& out);
    void take(node::Destroy& out);
    void take(node::RunCheck& out);
    void take(node::ProbeLaunch& out);
    void take(node::SaveTask& out);
    void take(node::ForgetTask& out);
    void take(node::SaveRestrictions& out);
    void take(node::SaveId& out);
    void refuse(const ContainerId& container);
    // An agent that cannot remember what it runs, not even in its reserve, must not run more: it
    // ends, its containers go on.
    void kept(const Status& status);

    // Whose sandbox stays.
    template <typename Checkpoint>
    void noteUse(const Checkpoint& one) {
        if (gc) {
            gc->inUse(one.container, one.framework.id, one.info.id.value);
        }
    }
    void noteEnd(const ContainerId& container);

    void opened();
    void lost(const Error& why);
    void receive(std::string_view bytes);
    void take(const muster::v1::Stream& part);
    void take(const muster::v1::AgentCommand::Images& call);
    void send(muster::v1::AgentMessage message);
    void send(muster::v1::Stream part);
    void noteOrder(const muster::v1::AgentFacts& facts); // of the GPUs
    bool lives(const cluster::TaskKey& key) const;

    static constexpr const char* kRunsNothing
        = "This agent was started with --isolation=none and runs no tasks";
};

} // namespace muster::agentd

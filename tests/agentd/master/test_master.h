// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "agentd/master/control.h"
#include "core/history/journal.h"
#include "core/proto/mesos/v1/mesos.pb.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {

// Until the master has nothing to decide, write or send, for a minute at the most.
inline void settle(boost::asio::io_context& io, const Control& control) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    io.restart();
    do {
        io.run_one_for(std::chrono::milliseconds(100));
        io.poll();
    } while (!control.isSettled() && std::chrono::steady_clock::now() < end);
}

inline jobs::JobSpec trainingJob(const std::string& resources, const std::string& user = "root",
    const std::string& command = "true") {
    mesos::v1::TaskInfo payload;
    payload.set_name("train");
    payload.mutable_task_id()->set_value("");
    payload.mutable_agent_id()->set_value("");
    payload.mutable_command()->set_value(command);
    return {.name = "train",
        .user = user,
        .command = "true",
        .resources = *Resources::parse(resources),
        .payload = payload.SerializeAsString()};
}

// A master on a real journal. It has done nothing before the first run().
struct TestMaster {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    boost::asio::io_context io;
    std::unique_ptr<Control> control;
    cluster::Link agent{}; // the last one that was connected
    AgentId agentId; // which the master gave it
    DiskRoom::Measure measureDisk = freeBytes;

    TestMaster() { open("M1"); }
    // The journal's next master.
    void open(const std::string& id) {
        control.reset();
        control = *Control::open(io,
            {.master = {.id = id},
                .jobs = {},
                .measureDisk = [this](const auto& disk) { return measureDisk(disk); }},
            journal);
        control->onFatal = [](const Error& error) { FAIL() << error.message; };
    }
    void run() { settle(io, *control); }

    void connectAgent() {
        agent = control->addAgent(
            {.send =
                    [this](const cluster::AgentCommand& command) {
                        if (const auto* made = std::get_if<cluster::Registered>(&command)) {
                            agentId = made->id;
                        }
                    },
                .close = [](const std::string&) {}});
    }
    void addAgent(
        const cluster::AgentInfo& info, const std::vector<cluster::GpuStatus>& gpus = {}) {
        connectAgent();
        for (int i = 0; i < 2; ++i) { // then with the id that it was given
            control->fromAgent(agent, cluster::Register{agentId, info, gpus, {}});
            run();
        }
    }
    // Empty where it is refused.
    JobId submit(jobs::JobSpec spec, const std::string& author = "alice") {
        JobId out;
        control->submit(std::move(spec), "", author,
            [&out](Result<JobId> job, bool) { out = job.value_or(JobId{}); });
        run();
        return out;
    }
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A framework from the npm registry, written for Mesos, that knows nothing of Muster. Beside the
// library only `framework.js` is ours: it leads the library and says what happened.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <sys/stat.h>

#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

class MesosFramework : public World {
protected:
    void start(const Daemon& master) {
        m_fifo = m_base + "/commands";
        m_out = m_base + "/framework.out";
        ASSERT_EQ(::mkfifo(m_fifo.c_str(), 0600), 0);
        m_process = std::make_unique<Process>(
            std::vector<std::string>{MUSTER_NODE, MUSTER_MESOS_FRAMEWORK "/framework.js",
                std::to_string(master.port), m_fifo},
            Process::Setting{.outFile = m_out, .errFile = m_base + "/framework.err"});
        ASSERT_TRUE(said("subscribed")) << m_process->out() << m_process->err();
    }

    void tell(const std::string& command) { std::ofstream(m_fifo) << command << std::endl; }

    // How many lines contain all of the words.
    long count(const std::vector<std::string>& words) {
        std::istringstream lines(fileText(m_out));
        long found = 0;
        for (std::string line; std::getline(lines, line);) {
            found += std::ranges::all_of(
                words, [&](const auto& word) { return line.find(word) != std::string::npos; });
        }
        return found;
    }
    bool said(const std::string& text) {
        return eventually([&] { return count({text}) > 0; }, 15s);
    }
    bool updated(const std::string& task, const std::string& state, const std::string& more = "") {
        return eventually([&] { return count({"update", task, state, more}) > 0; }, 15s);
    }

    std::string m_fifo;
    std::string m_out;
    std::unique_ptr<Process> m_process;
};

const World::Flags kOpen{"--simulate=m60x4", "--no-authenticate"};

TEST_F(MesosFramework, GetsNoOfferOfAMachineWithGpusUnlessTheFilterIsOff) {
    start(standalone(kOpen));
    tell("cpu");
    std::this_thread::sleep_for(2s);
    EXPECT_EQ(count({"offer"}), 0) << m_process->out();
    EXPECT_EQ(count({"error"}), 0) << m_process->out();
}

TEST_F(MesosFramework, RunsKillsAndReconcilesTasksUnchanged) {
    auto flags = kOpen;
    flags.push_back("--no-filter_gpu_resources");
    start(standalone(flags));
    ASSERT_TRUE(said("gpus 4")) << m_process->out();
    EXPECT_TRUE(said("offer 127.0.0.1"));

    tell("gpu");
    for (const auto* state : {"TASK_STARTING", "TASK_RUNNING", "TASK_FINISHED"}) {
        EXPECT_TRUE(updated("gpu-task", state, "SOURCE_EXECUTOR")) << state << m_process->out();
    }
    tell("cpu");
    ASSERT_TRUE(updated("cpu-task", "TASK_RUNNING", "SOURCE_EXECUTOR")) << m_process->out();

    tell("drop"); // its connection breaks; it comes back under its id and asks for its tasks
    ASSERT_TRUE(eventually([&] { return count({"subscribed"}) == 2; }, 15s)) << m_process->out();
    EXPECT_TRUE(updated("cpu-task", "TASK_RUNNING", "REASON_RECONCILIATION")) << m_process->out();
    EXPECT_EQ(count({"heartbeat"}), 2);

    tell("kill");
    EXPECT_TRUE(updated("cpu-task", "TASK_KILLED", "SOURCE_EXECUTOR")) << m_process->out();
    tell("teardown");
    EXPECT_EQ(m_process->wait(10s), 0);
    EXPECT_EQ(count({"error", "break count"}), 0) << "an event did not come as one chunk";
    EXPECT_EQ(count({"error", "accepted"}), 0) << m_process->out();
}

} // namespace
} // namespace muster::e2e

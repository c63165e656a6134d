// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>

#include "core/proto/states.h"
#include "tests/integration/transcript.h"

namespace muster::e2e {
namespace {

struct ExecuteCase {
    const char* file;
    int status;
    std::vector<std::string> flags;
};

// Nothing has to listen: these are refused before the master is asked.
const ExecuteCase kRefused[] = {
    {"docker_without_image", 1, {"--name=e", "--command=true", "--containerizer=docker"}},
    {"no_command", 1, {"--name=x"}},
    {"no_name", 1, {"--command=true"}},
    {"unknown_capability", 1, {"--name=x", "--command=true", "--framework_capabilities=NOPE"}},
    {"unsupported_capability", 1,
        {"--name=x", "--command=true", "--framework_capabilities=PARTITION_AWARE"}},
};

const char* const kGpus = "--framework_capabilities=GPU_RESOURCES";

const ExecuteCase kRun[] = {
    {"exit_7", 1, {"--name=t", "--command=exit 7", kGpus, "--resources=cpus:0.5;mem:64"}},
    {"fraction", 1, {"--name=t", "--command=true", kGpus, "--resources=cpus:0.5;mem:64;gpus:0.5"}},
    {"kill_after", 1,
        {"--name=k", "--command=sleep 100", kGpus, "--kill_after=1secs",
            "--resources=cpus:0.5;mem:64;gpus:1"}},
    {"env", 0,
        {"--name=e", R"(--command=test "$A" = b)", kGpus, R"(--env={"A":"b"})",
            "--resources=cpus:0.5;mem:64"}},
    {"group", 0,
        {R"(--task_group={"tasks":[{"name":"a","task_id":{"value":"a"},"agent_id":{"value":""},)"
         R"("resources":[{"name":"cpus","type":"SCALAR","scalar":{"value":0.1}},)"
         R"({"name":"mem","type":"SCALAR","scalar":{"value":32}}],"command":{"value":"true"}}]})",
            kGpus}},
    // Where the executor of Mesos died.
    {"env", 0,
        {"--name=e", "--command=/bin/true", "--no-shell", kGpus, "--resources=cpus:0.5;mem:64"}},
};

using Execute = World;

TEST_F(Execute, RefusesWhatMesosExecuteRefusedInItsWords) {
    const Daemon nobody;
    for (const auto& [file, status, flags] : kRefused) {
        SCOPED_TRACE(file);
        expectRecorded(*execute(nobody, flags), file, status);
    }
}

TEST_F(Execute, PrintsWhatMesosExecutePrinted) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    for (const auto& [file, status, flags] : kRun) {
        SCOPED_TRACE(file);
        expectRecorded(*execute(cluster, flags), file, status);
    }
}

TEST_F(Execute, GetsNoOfferOfAGpuMachineWithoutTheCapability) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=e", "--command=true", "--resources=cpus:0.5;mem:64"});
    EXPECT_FALSE(task->wait(3s));
    EXPECT_EQ(transcript(*task), recorded("no_gpu_capability"));
}

TEST_F(Execute, GetsTheOfferWhenTheMasterDoesNotFilter) {
    const auto& cluster = master({"--no-filter_gpu_resources"});
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=gpu-test", "--command=true", "--resources=cpus:0.5;mem:64"});
    expectRecorded(*task, "gpu_finished", 0);
}

struct ExecuteThatLeaves : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone();
        m_task = execute(*m_daemon,
            {"--name=long", "--command=sleep 600", kGpus, "--resources=cpus:0.5;mem:64;gpus:4"});
        ASSERT_TRUE(
            eventually([&] { return m_task->out().find("TASK_RUNNING") != std::string::npos; }));
    }
    void expectFourFreeGpus() {
        auto console = this->console(*m_daemon);
        EXPECT_TRUE(console.until([&] {
            return console.gpus.size() == 4
                && std::all_of(console.gpus.begin(), console.gpus.end(),
                    [](const auto& gpu) { return proto::word(gpu.second.state()) == "free"; });
        }));
        const auto ended = console.ended();
        ASSERT_EQ(ended.tasks_size(), 1);
        EXPECT_EQ(proto::word(ended.tasks(0).state()), "TASK_KILLED")
            << ended.tasks(0).ShortDebugString();
    }

    Daemon* m_daemon = nullptr;
    std::unique_ptr<Process> m_task;
};

TEST_F(ExecuteThatLeaves, KillsItsTaskWhenItIsInterrupted) {
    m_task->signal(SIGINT);
    EXPECT_EQ(m_task->wait(8s), 130) << m_task->out() << m_task->err();
    expectFourFreeGpus();
}

TEST_F(ExecuteThatLeaves, LeavesNoGpuTakenWhenItIsKilled) {
    m_task->signal(SIGKILL);
    EXPECT_EQ(m_task->wait(5s), 128 + SIGKILL);
    expectFourFreeGpus();
}

} // namespace
} // namespace muster::e2e

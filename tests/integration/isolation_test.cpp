// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "tests/integration/transcript.h"

namespace muster::e2e {
namespace {

struct TwoFrameworks : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone();
    }

    // Probes when both tasks run, and not before.
    std::unique_ptr<Process> run(
        const std::string& name, const std::string& other, const std::string& probe) {
        const auto command = "touch " + m_base + "/shared/" + name + "; while [ ! -e " + m_base
            + "/shared/" + other + " ]; do sleep 0.05; done; " + probe;
        return execute(*m_daemon,
            {"--name=" + name, "--command=" + command, "--resources=cpus:0.5;mem:64;gpus:2",
                "--framework_capabilities=GPU_RESOURCES",
                R"(--env={"CUDA_VISIBLE_DEVICES":"0,1,2,3","NVIDIA_VISIBLE_DEVICES":"all","PATH":")"
                    + taskPath() + "\"}"});
    }
    std::string output(const std::string& name) {
        return fileText(sandboxFile(*m_daemon, name, "stdout"));
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(TwoFrameworks, OpenTheirOwnGpusOnlyWhateverTheyAskFor) {
    const auto probe = "nvidia-smi" + hostNodes();
    const auto left = run("left", "right", probe);
    const auto right = run("right", "left", probe);
    EXPECT_EQ(left->wait(8s), 0) << left->err();
    EXPECT_EQ(right->wait(8s), 0) << right->err();

    const auto first = probed(output("left"));
    const auto second = probed(output("right"));
    ASSERT_EQ(first.size(), 4u);
    ASSERT_EQ(second.size(), 4u);
    EXPECT_EQ(std::count(first.begin(), first.end(), "ENXIO"), 2);
    for (std::size_t gpu = 0; gpu < first.size(); ++gpu) {
        const auto& own = first[gpu];
        EXPECT_EQ(second[gpu], own == "ENXIO" ? "EPERM" : "ENXIO") << "GPU " << gpu;
    }
}

TEST_F(TwoFrameworks, CannotMakeTheNodeOfAForeignGpu) {
    const auto probe = "nvidia-smi --mknod . 0 1 2 3";
    const auto left = run("left", "right", probe);
    const auto right = run("right", "left", probe);
    EXPECT_EQ(left->wait(8s), 0) << left->err();
    EXPECT_EQ(right->wait(8s), 0) << right->err();
    const std::string denied = "GPU 0: mknod EPERM\nGPU 1: mknod EPERM\nGPU 2: mknod EPERM\n"
                               "GPU 3: mknod EPERM\n";
    EXPECT_EQ(output("left"), denied);
    EXPECT_EQ(output("right"), denied);
}

TEST_F(TwoFrameworks, SeeNothingOfTheDaemonsFiles) {
    const auto work = m_daemon->workDir;
    const auto task = execute(*m_daemon,
        {"--name=nosy", "--resources=cpus:0.5;mem:64", "--framework_capabilities=GPU_RESOURCES",
            "--command=ls -A " + work + "; cat " + work + "/token " + work
                + "/control.db; env; ls /proc/self/fd"});
    EXPECT_EQ(task->wait(8s), 0) << task->err();
    const auto said = output("nosy");
    EXPECT_EQ(said.rfind("sandboxes\n", 0), 0u) << said; // its own, and nothing beside it
    EXPECT_EQ(said.find(m_daemon->token()), std::string::npos) << said;
    EXPECT_EQ(said.find("SQLite"), std::string::npos) << said;
    EXPECT_EQ(said.find("XDG_CONFIG_HOME"), std::string::npos) << said;
    EXPECT_NE(said.find("\n0\n1\n2\n3\n"), std::string::npos) << said; // 3: ls itself
    EXPECT_EQ(said.find("\n4\n"), std::string::npos) << said;
}

struct RootJobs : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_key = m_base + "/keys/token";
        std::filesystem::create_directory(m_base + "/keys");
        m_daemon
            = &standalone({"--simulate=m60x4", "--host_root=readonly", "--token_file=" + m_key});
    }
    std::string outputOf(const std::string& name, const std::string& script) {
        auto console
            = Console(m_daemon->port, fileText(m_key).substr(0, fileText(m_key).find('\n')));
        const auto id = console.submit(name, script, "cpus:0.1;mem:64;gpus:1");
        EXPECT_TRUE(console.jobIs(id, "finished")) << console.job(id).message();
        return fileText(sandboxFile(*m_daemon, id + ".1", "stdout"));
    }

    std::string m_key;
    Daemon* m_daemon = nullptr;
};

TEST_F(RootJobs, SeeTheMachineReadOnlyAndNoneOfItsSecrets) {
    const auto said = outputOf("root",
        "exec 2>&1; id -u; cat " + m_key
            + " /etc/shadow; ls -A /root; touch /etc/cron.d/muster; "
              "touch "
            + m_base
            + "/shared/x; echo mine > /tmp/muster-x && cat /tmp/muster-x; "
              "touch here && echo sandbox; unshare -UrmC true; true");
    EXPECT_TRUE(said.starts_with("0\n")) << said;
    EXPECT_NE(said.find(m_key + ": No such file or directory"), std::string::npos) << said;
    EXPECT_NE(said.find("/etc/shadow: No such file or directory"), std::string::npos) << said;
    EXPECT_NE(said.find("'/etc/cron.d/muster': Read-only file system"), std::string::npos) << said;
    EXPECT_NE(said.find("/shared/x': Read-only file system"), std::string::npos) << said;
    EXPECT_NE(said.find("\nmine\nsandbox\n"), std::string::npos) << said;
    EXPECT_NE(said.find("unshare failed: Operation not permitted"), std::string::npos) << said;
    EXPECT_FALSE(std::filesystem::exists("/tmp/muster-x"));
}

TEST_F(RootJobs, AreTheMachinesMastersOnlyWithAWarning) {
    EXPECT_EQ(m_daemon->process->err().find("--host_root"), std::string::npos);
    auto& other = master();
    auto& open = agent(other, {"--simulate=m60x4", "--host_root=writable"});
    EXPECT_NE(open.process->err().find("--host_root=writable: jobs that run as root without an "
                                       "image can change every file of this host"),
        std::string::npos)
        << open.process->err();
}

using Limits = World;

TEST_F(Limits, HoldForATaskThatAsksForNoMemory) {
    auto& daemon = standalone({"--simulate=m60x4", "--default_task_memory=40MB"});
    auto console = this->console(daemon);
    const auto greedy = console.submit("greedy", "exec tail /dev/zero", "cpus:0.1;gpus:1");
    ASSERT_TRUE(console.jobIs(greedy, "failed"));
    EXPECT_EQ(console.job(greedy).message(),
        "Memory limit exceeded: Requested: 0MB, so that the agent's --default_task_memory was the "
        "limit: ask for mem");
    const auto tiny = console.submit("tiny", "true", "cpus:0.1;mem:1;gpus:1");
    ASSERT_TRUE(console.jobIs(tiny, "failed"));
    EXPECT_NE(console.job(tiny).message().find("request mem:12 or more"), std::string::npos)
        << console.job(tiny).message();
}

TEST_F(Limits, EndATaskThatUsesMoreMemoryThanItAskedForAndNoOther) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto modest = console.submit("modest", "sleep 600", "cpus:0.1;mem:32;gpus:1");
    const auto greedy = console.submit("greedy", "exec tail /dev/zero", "cpus:0.1;mem:32;gpus:1");
    ASSERT_TRUE(console.jobIs(greedy, "failed"));
    EXPECT_EQ(console.job(greedy).message(), "Memory limit exceeded: Requested: 32MB");
    EXPECT_TRUE(console.jobIs(modest, "running"));
}

} // namespace
} // namespace muster::e2e

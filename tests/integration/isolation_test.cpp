// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
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

using Limits = World;

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

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/transcript.h"

namespace muster::e2e {
namespace {

// The page on GPU support in Mesos: a master, an agent with the three isolators, mesos-execute.
struct QuickStart : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        m_agent = &agent(*m_master,
            {"--isolation=filesystem/linux,cgroups/devices,gpu/nvidia", "--simulate=m60x4"});
    }

    std::unique_ptr<Process> run(const std::string& command, const std::string& resources) {
        return execute(*m_master,
            {"--name=gpu-test", "--command=" + command, "--resources=" + resources,
                "--framework_capabilities=GPU_RESOURCES",
                "--env={\"PATH\":\"" + taskPath() + "\"}"});
    }
    std::string output() { return fileText(sandboxFile(*m_agent, "gpu-test", "stdout")); }

    Daemon* m_master = nullptr;
    Daemon* m_agent = nullptr;
};

TEST_F(QuickStart, PrintsWhatMesosExecutePrintedAndSeesOneGpuOfFour) {
    const auto task = run("nvidia-smi", "gpus:1");
    expectRecorded(*task, "gpu_finished", 0);
    EXPECT_EQ(output(), "GPU 0: ENXIO\n");
}

TEST_F(QuickStart, OpensOneOfTheHostsFourDeviceNodes) {
    const auto task = run("nvidia-smi" + hostNodes(), "gpus:1");
    expectRecorded(*task, "gpu_finished", 0);
    EXPECT_EQ(probed(output()), (std::vector<std::string>{"ENXIO", "EPERM", "EPERM", "EPERM"}));
}

TEST_F(QuickStart, OpensNoGpuWithoutOne) {
    const auto task = run("nvidia-smi && nvidia-smi" + hostNodes(), "cpus:0.5;mem:64;gpus:0");
    expectRecorded(*task, "gpu_finished", 0);
    EXPECT_EQ(probed(output()), std::vector<std::string>(4, "EPERM"));
    EXPECT_EQ(output().find("GPU "), std::string::npos) << output();
}

TEST_F(QuickStart, AgentSaysItsResourcesAsMesosDid) {
    const auto log = m_agent->process->err();
    EXPECT_NE(log.find("Agent resources: gpus(*):4; cpus(*):"), std::string::npos) << log;
    EXPECT_NE(log.find("; ports(*):[31000-32000]"), std::string::npos) << log;
}

} // namespace
} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <sys/mount.h>

#include <nlohmann/json.hpp>

#include "core/container/host_facts.h"
#include "tests/core/container/docker/dockerd.h"
#include "tests/integration/image_world.h"
#include "tests/support/e2e/framework.h"

namespace muster::e2e {
namespace {

// The same images through a real Docker Engine, beside Muster's own containers.
class DockerTasks : public ImageWorld {
protected:
    void SetUp() override {
        ImageWorld::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        std::filesystem::create_directory(m_base + "/engine");
        m_dockerd = std::make_unique<container::docker::Dockerd>(m_base + "/engine");
        if (const auto why = m_dockerd->start(); !why.empty()) {
            m_dockerd.reset();
            GTEST_SKIP() << why;
        }
    }
    void TearDown() override {
        if (m_dockerd) {
            removeContainers();
        }
        m_dockerd.reset();
        unmountBelow(m_base + "/engine");
        ImageWorld::TearDown();
    }

    Flags flags() const {
        return {"--simulate=m60x4", "--containerizers=muster,docker",
            "--docker_socket=" + m_dockerd->socket()};
    }
    std::unique_ptr<Process> run(const Daemon& cluster, Flags task) {
        task.push_back("--containerizer=docker");
        return execute(cluster, task);
    }

    std::unique_ptr<container::docker::Dockerd> m_dockerd;

private:
    static void unmountBelow(const std::string& folder) {
        auto mounts = container::parseMountinfo(fileText("/proc/self/mountinfo"));
        std::reverse(mounts.begin(), mounts.end());
        for (const auto& mount : mounts) {
            if (mount.mountPoint.starts_with(folder)) {
                ::umount2(mount.mountPoint.c_str(), MNT_DETACH);
            }
        }
    }
    void removeContainers() {
        const auto engine = m_dockerd->engine();
        const auto listed = engine.ask({.method = "GET", .path = "/containers/json?all=1"});
        if (!listed) {
            return;
        }
        for (const auto& one : *listed) {
            const auto id = one["Id"].get<std::string>();
            (void)engine.ask({.method = "DELETE", .path = "/containers/" + id + "?force=1"});
        }
    }
};

TEST_F(DockerTasks, RunNvidiaSmiOnOneGpuOfFour) {
    const auto& cluster = master();
    const auto& worker = agent(cluster, flags());
    const auto image = push("nvidia/cuda:latest",
        R"({"Cmd":["sh"],"Labels":{"com.nvidia.volumes.needed":"nvidia_driver"}})");
    const auto task = run(cluster, cudaTask(image, "gpu-test"));
    EXPECT_EQ(task->wait(60s), 0) << task->out();
    EXPECT_EQ(transcript(*task), recorded("gpu_finished"));
    const auto table = fileText(sandboxFile(worker, "gpu-test", "stdout"));
    EXPECT_EQ(countOf(table, "Tesla M60"), 1u) << table;
    const auto none = run(cluster, cudaTask(image, "none", 0));
    EXPECT_EQ(none->wait(30s), 1);
    EXPECT_NE(none->out().find("TASK_FAILED"), std::string::npos) << none->out();
}

TEST_F(DockerTasks, AreRefusedWhereTheEngineIsNotAskedFor) {
    const auto& cluster = standalone();
    const auto task = run(cluster, cudaTask("busybox", "t"));
    EXPECT_EQ(task->wait(30s), 1);
    EXPECT_NE(task->out().find("None of the enabled containerizers"), std::string::npos)
        << task->out();
}

TEST_F(DockerTasks, HoldTheirGpusOverARestartAndFromMustersOwn) {
    auto& cluster = standalone(flags());
    const auto image = push("team/app:v1", "{}");
    Framework framework(cluster.port, cluster.token());
    const auto offer = framework.offer(4, 20s);
    ASSERT_TRUE(offer);
    auto wanted = task(*offer, "held", "echo up; sleep 1000", 3);
    wanted.mutable_container()->set_type(mesos::v1::ContainerInfo::DOCKER);
    wanted.mutable_container()->mutable_docker()->set_image(image);
    framework.launch(*offer, {wanted});
    ASSERT_TRUE(framework.is("held", mesos::v1::TASK_RUNNING, 60s));

    const auto own = muster(
        cluster, {"submit", "--image=" + image, "--gpus=2", "--name=own", "--command=true"});
    ASSERT_EQ(own->wait(20s), 0) << own->err();
    auto view = console(cluster);
    ASSERT_TRUE(view.until([&] {
        return view.job("job-1").wait_reason() != "None" && view.job("job-1").state() == "queued";
    })) << view.job("job-1").ShortDebugString();

    cluster.process->signal(SIGKILL);
    ASSERT_TRUE(cluster.process->wait(8s));
    restart(cluster);
    auto again = console(cluster);
    ASSERT_TRUE(again.until(
        [&] {
            return std::count_if(again.gpus.begin(), again.gpus.end(), [](const auto& gpu) {
                return gpu.second.state() == "allocated";
            }) == 3;
        },
        20s));
    EXPECT_EQ(again.job("job-1").state(), "queued");
    const auto killed = muster(cluster, {"kill", "held"});
    EXPECT_EQ(killed->wait(20s), 0) << killed->err();
    EXPECT_TRUE(again.jobIs("job-1", "finished", 60s));
}

TEST_F(DockerTasks, EndAsTheirCommandsDo) {
    const auto& cluster = standalone(flags());
    const auto image = push("team/app:v1", R"({"Env":["GREETING=hello"]})");
    const auto seven = run(cluster,
        {"--name=seven", "--docker_image=" + image, "--command=exit 7", kGpus,
            "--resources=cpus:0.5;mem:64"});
    EXPECT_EQ(seven->wait(60s), 1);
    EXPECT_NE(seven->out().find("Command exited with status 7"), std::string::npos) << seven->out();
    const auto absent = run(cluster,
        {"--name=absent", "--docker_image=" + m_registry->host() + "/team/absent:v1",
            "--command=true", kGpus, "--resources=cpus:0.5;mem:64"});
    EXPECT_EQ(absent->wait(60s), 1);
    EXPECT_NE(absent->out().find("Failed to launch container"), std::string::npos) << absent->out();
}

} // namespace
} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <nlohmann/json.hpp>

#include "core/container/host_facts.h"
#include "core/proto/states.h"
#include "tests/core/container/docker/dockerd.h"
#include "tests/integration/command_line.h"
#include "tests/integration/image_world.h"
#include "tests/support/e2e/framework.h"
#include "tests/support/e2e/http.h"

namespace muster::e2e {
namespace {

using container::docker::Dockerd;

// The same images through a real Docker Engine, beside Muster's own containers.
class DockerTasks : public ImageWorld {
protected:
    explicit DockerTasks(Dockerd::Network network = Dockerd::Network::NoBridge)
        : m_network(network) { }
    void SetUp() override {
        ImageWorld::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        std::filesystem::create_directory(m_base + "/engine");
        m_dockerd = std::make_unique<Dockerd>(m_base + "/engine", m_network);
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

    std::unique_ptr<Dockerd> m_dockerd;

private:
    const Dockerd::Network m_network;
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

// The socket of an engine that has died is there, and nobody listens.
struct DeadEngine : World {
    std::string socket() const {
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        const auto path = m_base + "/dead.sock";
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const container::Fd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        EXPECT_EQ(
            ::bind(listener.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
            0);
        return path;
    }
};

TEST_F(DeadEngine, FailsNoTaskAndKeepsNoOtherFromTheNode) {
    auto& cluster = standalone(
        {"--simulate=m60x4", "--containerizers=muster,docker", "--docker_socket=" + socket()});
    Framework framework(cluster.port, cluster.token());
    const auto offer = framework.offer(4, 20s);
    ASSERT_TRUE(offer);
    auto docked = task(*offer, "docked", "true", 1);
    docked.mutable_container()->set_type(mesos::v1::ContainerInfo::DOCKER);
    docked.mutable_container()->mutable_docker()->set_image("busybox");
    framework.launch(*offer, {docked});
    // What a framework without PARTITION_AWARE hears of TASK_DROPPED.
    ASSERT_TRUE(framework.is("docked", mesos::v1::TASK_LOST, 20s));
    const auto message = framework.statuses("docked").back().message();
    EXPECT_NE(message.find("dead.sock cannot be reached"), std::string::npos) << message;
    const auto again = framework.offer(4, 20s);
    ASSERT_TRUE(again) << "its GPUs are well";
    framework.launch(*again, {task(*again, "plain", "true", 4)});
    EXPECT_TRUE(framework.is("plain", mesos::v1::TASK_FINISHED, 20s));
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
        return proto::word(view.job("job-1").wait_reason()) != "None"
            && proto::word(view.job("job-1").state()) == "queued";
    })) << view.job("job-1").ShortDebugString();

    cluster.process->signal(SIGKILL);
    ASSERT_TRUE(cluster.process->wait(8s));
    restart(cluster);
    auto again = console(cluster);
    ASSERT_TRUE(again.until(
        [&] {
            return std::count_if(again.gpus.begin(), again.gpus.end(), [](const auto& gpu) {
                return proto::word(gpu.second.state()) == "allocated";
            }) == 3;
        },
        20s));
    EXPECT_EQ(proto::word(again.job("job-1").state()), "queued");
    const auto killed = muster(cluster, {"kill", "held", "--yes"});
    EXPECT_EQ(killed->wait(20s), 0) << killed->err();
    EXPECT_TRUE(again.jobIs("job-1", "finished", 60s));
}

// What `docker run` would be told.
TEST_F(DockerTasks, AreAsTheirLinuxInfoSaysOrRefused) {
    const auto& cluster = standalone(flags());
    const auto image = push("team/app:v1", "{}");
    Framework framework(cluster.port, cluster.token());
    const auto end = [&](const std::string& id, const std::string& command,
                         const std::function<void(mesos::v1::LinuxInfo&)>& change) {
        const auto offer = framework.offer(0, 20s);
        auto wanted = task(*offer, id, command);
        auto& container = *wanted.mutable_container();
        container.set_type(mesos::v1::ContainerInfo::DOCKER);
        container.mutable_docker()->set_image(image);
        auto& limit = *container.mutable_rlimit_info()->add_rlimits();
        limit.set_type(mesos::v1::RLimitInfo::RLimit::RLMT_NOFILE);
        limit.set_soft(77);
        limit.set_hard(78);
        change(*container.mutable_linux_info());
        framework.launch(*offer, {wanted});
        return framework.end(id, 60s);
    };
    const auto closed = end("closed",
        "! touch /new && touch /tmp/a $MESOS_SANDBOX/b && [ $(ulimit -n) = 77 ] && "
        "busybox df -k /dev/shm | busybox grep 2048 && "
        "busybox df -k /tmp | busybox grep 1024",
        [](auto& info) {
            info.set_read_only_root(true);
            info.set_shm_size(2);
            info.add_tmpfs()->set_path("/tmp");
            info.mutable_tmpfs(0)->set_size(1 << 20);
            info.mutable_dropped_capabilities()->add_capabilities(mesos::v1::CapabilityInfo::CHOWN);
        });
    EXPECT_EQ(closed.state(), mesos::v1::TASK_FINISHED) << closed.message();
    const auto more = end("more", "true", [](auto& info) {
        info.mutable_added_capabilities()->add_capabilities(mesos::v1::CapabilityInfo::KILL);
    });
    EXPECT_EQ(more.state(), mesos::v1::TASK_FAILED);
    EXPECT_NE(more.message().find("cannot have more capabilities"), std::string::npos)
        << more.message();
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

// One task lives.
struct DockerCommands : WithCommandLine<DockerTasks> {
    void SetUp() override {
        DockerTasks::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_cluster = &standalone(flags());
        const auto image = DockerTasks::push("team/app:v1", R"({"Env":["GREETING=hello"]})");
        m_task = DockerTasks::run(*m_cluster,
            {"--name=living", "--docker_image=" + image,
                "--command=echo mine > $MESOS_SANDBOX/file; sleep 1000", kGpus,
                "--resources=cpus:0.5;mem:64"});
        ASSERT_TRUE(eventually(
            [this] { return m_task->out().find("TASK_RUNNING") != std::string::npos; }, 60s))
            << m_task->out() << m_task->err();
        ASSERT_TRUE(eventually(
            [this] { return !fileText(sandboxFile(*m_cluster, "living", "file")).empty(); }));
    }
    bool runsInside(const std::string& argument) {
        return muster("exec living -- sh -c 'cat /proc/[0-9]*/cmdline'").out.find(argument)
            != std::string::npos;
    }
    using WithCommandLine::muster;
    using WithCommandLine::run;

    Daemon* m_cluster = nullptr;
    std::unique_ptr<Process> m_task;
};

TEST_F(DockerCommands, ExitLikeThemselves) {
    const auto good = muster(
        "exec living -- sh -c 'cat $MESOS_SANDBOX/file; echo $GREETING; echo oops >&2; exit 7'");
    EXPECT_EQ(good.status, 7) << good.err;
    EXPECT_EQ(good.out, "mine\nhello\n");
    EXPECT_EQ(good.err, "oops\n");
    EXPECT_EQ(muster("exec living -- sh -c 'kill -TERM $$'").status, 128 + SIGTERM);
    EXPECT_EQ(muster("exec -e GREETING=hallo living -- sh -c 'echo $GREETING'").out, "hallo\n");
    EXPECT_EQ(muster("exec living -- cat").out, "") << "its input has ended";
    const auto gone = muster("exec living -- nosuch --flag");
    EXPECT_EQ(gone.status, 127);
    EXPECT_EQ(gone.err, "'nosuch' was not found in the container\n");
    const auto data = muster("exec living -- /etc/passwd");
    EXPECT_EQ(data.status, 126);
    EXPECT_TRUE(data.err.starts_with("'/etc/passwd' cannot be executed in the container"))
        << data.err;
}

TEST_F(DockerCommands, ReadWhatIsTypedToItsEnd) {
    const auto large = run("head -c 3000000 /dev/zero | "
        + line("exec -i living -- sh -c 'busybox md5sum; echo over'"));
    EXPECT_EQ(large.status, 0) << large.err;
    EXPECT_EQ(large.out, run("head -c 3000000 /dev/zero | md5sum").out + "over\n");
}

TEST_F(DockerCommands, HaveATerminalOfTheCallersSize) {
    OnTerminal terminal(
        line("exec -it living -- sh -c \"trap 'busybox stty size' WINCH; trap 'echo INT' INT; "
             "until busybox stty size | busybox grep 33; do sleep 0.05; done; echo ready; "
             "while :; do read x && echo got \\$x && test \\$x = end && exit 5; done\"; "
             "echo status $?; sleep 60"),
        33, 101);
    ASSERT_TRUE(terminal.shows("ready")) << terminal.shown;
    EXPECT_NE(terminal.shown.find("33 101\r\n"), std::string::npos) << terminal.shown;
    EXPECT_FALSE(terminal.isCooked());
    terminal.resize(44, 122);
    EXPECT_TRUE(terminal.shows("44 122")) << terminal.shown;
    terminal.type("\x03");
    EXPECT_TRUE(terminal.shows("INT")) << terminal.shown;
    terminal.type("end\r");
    EXPECT_TRUE(terminal.shows("got end\r\n")) << terminal.shown;
    EXPECT_TRUE(terminal.shows("status 5")) << terminal.shown;
    EXPECT_TRUE(terminal.isCooked());
}

TEST_F(DockerCommands, AreInterruptedAndEndWithTheirClient) {
    const auto words = " living -- sh -c 'trap \"echo caught; exit 9\" INT; echo ready; "
                       "while :; do sleep 0.1; done'";
    Process interrupted({"/bin/sh", "-c", "exec env " + line(std::string("exec") + words)},
        {m_base + "/logs/i.out", m_base + "/logs/i.err", {}, false});
    ASSERT_TRUE(eventually([&] { return interrupted.out() == "ready\n"; }, 15s))
        << interrupted.err();
    interrupted.signal(SIGINT);
    EXPECT_EQ(interrupted.wait(15s), 9);
    EXPECT_EQ(interrupted.out(), "ready\ncaught\n");
    {
        Process killed({"/bin/sh", "-c", "exec env " + line("exec living -- sleep 4321")},
            {m_base + "/logs/k.out", m_base + "/logs/k.err", {}, false});
        ASSERT_TRUE(eventually([&] { return runsInside("4321"); }, 15s)) << killed.err();
    }
    EXPECT_TRUE(eventually([&] { return !runsInside("4321"); }, 15s));
}

TEST_F(DockerCommands, AreLeftAndComeBackTo) {
    const auto started = muster("exec -dt living -- sh -c 'echo ready; while read x; do "
                                "echo got $x; test $x = end && exit 6; done'");
    ASSERT_EQ(started.status, 0) << started.err;
    {
        OnTerminal first(line("attach living; echo status $?; sleep 60"), 24, 80);
        ASSERT_TRUE(first.shows("ready")) << first.shown;
        first.type("\x10\x11");
        EXPECT_TRUE(first.shows("status 0")) << first.shown;
    }
    const auto session = started.out.substr(0, started.out.find('\n'));
    OnTerminal second(
        line("attach living --session=" + session + "; echo status $?; sleep 60"), 24, 80);
    // The first one's end may still be on its way to the agent.
    for (int tries = 0; tries < 50 && !second.shows("got again", 200ms); ++tries) {
        second.type("again\r");
    }
    second.type("end\r");
    EXPECT_TRUE(second.shows("status 6")) << second.shown;
}

TEST_F(DockerCommands, AreRefusedOnceTheTaskHasEnded) {
    ASSERT_EQ(muster("kill living --yes").status, 0);
    m_task->wait(20s);
    const auto late = muster("exec living -- true");
    EXPECT_EQ(late.status, 1);
    EXPECT_NE(late.err.find("ended"), std::string::npos) << late.err;
}

// The agent is on the machine's network; the engine and what it maps are in one of their own.
struct BridgedDockerTasks : DockerTasks {
    BridgedDockerTasks() : DockerTasks(Dockerd::Network::OwnBridge) { }

    // Serves its own name at its port 80, which is `port` outside.
    static mesos::v1::TaskInfo server(const mesos::v1::Offer& offer, const std::string& id,
        std::uint32_t port, std::optional<std::uint32_t> resource) {
        auto out = task(offer, id,
            "echo hello from " + id
                + " > $MESOS_SANDBOX/index.html; exec busybox httpd -f -p 80 -h $MESOS_SANDBOX");
        out.mutable_container()->set_type(mesos::v1::ContainerInfo::DOCKER);
        auto& docker = *out.mutable_container()->mutable_docker();
        docker.set_image("server");
        docker.set_network(mesos::v1::ContainerInfo::DockerInfo::BRIDGE);
        auto& mapping = *docker.add_port_mappings();
        mapping.set_host_port(port);
        mapping.set_container_port(80);
        if (resource) {
            auto& ports = *out.add_resources();
            ports.set_name("ports");
            ports.set_type(mesos::v1::Value::RANGES);
            auto& range = *ports.mutable_ranges()->add_range();
            range.set_begin(*resource);
            range.set_end(*resource);
        }
        return out;
    }
    static bool offers(const mesos::v1::Offer& offer, std::uint64_t port) {
        return std::ranges::any_of(offer.resources(), [&](const auto& resource) {
            return std::ranges::any_of(resource.ranges().range(),
                [&](const auto& range) { return range.begin() <= port && port <= range.end(); });
        });
    }
    // Older offers are kept, so that what is free again comes in one of its own.
    static std::optional<mesos::v1::Offer> offerOf(Framework& framework, std::uint64_t port) {
        for (int tries = 0; tries < 5; ++tries) {
            const auto offer = framework.offer(0, 20s);
            if (offer && offers(*offer, port)) {
                return offer;
            }
        }
        return {};
    }
    std::string served(std::uint16_t port) const {
        HttpAnswer answer;
        m_dockerd->inItsNetwork([&] { answer = http(port, "GET", "/index.html"); });
        return answer.body;
    }
};

TEST_F(BridgedDockerTasks, ServeOnTheirMappedPortsAloneAndFreeThem) {
    ASSERT_EQ(m_dockerd->makeImage("server", {}), "");
    auto with = flags();
    with.push_back("--resources=ports:[31000-31001]");
    auto& cluster = standalone(with);
    Framework framework(cluster.port, cluster.token());
    auto offer = framework.offer(0, 20s);
    ASSERT_TRUE(offer && offers(*offer, 31000));
    framework.launch(*offer, {server(*offer, "first", 31000, 31000)});
    ASSERT_TRUE(framework.is("first", mesos::v1::TASK_RUNNING, 60s));
    EXPECT_TRUE(eventually([&] { return served(31000) == "hello from first\n"; }, 20s));
    EXPECT_EQ(http(31000, "GET", "/index.html").status, 0u) << "it is in the engine's network";
    const auto running = framework.statuses("first").back().container_status();
    ASSERT_EQ(running.network_infos_size(), 1);
    EXPECT_TRUE(running.network_infos(0).ip_addresses(0).ip_address().starts_with("10.213.77."))
        << running.ShortDebugString();

    offer = framework.offer(0, 20s);
    ASSERT_TRUE(offer && !offers(*offer, 31000)) << "nobody else is offered it";
    framework.launch(
        *offer, {server(*offer, "second", 31000, 31000), server(*offer, "third", 31000, 31001)});
    ASSERT_TRUE(framework.is("second", mesos::v1::TASK_ERROR, 20s));
    ASSERT_TRUE(framework.is("third", mesos::v1::TASK_FAILED, 20s));
    EXPECT_EQ(framework.statuses("third").back().message(),
        "Failed to launch container: Host port 31000 is not among the task's ports [31001-31001]: "
        "request it in 'ports'");
    EXPECT_EQ(served(31000), "hello from first\n");

    cluster.process->signal(SIGKILL);
    ASSERT_TRUE(cluster.process->wait(8s));
    restart(cluster);
    ASSERT_EQ(muster(cluster, {"kill", "first", "--yes"})->wait(20s), 0);
    EXPECT_TRUE(eventually([&] { return served(31000).empty(); }, 20s));
}

TEST_F(BridgedDockerTasks, AreGivenAPortThatAnotherHasLeft) {
    ASSERT_EQ(m_dockerd->makeImage("server", {}), "");
    auto& cluster = standalone(flags());
    Framework framework(cluster.port, cluster.token());
    for (const auto* name : {"first", "second"}) {
        const auto offer = offerOf(framework, 31005);
        ASSERT_TRUE(offer) << name;
        auto wanted = server(*offer, name, 31005, 31005);
        auto& check = *wanted.mutable_health_check();
        check.set_type(mesos::v1::HealthCheck::HTTP);
        check.set_delay_seconds(0);
        check.set_interval_seconds(0.2);
        check.mutable_http()->set_port(80); // in the container
        check.mutable_http()->set_path("/index.html");
        framework.launch(*offer, {wanted});
        ASSERT_TRUE(framework.is(name, mesos::v1::TASK_RUNNING, 60s));
        EXPECT_TRUE(framework.until([&] { return framework.statuses(name).back().healthy(); }, 20s))
            << "it is not asked where it listens";
        EXPECT_TRUE(eventually(
            [&] { return served(31005) == std::string("hello from ") + name + "\n"; }, 20s));
        framework.kill(name);
        ASSERT_TRUE(framework.is(name, mesos::v1::TASK_KILLED, 30s));
        EXPECT_EQ(served(31005), "");
    }
}

} // namespace
} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster attach to tasks themselves, with a terminal of theirs and without.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "tests/integration/command_line.h"
#include "tests/support/e2e/framework.h"

namespace muster::e2e {
namespace {

constexpr const char* kTalks = "trap 'stty size' WINCH; trap 'echo INT' INT; echo ready; while :; "
                               "do read x && echo got $x && test $x = end && exit 6; done";

struct Attaching : WithCommandLine<World> {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_master = &master();
        m_agent = &agent(*m_master, {"--simulate=m60x4"});
        m_variables = fmt::format("MUSTER_MASTER=127.0.0.1:{} MUSTER_TOKEN_FILE={}/token",
            m_master->port, m_master->workDir);
    }
    // Until it has written "ready".
    std::unique_ptr<Process> start(const std::string& name, const std::string& script, Flags more) {
        more.insert(more.end(),
            {"--name=" + name, "--command=" + script, "--resources=cpus:0.1;mem:32",
                "--framework_capabilities=GPU_RESOURCES",
                "--token_file=" + m_master->workDir + "/token"});
        auto task = execute(*m_master, more);
        EXPECT_TRUE(eventually(
            [&] {
                return fileText(sandboxFile(*m_agent, name, "stdout")).find("ready")
                    != std::string::npos;
            },
            15s))
            << task->out() << task->err();
        return task;
    }
    // A shell's line on a terminal; the task says the terminal's size once it is attached to.
    std::string attach(const std::string& words) const {
        return line("attach " + words) + "; echo status $?; sleep 60";
    }

    Daemon* m_master = nullptr;
    Daemon* m_agent = nullptr;
};

TEST_F(Attaching, AllOfATasksTerminalIsTheCallers) {
    const auto task = start("talks", kTalks, {"--tty"});
    OnTerminal caller(attach("talks"), 33, 101);
    ASSERT_TRUE(caller.shows("33 101")) << caller.shown;
    EXPECT_FALSE(caller.isCooked());
    EXPECT_EQ(caller.shown.find("ready"), std::string::npos) << "that was before";
    caller.type("one\r");
    EXPECT_TRUE(caller.shows("got one")) << caller.shown;
    caller.resize(44, 122);
    EXPECT_TRUE(caller.shows("44 122")) << caller.shown;
    caller.type("\x03");
    EXPECT_TRUE(caller.shows("INT")) << caller.shown;
    caller.type("end\r");
    EXPECT_TRUE(caller.shows("status 6")) << caller.shown;
    EXPECT_TRUE(caller.isCooked());
    EXPECT_EQ(task->wait(15s), 1);
    const auto log = fileText(sandboxFile(*m_agent, "talks", "stdout"));
    EXPECT_NE(log.find("ready\r\n"), std::string::npos) << log;
    EXPECT_NE(log.find("got one\r\n"), std::string::npos) << log;
    EXPECT_NE(muster("logs talks").out.find("got end\r\n"), std::string::npos) << "byte for byte";
}

TEST_F(Attaching, ItIsLeftAndComeBackToAlsoAfterTheAgentWasKilled) {
    const auto task = start("talks", kTalks, {"--tty"});
    {
        OnTerminal first(attach("talks"), 24, 80);
        ASSERT_TRUE(first.shows("24 80")) << first.shown;
        OnTerminal second(attach("talks"), 25, 81);
        EXPECT_TRUE(second.shows("Another client is attached")) << second.shown;
        first.type("one\r");
        EXPECT_TRUE(first.shows("got one")) << first.shown;
        EXPECT_TRUE(second.shows("got one")) << second.shown;
        first.type("\x10\x11");
        EXPECT_TRUE(first.shows("status 0")) << first.shown;
        EXPECT_TRUE(first.isCooked());
    }
    m_agent->process->signal(SIGKILL);
    m_agent->process->wait(5s);
    restart(*m_agent);
    OnTerminal third(attach("talks"), 26, 82);
    ASSERT_TRUE(third.shows("26 82")) << third.shown;
    third.type("two\r");
    EXPECT_TRUE(third.shows("got two")) << third.shown;
    third.type("end\r");
    EXPECT_TRUE(third.shows("status 6")) << third.shown;
}

TEST_F(Attaching, ALostMasterIsToldWithTheWayBack) {
    const auto task = start("talks", kTalks, {"--tty"});
    OnTerminal caller(attach("talks"), 24, 80);
    ASSERT_TRUE(caller.shows("24 80")) << caller.shown;
    m_master->process->signal(SIGKILL);
    EXPECT_TRUE(caller.shows("'muster attach talks'")) << caller.shown;
    EXPECT_TRUE(caller.shows("status 5")) << caller.shown;
    EXPECT_TRUE(caller.isCooked());
}

TEST_F(Attaching, ADeathBySignalIsToldAsAShellDoes) {
    const auto task = start("talks", kTalks, {"--tty"});
    OnTerminal caller(attach("talks"), 24, 80);
    ASSERT_TRUE(caller.shows("24 80")) << caller.shown;
    const auto killer = muster("exec talks -- sh -c 'kill -KILL $(pgrep -o -x sh)'");
    if (killer.status != 0) {
        EXPECT_EQ(killer.err, "muster: The task ended, and the command with it\n");
    }
    EXPECT_TRUE(caller.shows("status 137")) << caller.shown;
}

TEST_F(Attaching, WithoutATerminalItIsWhatTheTaskWritesFromNowOn) {
    const auto go = m_base + "/shared/go";
    const auto task = start("plain",
        "echo ready; while [ ! -e " + go
            + " ]; do sleep 0.05; echo tick; done; echo out; echo err >&2; exit 7",
        {});
    const auto logs = m_base + "/logs/";
    Process leaves({"/bin/sh", "-c", "exec " + line("attach plain")},
        {logs + "leaves.out", logs + "leaves.err", {}, false});
    ASSERT_TRUE(eventually([&] { return leaves.out().find("tick\n") != std::string::npos; }, 15s))
        << leaves.err();
    leaves.signal(SIGINT);
    EXPECT_EQ(leaves.wait(15s), 130);
    Process stays({"/bin/sh", "-c", "exec " + line("attach plain")},
        {logs + "stays.out", logs + "stays.err", {}, false});
    ASSERT_TRUE(eventually([&] { return stays.out().find("tick\n") != std::string::npos; }, 15s))
        << stays.err();
    std::ofstream(go) << "now";
    EXPECT_EQ(stays.wait(15s), 7);
    EXPECT_TRUE(stays.out().starts_with("tick\n")) << stays.out();
    EXPECT_TRUE(stays.out().ends_with("tick\nout\n")) << stays.out();
    EXPECT_EQ(stays.err(),
        "'plain' has no terminal: showing its new output until Ctrl+C. Use 'muster exec -it plain "
        "-- sh' to open a shell in it\nerr\n");
}

TEST_F(Attaching, AFloodReachesASlowReaderInPieces) {
    const auto task = start("flood", "echo ready; sleep 1; exec yes 0123456789abcde", {"--tty"});
    const auto ran = run(line("attach flood --no-stdin") + " | (sleep 2; head -c 4000000) | wc -c");
    EXPECT_EQ(ran.out, "4000000\n") << ran.err;
    std::ifstream status(fmt::format("/proc/{}/status", m_agent->process->pid()));
    std::size_t resident = 0;
    for (std::string text; std::getline(status, text);) {
        if (text.starts_with("VmRSS:")) {
            resident = std::stoul(text.substr(6)) << 10;
        }
    }
    EXPECT_GT(resident, 0u);
    EXPECT_LT(resident, 96u << 20);
}

TEST_F(Attaching, EveryAttemptOfAJobHasItsTerminal) {
    const auto marker = m_base + "/shared/marker";
    ASSERT_EQ(muster("submit --tty --retries=1 --name=twice --command='test -e " + marker
                  + " || { touch " + marker + "; exit 1; }; " + "trap \"stty size\" WINCH; "
                  + "while :; do read x && test $x = end && exit 4; done'")
                  .status,
        0);
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(marker); }, 15s));
    ASSERT_TRUE(eventually([&] { return muster("exec twice -- true").status == 0; }, 15s));
    OnTerminal caller(attach("twice"), 27, 83);
    ASSERT_TRUE(caller.shows("27 83")) << caller.shown;
    caller.type("end\r");
    EXPECT_TRUE(caller.shows("status 4")) << caller.shown;
}

TEST_F(Attaching, ATaskOfDockerTypeIsRefusedATerminal) {
    auto& other = standalone({"--simulate=m60x4", "--containerizers=muster,docker",
        "--docker_socket=" + m_base + "/no-engine"});
    Framework framework(other.port, other.token());
    const auto offer = framework.offer(0, 20s);
    ASSERT_TRUE(offer);
    const auto launch = [&](const std::string& id, mesos::v1::ContainerInfo container) {
        container.mutable_tty_info()->mutable_window_size()->set_rows(0);
        container.mutable_tty_info()->mutable_window_size()->set_columns(80);
        auto out = task(*offer, id, "true");
        *out.mutable_container() = std::move(container);
        return out;
    };
    mesos::v1::ContainerInfo docker;
    docker.set_type(mesos::v1::ContainerInfo::DOCKER);
    docker.mutable_docker()->set_image("busybox");
    mesos::v1::ContainerInfo plain;
    plain.set_type(mesos::v1::ContainerInfo::MESOS);
    framework.launch(*offer, {launch("docker", docker), launch("flat", plain)});
    for (const auto& [id, words] : {std::pair{"docker", "have no terminal ('tty_info')"},
             {"flat", "A terminal has 1 to 65535 rows and columns, not 0 x 80"}}) {
        ASSERT_TRUE(framework.is(id, mesos::v1::TASK_FAILED, 20s)) << id;
        const auto message = framework.statuses(id).back().message();
        EXPECT_NE(message.find(words), std::string::npos) << message;
    }
}

TEST_F(Attaching, WrongUsesAreSaidInWords) {
    const auto refused = execute(*m_master,
        {"--tty", "--containerizer=docker", "--docker_image=busybox", "--name=x",
            "--command=true"});
    EXPECT_EQ(refused->wait(15s), 1);
    EXPECT_NE(refused->err().find("'Docker' containerizer does not allow attaching a TTY"),
        std::string::npos)
        << refused->err();
    const auto unknown = muster("attach nosuch");
    EXPECT_EQ(unknown.status, 3);
    EXPECT_NE(unknown.err.find("No job or task 'nosuch'"), std::string::npos) << unknown.err;
}

} // namespace
} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <thread>

#include <pwd.h>
#include <sys/stat.h>

#include "tests/core/container/world.h"

namespace muster::container {
namespace {

using Runtimes = World;

Exit exited(const std::string& id, int code) {
    return {ContainerId{id}, code, std::nullopt, false};
}
Exit killed(const std::string& id, int signal) {
    return {ContainerId{id}, std::nullopt, signal, false};
}

TEST_F(Runtimes, ReportExitCodesExactly) {
    EXPECT_EQ(run(spec("zero", {"/bin/true"})), exited("zero", 0));
    EXPECT_EQ(run(shell("seven", "exit 7")), exited("seven", 7));
    EXPECT_EQ(run(shell("highest", "exit 255")), exited("highest", 255));
}

TEST_F(Runtimes, TellAnExitCodeAbove128FromASignal) {
    EXPECT_EQ(run(shell("code", "exit 137")), exited("code", 137));
    EXPECT_EQ(run(shell("kill", "kill -KILL $$")), killed("kill", SIGKILL));
    EXPECT_EQ(run(shell("segv", "kill -SEGV $$")), killed("segv", SIGSEGV));
    EXPECT_EQ(run(shell("abort", "kill -ABRT $$")), killed("abort", SIGABRT));
}

TEST_F(Runtimes, SayWhichProgramCouldNotRun) {
    const auto missing = spec("missing", {"/no/such/program"});
    EXPECT_EQ(run(missing), exited("missing", 1));
    EXPECT_EQ(
        fileIn(missing, "stderr"), "Failed to run '/no/such/program': No such file or directory\n");
}

TEST_F(Runtimes, KeepEveryByteOfTheOutput) {
    const auto loud = shell("loud", "head -c 1048576 /dev/zero | tr '\\0' 'x'; printf 'a\\0b' >&2");
    EXPECT_EQ(run(loud), exited("loud", 0));
    EXPECT_EQ(fileIn(loud, "stdout"), std::string(1048576, 'x'));
    EXPECT_EQ(fileIn(loud, "stderr"), std::string("a\0b", 3));
}

TEST_F(Runtimes, KeepTheLastFilesOfAFloodAndTheyAreTheUsers) {
    auto flood = shell("flood", "head -c 1000000 /dev/zero; echo end");
    flood.user = {1234, 2345, {}};
    flood.logSize = Bytes{65536};
    flood.logFiles = 2;
    EXPECT_EQ(run(flood), exited("flood", 0));
    EXPECT_TRUE(fileIn(flood, "stdout").ends_with("end\n"));
    for (const char* name : {"stdout.1", "stdout.2"}) {
        struct stat info { };
        ASSERT_EQ(stat((flood.sandbox + '/' + name).c_str(), &info), 0) << name;
        EXPECT_EQ(info.st_size, 65536) << name;
        EXPECT_EQ(info.st_uid, 1234U) << name;
    }
    EXPECT_EQ(fileIn(flood, "stdout.3"), "(no file)");
}

TEST_F(Runtimes, RunInASandboxThatOnlyTheUserCanEnter) {
    auto task = shell("alice", "pwd; id -u; id -g; touch mine");
    task.user = {1234, 2345, {}};
    EXPECT_EQ(outputOf(task), task.sandbox + "\n1234\n2345\n");
    struct stat info { };
    ASSERT_EQ(stat(task.sandbox.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0700U);
    EXPECT_EQ(info.st_uid, 1234U);
    EXPECT_EQ(info.st_gid, 2345U);
    ASSERT_EQ(stat((task.sandbox + "/mine").c_str(), &info), 0) << "destroy keeps the sandbox";
    EXPECT_EQ(info.st_uid, 1234U);
}

TEST_F(Runtimes, PassOnlyTheGivenEnvironmentAndThreeDescriptors) {
    setenv("MUSTER_SECRET", "do not pass on", 1);
    auto task = shell("plain", "env; ls /proc/self/fd | wc -l");
    task.environment.emplace_back("GREETING", "hello world");
    const std::string output = outputOf(task);
    unsetenv("MUSTER_SECRET");
    EXPECT_NE(output.find("GREETING=hello world\n"), std::string::npos) << output;
    EXPECT_EQ(output.find("MUSTER_SECRET"), std::string::npos);
    EXPECT_EQ(output.find("GOGC"), std::string::npos) << "is for the runtime";
    EXPECT_TRUE(output.ends_with("\n4\n")) << "0, 1, 2 and ls' own: " << output;
}

TEST_F(Runtimes, ReportAKillForMemory) {
    const auto facts = readHostFacts({});
    if (!facts->cgroupControllers.contains("memory"))
        GTEST_SKIP() << "this cgroup view has no memory controller";
    auto hungry = shell("hungry", "head -c 400m /dev/zero | tail");
    hungry.argv = {"/usr/bin/python3", "-c", "x = bytearray(400 << 20)"};
    hungry.memory = Bytes::mebi(64);
    const Exit exit = run(hungry);
    EXPECT_EQ(exit.signal, SIGKILL);
    EXPECT_TRUE(exit.oomKilled);
}

TEST_F(Runtimes, PassATerminationOnToTheCommand) {
    const auto polite
        = shell("polite", "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done");
    ASSERT_TRUE(m_runtime->launch(polite));
    ASSERT_TRUE(waitForOutput(polite, "ready"));
    EXPECT_TRUE(m_runtime->signal(polite.id, SIGTERM, false));
    EXPECT_EQ(waitFor(polite.id), exited("polite", 3));
    EXPECT_EQ(fileIn(polite, "stdout"), "ready\nbye\n");

    const auto plain = spec("plain", {"/bin/sleep", "1000"});
    ASSERT_TRUE(m_runtime->launch(plain));
    EXPECT_TRUE(m_runtime->signal(plain.id, SIGTERM, false));
    EXPECT_EQ(waitFor(plain.id), killed("plain", SIGTERM)) << "pid 1 would have ignored it";
}

TEST_F(Runtimes, LeaveNoProcessOfATaskThatIgnoresTerminationAndForks) {
    const auto stubborn = shell("stubborn",
        "trap '' TERM; for i in 1 2 3 4; do setsid sh -c 'trap \"\" TERM; sleep 1000' & done; echo "
        "ready; wait");
    ASSERT_TRUE(m_runtime->launch(stubborn));
    ASSERT_TRUE(waitForOutput(stubborn, "ready"));
    EXPECT_TRUE(m_runtime->signal(stubborn.id, SIGTERM, true));
    const auto members = cgroup(stubborn.id).members();
    EXPECT_GE(members.size(), 6U);
    EXPECT_EQ(*m_runtime->destroy(stubborn.id), killed("stubborn", SIGKILL));
    for (const pid_t pid : members)
        EXPECT_FALSE(findProcess(pid)) << pid;
    EXPECT_TRUE(m_runtime->takeExits().empty()) << "destroy already said how it ended";
}

TEST_F(Runtimes, DestroyAFrozenContainer) {
    const auto frozen = spec("frozen", {"/bin/sleep", "1000"});
    ASSERT_TRUE(m_runtime->launch(frozen));
    const auto pause
        = runProgram({"/usr/sbin/runc", "--root", m_base + "/state/runc", "pause", "frozen"},
            std::chrono::seconds(10));
    ASSERT_EQ(pause->exitCode, 0) << pause->output;
    EXPECT_EQ(*m_runtime->destroy(frozen.id), killed("frozen", SIGKILL));
}

TEST_F(Runtimes, WaitNoLongerForAnEndThanTheyAreTold) {
    const auto task = spec("slow", {"/bin/sleep", "1000"});
    ASSERT_TRUE(m_runtime->launch(task));
    const auto destroyed = m_runtime->destroy(task.id, std::chrono::milliseconds(-1));
    ASSERT_FALSE(destroyed);
    EXPECT_EQ(destroyed.error().kind, Error::Kind::Timeout);
    EXPECT_EQ(*m_runtime->destroy(task.id), killed("slow", SIGKILL)) << "it was killed once";
}

TEST_F(Runtimes, SayWhetherASignalWouldWait) {
    slowDown();
    const auto task = spec("fresh", {"/bin/sleep", "1000"});
    EXPECT_FALSE(m_runtime->isReady(task.id));
    ASSERT_TRUE(m_runtime->launch(task));
    EXPECT_FALSE(m_runtime->isReady(task.id));
    EXPECT_TRUE(m_runtime->signal(task.id, SIGTERM, false));
    EXPECT_TRUE(m_runtime->isReady(task.id));
    EXPECT_EQ(waitFor(task.id), killed("fresh", SIGTERM));
}

TEST_F(Runtimes, ReportTheEndOfAContainerWhoseMonitorWasKilled) {
    const auto task = shell("orphan", "echo ready; sleep 0.3; exit 9");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    const Bundle bundle(options().stateDirectory, options().mountPlace, task.id);
    ASSERT_TRUE(signalProcess(bundle.record()->monitor, SIGKILL));
    EXPECT_EQ(waitFor(task.id), exited("orphan", 9));
}

TEST_F(Runtimes, LaunchFromFourThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([this, thread] {
            for (int i = 0; i < 5; ++i) {
                const std::string name = fmt::format("t{}-{}", thread, i);
                const auto launched
                    = m_runtime->launch(shell(name, fmt::format("exit {}", thread * 5 + i)));
                EXPECT_TRUE(launched) << launched.error().message;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    for (int i = 0; i < 20; ++i) {
        const std::string name = fmt::format("t{}-{}", i / 5, i % 5);
        EXPECT_EQ(waitFor(ContainerId{name}), exited(name, i));
        EXPECT_EQ(*m_runtime->destroy(ContainerId{name}), exited(name, i));
    }
}

TEST_F(Runtimes, UseAnIdOnceAtATimeAndAgainAfterwards) {
    ASSERT_TRUE(m_runtime->launch(spec("twice", {"/bin/sleep", "1000"})));
    EXPECT_EQ(m_runtime->launch(spec("twice", {"/bin/true"})).error().kind, Error::Kind::Conflict);
    EXPECT_EQ(*m_runtime->destroy(ContainerId{"twice"}), killed("twice", SIGKILL));
    EXPECT_EQ(run(spec("twice", {"/bin/true"})), exited("twice", 0));
    EXPECT_EQ(m_runtime->destroy(ContainerId{"never"}).error().kind, Error::Kind::NotFound);
}

TEST_F(Runtimes, LeaveNothingOfALaunchThatTheRuntimeRefuses) {
    m_runtime.reset();
    auto broken = options();
    broken.init = "/no/such/init";
    m_runtime = *Runtime::open(broken);
    const auto refused = spec("refused", {"/bin/true"});
    const auto launched = m_runtime->launch(refused);
    ASSERT_FALSE(launched);
    EXPECT_TRUE(launched.error().message.starts_with("Failed to create the container: "))
        << launched.error().message;
    EXPECT_EQ(m_runtime->destroy(refused.id).error().kind, Error::Kind::NotFound);
}

TEST_F(Runtimes, SayThatAMonitorEndedBeforeItDidAnything) {
    auto broken = options();
    broken.conmon = "/bin/false";
    m_runtime.reset();
    m_runtime = std::move(*Runtime::open(broken));
    const auto launched = m_runtime->launch(shell("unmonitored", "true"));
    ASSERT_FALSE(launched);
    EXPECT_EQ(launched.error().message,
        "Failed to create the container: conmon exited without an answer; check --conmon and "
        "--runc");
    EXPECT_EQ(launched.error().kind, Error::Kind::Internal) << "it would do so again";
}

TEST_F(Runtimes, RepeatWhatARuntimeSaidThatCouldNotBegin) {
    auto broken = options();
    broken.runc = m_base + "/runc";
    ASSERT_TRUE(
        writeFileAtomically(broken.runc, "#!/bin/sh\necho 'no cgroups here' >&2\nexit 1\n"));
    ASSERT_EQ(chmod(broken.runc.c_str(), 0755), 0);
    m_runtime.reset();
    m_runtime = std::move(*Runtime::open(broken));
    const auto launched = m_runtime->launch(shell("unbegun", "true"));
    ASSERT_FALSE(launched);
    EXPECT_TRUE(
        launched.error().message.starts_with("Failed to create the container: no cgroups here"))
        << launched.error().message;
}

TEST_F(Runtimes, RefuseOutputFilesThatTheUserReplaced) {
    const auto task = spec("tricked", {"/bin/true"});
    ASSERT_TRUE(makeDirectories(task.sandbox, 0700));
    ASSERT_TRUE(writeFileAtomically(m_base + "/canary", "intact"));
    ASSERT_EQ(symlink((m_base + "/canary").c_str(), (task.sandbox + "/stdout").c_str()), 0);
    EXPECT_FALSE(m_runtime->launch(task));
    unlink((task.sandbox + "/stdout").c_str());
    ASSERT_EQ(link((m_base + "/canary").c_str(), (task.sandbox + "/stdout").c_str()), 0);
    EXPECT_FALSE(m_runtime->launch(task));
    unlink((task.sandbox + "/stdout").c_str());
    ASSERT_EQ(mkfifo((task.sandbox + "/stdout").c_str(), 0600), 0);
    EXPECT_FALSE(m_runtime->launch(task));
    EXPECT_EQ(*readFile(m_base + "/canary"), "intact");
}

} // namespace
} // namespace muster::container

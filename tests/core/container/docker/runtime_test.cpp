// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A real Docker Engine and the real kernel. open(2) of a node c 195:<N> gives EPERM where the
// device rules deny it and ENXIO where they allow it and no driver is loaded.
#include <csignal>
#include <filesystem>

#include <sys/stat.h>

#include "tests/core/container/docker/world.h"

namespace muster::container::docker {
namespace {

TEST_F(DockerWorld, TellsHowATaskEnded) {
    const std::vector<std::pair<std::string, Exit>> ends{{"true", {ContainerId{"a"}, 0, {}, false}},
        {"false", {ContainerId{"b"}, 1, {}, false}}, {"exit 7", {ContainerId{"c"}, 7, {}, false}},
        {"kill -SEGV $$", {ContainerId{"d"}, {}, SIGSEGV, false}}};
    for (const auto& [script, exit] : ends)
        ASSERT_TRUE(launch(shell(exit.id.value, script)));
    for (const auto& [script, exit] : ends) {
        EXPECT_EQ(waitFor(exit.id), exit) << script;
        const auto destroyed = m_runtime->destroy(exit.id);
        ASSERT_TRUE(destroyed) << destroyed.error().message;
        EXPECT_EQ(*destroyed, exit) << script;
    }
    EXPECT_TRUE(m_runtime->takeExits().empty()) << "each end is told once";
}

TEST_F(DockerWorld, OutputAndFilesAreInTheSandbox) {
    auto task = shell("writer", "echo out; echo err >&2; pwd; cd $MESOS_SANDBOX; echo kept > file");
    task.sandbox = m_base + "/sandboxes/writer";
    EXPECT_EQ(outputOf(task), "out\n/\nerr\n");
    EXPECT_EQ(fileIn(task, "file"), "kept\n");
}

TEST_F(DockerWorld, LongOutputGoesIntoFilesOfTheirSize) {
    auto task = shell("chatty", "dd if=/dev/zero bs=1024 count=40 2>/dev/null; echo; echo end");
    task.logSize = {16 << 10};
    task.logFiles = 1;
    run(task);
    struct stat facts { };
    ASSERT_EQ(stat((task.sandbox + "/stdout.1").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_size, 16 << 10);
    EXPECT_TRUE(fileIn(task, "stdout").ends_with("\nend\n"));
}

TEST_F(DockerWorld, TheImagesCommandAndEnvironmentCountUnlessTheTaskHasItsOwn) {
    EXPECT_TRUE(outputOf(spec("image", {})).starts_with("uid=0"));
    auto task = shell("own", "echo $A $B");
    EXPECT_EQ(outputOf(task), "image\n");
    task.environment = {{"A", "task"}, {"B", "more"}};
    std::filesystem::remove(task.sandbox + "/stdout");
    EXPECT_EQ(outputOf(task), "task more\n");
}

TEST_F(DockerWorld, ATaskHasItsUserAndNoWayToAnother) {
    auto task = shell("user", "id -u; id -g; cat /proc/self/status; echo x > $MESOS_SANDBOX/file");
    task.user = UserIds{4242, 4343, {}};
    const std::string output = outputOf(task);
    EXPECT_TRUE(output.starts_with("4242\n4343\n")) << output;
    EXPECT_NE(output.find("NoNewPrivs:\t1\n"), std::string::npos) << output;
    EXPECT_EQ(fileIn(task, "file"), "x\n");
}

TEST_F(DockerWorld, ASignalReachesTheCommand) {
    const auto task = shell("signalled",
        "trap 'echo caught; exit 3' TERM; echo ready; "
        "while :; do sleep 0.05; done");
    ASSERT_TRUE(launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    ASSERT_TRUE(m_runtime->signal(task.id, SIGTERM));
    EXPECT_EQ(waitFor(task.id), (Exit{task.id, 3, {}, false}));
    EXPECT_EQ(fileIn(task, "stdout"), "ready\ncaught\n");
    EXPECT_EQ(m_runtime->signal(task.id, SIGTERM).error().message, "Container signalled has ended");
}

TEST_F(DockerWorld, SigkillEndsAllOfIt) {
    const auto task = shell("killed", "sleep 1000 & echo ready; wait");
    ASSERT_TRUE(launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    ASSERT_TRUE(m_runtime->signal(task.id, SIGKILL));
    EXPECT_EQ(waitFor(task.id), (Exit{task.id, {}, SIGKILL, false}));
}

TEST_F(DockerWorld, DestroyEndsWhatRunsAndTellsNothingAfterwards) {
    const auto task = shell("running", "echo ready; sleep 1000");
    ASSERT_TRUE(launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    EXPECT_EQ(m_runtime->sandboxOf(task.id), task.sandbox);
    const auto destroyed = m_runtime->destroy(task.id);
    ASSERT_TRUE(destroyed) << destroyed.error().message;
    EXPECT_EQ(*destroyed, (Exit{task.id, {}, SIGKILL, false}));
    EXPECT_EQ(m_runtime->sandboxOf(task.id), std::nullopt);
    EXPECT_TRUE(m_runtime->takeExits().empty());
    EXPECT_EQ(m_runtime->destroy(task.id).error(),
        (Error{"Container running does not exist", Error::Kind::NotFound}));
    ASSERT_TRUE(launch(task)) << "the id can be used again";
}

TEST_F(DockerWorld, ATaskOverItsMemoryIsKilledAndSaysSo) {
    auto task = shell("hungry", "x=a; while :; do x=$x$x; done");
    task.memory = {24 << 20};
    const Exit exit = run(task);
    EXPECT_TRUE(exit.oomKilled) << testing::PrintToString(exit);
    EXPECT_EQ(exit.signal, SIGKILL);
}

TEST_F(DockerWorld, LimitsReachTheKernel) {
    auto task = shell("limited",
        "cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max "
        "/sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/pids.max 2>/dev/null; ulimit -n");
    task.memory = {32 << 20};
    task.maxProcesses = 77;
    task.parameters = {{"ulimit", "nofile=333:444"}};
    EXPECT_EQ(outputOf(task), "33554432\n77\n333\n");
}

TEST_F(DockerWorld, OpensExactlyItsGpus) {
    struct stat info { };
    if (stat("/proc/driver/nvidia", &info) == 0)
        GTEST_SKIP() << "a real driver answers instead of ENXIO";
    auto task = spec("gpus", {.value = "gpu-probe"});
    task.gpuMinors = {0, 2};
    task.parameters = {{"cap-drop", "CHOWN"}};
    EXPECT_EQ(outputOf(task), "GPU 0: ENXIO\nGPU 2: ENXIO\n");
    // The nodes of all four, made by the host on a volume: /dev is not what holds a task.
    auto other = spec("others",
        {.value = "gpu-probe",
            .arguments = {"/nodes/nvidia0", "/nodes/nvidia1", "/nodes/nvidia2", "/nodes/nvidia3"}});
    other.gpuMinors = {1, 3};
    other.volumes = {{s_folder + "/nodes", "/nodes", true}};
    EXPECT_EQ(outputOf(other),
        "/nodes/nvidia0: EPERM\n/nodes/nvidia1: ENXIO\n/nodes/nvidia2: EPERM\n/nodes/nvidia3: "
        "ENXIO\n");
    auto none = spec("none", {.value = "gpu-probe", .arguments = {"--mknod", "/tmp", "0"}});
    EXPECT_EQ(outputOf(none), "GPU 0: mknod EPERM\n");
}

TEST_F(DockerWorld, DriverMountsAndReadOnlyVolumesCannotBeWritten) {
    std::filesystem::create_directory(m_base + "/driver");
    std::filesystem::create_directory(m_base + "/data");
    ASSERT_TRUE(writeFileAtomically(m_base + "/driver/libcuda.so", "driver\n"));
    auto task = shell("mounts",
        "cat /usr/local/nvidia/libcuda.so; echo x > /usr/local/nvidia/libcuda.so; "
        "echo x > /data/file");
    task.driverMounts = {{m_base + "/driver", "/usr/local/nvidia", false}};
    task.volumes = {{m_base + "/data", "/data", true}};
    EXPECT_TRUE(outputOf(task).starts_with("driver\n"));
    const std::string errors = fileIn(task, "stderr");
    EXPECT_NE(errors.find("/usr/local/nvidia/libcuda.so: Read-only file system"), std::string::npos)
        << errors;
    EXPECT_NE(errors.find("/data/file: Read-only file system"), std::string::npos) << errors;
}

TEST_F(DockerWorld, FurtherCommandsRunBesideTheTasksOwn) {
    using namespace std::chrono_literals;
    auto task = shell("host", "sleep 1000");
    task.user = UserIds{4242, 4242, {}};
    ASSERT_TRUE(launch(task));
    const auto execute = [&](const std::string& script, std::chrono::milliseconds limit = 40s) {
        return m_runtime->execute(task.id, {"/bin/sh", "-c", script}, {{"B", "more"}}, limit);
    };
    const auto run = execute("id -u; echo $A $B; exit 5");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->output, "4242\nimage more");
    EXPECT_EQ(run->exitCode, 5);
    EXPECT_EQ(execute("echo error >&2").value_or(ProgramRun()).output, "error");
    const auto late = execute("echo $$; exec sleep 4321", 300ms);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error(), (Error{"/bin/sh did not end within 300 ms", Error::Kind::Timeout}));
    const auto left = execute("for f in /proc/[0-9]*/cmdline; do cat $f; echo; done");
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(left->output.find("4321"), std::string::npos) << left->output;
    ASSERT_TRUE(m_runtime->signal(task.id, SIGKILL));
    waitFor(task.id);
    EXPECT_EQ(execute("true").error().kind, Error::Kind::NotFound);
}

TEST_F(DockerWorld, AFailedLaunchLeavesNothing) {
    auto task = shell("broken", "true");
    task.volumes = {{"/no/such/folder", "/data", true}};
    const auto launched = m_runtime->launch(task, image());
    ASSERT_FALSE(launched);
    EXPECT_NE(launched.error().message.find("/no/such/folder"), std::string::npos)
        << launched.error().message;
    EXPECT_TRUE(std::filesystem::is_empty(m_base + "/state"));
    task.volumes.clear();
    task.command = {.value = "no-such-program"};
    EXPECT_EQ(run(task), (Exit{task.id, 1, {}, false}));
    EXPECT_EQ(
        fileIn(task, "stderr"), "Failed to run 'no-such-program': No such file or directory\n");
    EXPECT_EQ(m_runtime->launch(task, image()).error().kind, Error::Kind::Conflict);
}

TEST_F(DockerWorld, AnImageThatIsNowhereIsNotPrepared) {
    const auto prepared = m_runtime->prepare("127.0.0.1:1/no/such:image");
    ASSERT_FALSE(prepared);
    EXPECT_TRUE(prepared.error().message.starts_with(
        "Failed to pull '127.0.0.1:1/no/such:image': Docker Engine: "))
        << prepared.error().message;
}

TEST_F(DockerWorld, TheEngineKeepsNoLogAndKnowsWhoseItIs) {
    auto task = shell("labelled", "sleep 1000");
    task.gpuMinors = {1};
    ASSERT_TRUE(launch(task));
    const auto inspected = inspect(task.id);
    EXPECT_EQ(inspected["HostConfig"]["LogConfig"]["Type"], "none");
    EXPECT_EQ(inspected["Config"]["Labels"]["muster.gpus"], "1");
    EXPECT_EQ(inspected["Config"]["Labels"]["muster.container"], "labelled");
    EXPECT_EQ(inspected["HostConfig"]["Runtime"], "runc");
}

} // namespace
} // namespace muster::container::docker

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a task can reach, asked of the kernel itself: open(2) of a node c 195:<N> gives EPERM where
// the device rules deny it and ENXIO where they allow it and no driver is loaded.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <linux/bpf.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

#include "tests/core/container/world.h"
#include "tests/support/paths.h"

namespace muster::container {
namespace {

const char* const probe = MUSTER_BIN_DIR "/../tests/gpu-probe";

class Isolation : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped() || HasFatalFailure())
            return;
        struct stat info { };
        m_driver = stat("/proc/driver/nvidia", &info) == 0;
        std::filesystem::create_directory(m_base + "/nodes");
        std::filesystem::copy(probe, m_base + "/gpu-probe");
        for (unsigned minor = 0; minor < 4; ++minor)
            ASSERT_EQ(mknod(node(minor).c_str(), S_IFCHR | 0666, makedev(195, minor)), 0);
        if (m_driver)
            GTEST_SKIP() << "a real driver answers instead of ENXIO";
    }

    std::string node(unsigned minor) const {
        return fmt::format("{}/nodes/nvidia{}", m_base, minor);
    }

    // Opens nodes 0 to 3 that the host made outside of /dev.
    ContainerSpec probing(const std::string& name, std::vector<unsigned> granted) const {
        auto task = spec(name, {m_base + "/gpu-probe", node(0), node(1), node(2), node(3)});
        task.gpuMinors = std::move(granted);
        return task;
    }

    // Says "ready", and for each turn, once go1, go2, ... is there, probes and says "done1", ...
    ContainerSpec probingInTurns(
        const std::string& name, std::vector<unsigned> granted, const char* turns) const {
        auto task = probing(name, std::move(granted));
        task.argv = {"/bin/sh", "-c",
            fmt::format("echo ready; for go in {}; do while [ ! -e {}/go$go ]; do sleep 0.02; "
                        "done; {}/gpu-probe {} {} {} {}; echo done$go; done",
                turns, m_base, m_base, node(0), node(1), node(2), node(3))};
        return task;
    }

    std::string opened(
        const char* first, const char* second, const char* third, const char* fourth) const {
        return fmt::format("{}: {}\n{}: {}\n{}: {}\n{}: {}\n", node(0), first, node(1), second,
            node(2), third, node(3), fourth);
    }

    bool m_driver = false;
};

TEST_F(Isolation, TwoTasksOnFourGpusOpenOnlyTheirOwn) {
    EXPECT_EQ(outputOf(probing("left", {0, 2})), opened("ENXIO", "EPERM", "ENXIO", "EPERM"));
    EXPECT_EQ(outputOf(probing("right", {1, 3})), opened("EPERM", "ENXIO", "EPERM", "ENXIO"));
}

TEST_F(Isolation, HoldsWhileBothTasksRun) {
    auto left = probing("left", {0, 1});
    auto right = probing("right", {2, 3});
    for (ContainerSpec* task : {&left, &right}) {
        task->argv = {"/bin/sh", "-c",
            fmt::format(
                "echo ready; while [ ! -e {}/go ]; do sleep 0.02; done; {}/gpu-probe {} {} {} {}",
                m_base, m_base, node(0), node(1), node(2), node(3))};
        ASSERT_TRUE(m_runtime->launch(*task));
    }
    ASSERT_TRUE(waitForOutput(left, "ready") && waitForOutput(right, "ready"));
    ASSERT_TRUE(writeFileAtomically(m_base + "/go", ""));
    waitFor(left.id);
    waitFor(right.id);
    EXPECT_EQ(fileIn(left, "stdout"), "ready\n" + opened("ENXIO", "ENXIO", "EPERM", "EPERM"));
    EXPECT_EQ(fileIn(right, "stdout"), "ready\n" + opened("EPERM", "EPERM", "ENXIO", "ENXIO"));
}

TEST_F(Isolation, ATaskWithoutGpusOpensNone) {
    EXPECT_EQ(outputOf(probing("none", {})), opened("EPERM", "EPERM", "EPERM", "EPERM"));
}

TEST_F(Isolation, DevHoldsTheGrantedNodesOnly) {
    auto task = spec("nodes", {m_base + "/gpu-probe"});
    task.gpuMinors = {1, 3};
    EXPECT_EQ(outputOf(task), "GPU 1: ENXIO\nGPU 3: ENXIO\n");
    EXPECT_EQ(outputOf(shell("listing", "cd /dev; echo *")),
        "fd full mqueue null ptmx pts random shm stderr stdin stdout tty urandom zero\n");
}

TEST_F(Isolation, ARunningContainerIsGivenFurtherGpusAndMoreMemory) {
    if (readHostFacts({})->cgroupV2)
        GTEST_SKIP() << "cgroup v2 keeps a program that only the runtime can change";
    auto task = probing("grows", {0});
    task.cpus = Milli::whole(1);
    task.memory = {64 << 20};
    task.argv = {"/bin/sh", "-c",
        fmt::format("echo ready; while [ ! -e {}/go ]; do sleep 0.02; done; {}/gpu-probe; "
                    "{}/gpu-probe {} {} {} {}",
            m_base, m_base, m_base, node(0), node(1), node(2), node(3))};
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    for (int i = 0; i < 2; ++i) // to say it again changes nothing
        ASSERT_TRUE(m_runtime->resize(task.id, {Milli::whole(2), {96 << 20}, {0, 2}}));
    ASSERT_TRUE(m_runtime->resize(task.id, {Milli::whole(3), {32 << 20}, {0}}));
    ASSERT_TRUE(writeFileAtomically(m_base + "/go", ""));
    waitFor(task.id);
    EXPECT_EQ(fileIn(task, "stdout"),
        "ready\nGPU 0: ENXIO\nGPU 2: ENXIO\n" + opened("ENXIO", "EPERM", "ENXIO", "EPERM"));
    const auto value = [&](const std::string& file) {
        return readFile(fmt::format(
            "/sys/fs/cgroup/{}{}/grows/{}", file.substr(0, file.find('.')), m_cgroupParent, file));
    };
    EXPECT_EQ(value("cpu.shares"), "3072\n");
    EXPECT_EQ(value("memory.limit_in_bytes"), fmt::format("{}\n", 96 << 20)) << "never lowered";
    ASSERT_TRUE(m_runtime->destroy(task.id));
    EXPECT_FALSE(m_runtime->resize(task.id, {Milli::whole(2), {96 << 20}, {0, 2}}));
}

TEST_F(Isolation, RulesThatWereChangedFromOutsideAreNoticedAndPutBack) {
    if (readHostFacts({})->cgroupV2)
        GTEST_SKIP() << "the files of cgroup v1 are written to; v2 has a test of its own";
    const auto task = probingInTurns("rules", {0}, "1 2 3");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    const auto wanted = m_runtime->deviceRules(task.id);
    ASSERT_TRUE(wanted) << wanted.error().message;
    ASSERT_TRUE(m_runtime->keepDeviceRules(task.id));
    const auto folder = fmt::format("/sys/fs/cgroup/devices{}/rules", m_cgroupParent);
    const auto opens = [&](int turn) {
        EXPECT_TRUE(writeFileAtomically(fmt::format("{}/go{}", m_base, turn), ""));
        EXPECT_TRUE(waitForOutput(task, fmt::format("done{}", turn)));
    };
    const auto putBack = [&](const std::string& told, std::vector<unsigned> gpus) {
        reopen(); // whoever looks next knows only what was kept
        const auto rules = m_runtime->deviceRules(task.id);
        ASSERT_TRUE(rules);
        EXPECT_FALSE(rules->now == rules->wanted);
        const auto change = rules->wanted.changeTo(rules->now);
        EXPECT_EQ(change.what, told);
        EXPECT_EQ(change.gpuMinors, gpus);
        const auto restored = rules->wanted.restore(rules->now);
        EXPECT_TRUE(restored) << restored.error().message;
    };
    std::ofstream(folder + "/devices.allow") << "c 195:3 rwm" << std::flush;
    opens(1);
    putBack("/dev/nvidia3 was allowed (c 195:3 rwm)", {3});
    std::ofstream(folder + "/devices.deny") << "c 195:0 rw" << std::flush;
    putBack("/dev/nvidia0 was taken away (c 195:0 rw)", {0});
    opens(2);
    std::ofstream(folder + "/devices.allow") << "a" << std::flush;
    const auto open = m_runtime->deviceRules(task.id);
    ASSERT_TRUE(open);
    EXPECT_TRUE(open->wanted.restore(open->now));
    opens(3);
    waitFor(task.id);
    const auto own = opened("ENXIO", "EPERM", "EPERM", "EPERM");
    EXPECT_EQ(fileIn(task, "stdout"),
        "ready\n" + opened("ENXIO", "EPERM", "EPERM", "ENXIO") + "done1\n" + own + "done2\n" + own
            + "done3\n");
    ASSERT_TRUE(m_runtime->destroy(task.id));
    EXPECT_FALSE(m_runtime->deviceRules(task.id));
}

// As another program would, that has the right to.
void detachDevicePrograms(const std::string& folder) {
    const Fd group(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    unsigned ids[8] = {};
    bpf_attr query;
    std::memset(&query, 0, sizeof query);
    query.query.target_fd = static_cast<unsigned>(group.number());
    query.query.attach_type = BPF_CGROUP_DEVICE;
    query.query.prog_ids = reinterpret_cast<std::uint64_t>(ids);
    query.query.prog_cnt = 8;
    ASSERT_EQ(syscall(SYS_bpf, BPF_PROG_QUERY, &query, sizeof query), 0);
    ASSERT_GT(query.query.prog_cnt, 0u);
    for (unsigned i = 0; i < query.query.prog_cnt; ++i) {
        bpf_attr get;
        std::memset(&get, 0, sizeof get);
        get.prog_id = ids[i];
        const Fd program(
            static_cast<int>(syscall(SYS_bpf, BPF_PROG_GET_FD_BY_ID, &get, sizeof get)));
        bpf_attr detach;
        std::memset(&detach, 0, sizeof detach);
        detach.target_fd = static_cast<unsigned>(group.number());
        detach.attach_bpf_fd = static_cast<unsigned>(program.number());
        detach.attach_type = BPF_CGROUP_DEVICE;
        EXPECT_EQ(syscall(SYS_bpf, BPF_PROG_DETACH, &detach, sizeof detach), 0);
    }
}

TEST_F(Isolation, DeviceProgramsThatWereDetachedAreAttachedAgain) {
    if (!readHostFacts({})->cgroupV2)
        GTEST_SKIP() << "cgroup v1 has files, and a test of its own";
    const auto task = probingInTurns("programs", {0}, "1 2");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    const auto wanted = m_runtime->deviceRules(task.id);
    ASSERT_TRUE(wanted) << wanted.error().message;
    detachDevicePrograms(fmt::format("/sys/fs/cgroup{}/programs", m_cgroupParent));
    ASSERT_TRUE(writeFileAtomically(m_base + "/go1", ""));
    EXPECT_TRUE(waitForOutput(task, "done1"));
    const auto now = m_runtime->deviceRules(task.id);
    ASSERT_TRUE(now);
    EXPECT_EQ(wanted->now.changeTo(now->now).what,
        "the device programs of its control group were changed from 1 to 0");
    const auto restored = wanted->now.restore(now->now);
    EXPECT_TRUE(restored) << restored.error().message;
    ASSERT_TRUE(writeFileAtomically(m_base + "/go2", ""));
    waitFor(task.id);
    EXPECT_EQ(fileIn(task, "stdout"),
        "ready\n" + opened("ENXIO", "ENXIO", "ENXIO", "ENXIO") + "done1\n"
            + opened("ENXIO", "EPERM", "EPERM", "EPERM") + "done2\n");
}

TEST_F(Isolation, TheAgentsFolderCanBeReadOnly) {
    auto task = shell("folder", "cd /run/muster; cat hello; echo x > hello; rm hello; ls");
    task.agentFolder = m_work + "/folder";
    ASSERT_TRUE(makeDirectories(task.agentFolder, 0755));
    ASSERT_TRUE(writeFileAtomically(task.agentFolder + "/hello", "hello\n"));
    EXPECT_TRUE(outputOf(task).starts_with("hello\nhello\n"));
    EXPECT_NE(fileIn(task, "stderr").find("Read-only file system"), std::string::npos);
}

TEST_F(Isolation, VariablesGrantNothing) {
    auto task = probing("tamper", {2});
    for (const char* name :
        {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"})
        task.environment.emplace_back(name, "all");
    EXPECT_EQ(outputOf(task), opened("EPERM", "EPERM", "ENXIO", "EPERM"));
}

TEST_F(Isolation, NodesThatTheTaskMakesItselfStayShut) {
    auto task = spec("maker", {m_base + "/gpu-probe", "--mknod", "/dev", "0", "1", "2", "3"});
    task.gpuMinors = {2};
    EXPECT_EQ(outputOf(task),
        "GPU 0: mknod EPERM\nGPU 1: mknod EPERM\nGPU 2: mknod EPERM\nGPU 3: mknod EPERM\n");
    task.id = ContainerId{"maker-capable"};
    task.capabilities = defaultCapabilities();
    task.capabilities->push_back("CAP_MKNOD");
    std::filesystem::remove(task.sandbox + "/stdout");
    EXPECT_EQ(outputOf(task), "GPU 0: EPERM\nGPU 1: EPERM\nGPU 2: ENXIO\nGPU 3: EPERM\n");
}

TEST_F(Isolation, TheDeviceRulesAreExactlyThese) {
    if (readHostFacts({})->cgroupV2)
        GTEST_SKIP() << "cgroup v2 keeps a program, not a list; the other tests ask the kernel";
    auto task = spec("rules", {"/bin/sleep", "1000"});
    task.gpuMinors = {1, 3};
    ASSERT_TRUE(m_runtime->launch(task));
    const auto list = readFile("/sys/fs/cgroup/devices" + m_cgroupParent + "/rules/devices.list");
    ASSERT_TRUE(list);
    std::istringstream lines(*list);
    std::set<std::string> rules;
    for (std::string line; std::getline(lines, line);)
        rules.insert(line);
    // The first two let a task make nodes (given CAP_MKNOD), not open them; 5:2 and 136 are its
    // terminals, 10:200 is the tunnel that runc allows everyone.
    EXPECT_EQ(rules,
        (std::set<std::string>{"b *:* m", "c *:* m", "c 1:3 rwm", "c 1:5 rwm", "c 1:7 rwm",
            "c 1:8 rwm", "c 1:9 rwm", "c 5:0 rwm", "c 5:2 rwm", "c 10:200 rwm", "c 136:* rwm",
            "c 195:1 rw", "c 195:3 rw"}));
}

TEST_F(Isolation, NoControlGroupCanBeChangedAndNoOtherIsSeen) {
    const auto task = shell("groups",
        "exec 2>/dev/null; cut -d: -f3 /proc/self/cgroup | sort -u; "
        "for f in $(find /sys/fs/cgroup -name cgroup.procs -o -name devices.allow "
        "-o -name memory.limit_in_bytes -o -name memory.max); do echo 1 > $f && echo wrote $f; "
        "done; find /run /dev -name cgroup.procs; "
        "find /sys/fs/cgroup -mindepth 1 -type d -name 'muster*' -o -type d -name groups; "
        "mkdir group; mount -t cgroup -o devices none group || mount -t cgroup2 none group "
        "|| echo no mount; (echo 1 > /sys/kernel/mm/ksm/run) || echo read-only; "
        "test -e /sys/fs/cgroup/memory/memory.limit_in_bytes -o -e /sys/fs/cgroup/cgroup.procs "
        "&& echo own limits");
    EXPECT_EQ(outputOf(task), "/\nno mount\nread-only\nown limits\n");
}

TEST_F(Isolation, TheWorkDirectoryIsHiddenButForTheOwnSandbox) {
    ASSERT_TRUE(makeDirectories(m_work + "/sandboxes/other", 0700));
    const auto task = shell("curious",
        fmt::format("ls -A {} {}/sandboxes {}/state {}/mounts; cat {}/token", m_work, m_work,
            m_base, m_base, m_work));
    const std::string output = outputOf(task);
    EXPECT_EQ(output,
        fmt::format("{}/mounts:\n\n{}/state:\n\n{}:\nsandboxes\n\n{}/sandboxes:\ncurious\n"
                    "cat: {}/token: No such file or directory\n",
            m_base, m_base, m_work, m_work, m_work));
    EXPECT_EQ(*readFile(m_work + "/token"), "secret");
}

TEST_F(Isolation, SeesTheHostsFilesButNotItsSocketsAndProcesses) {
    const auto task = shell("view",
        "test -x /bin/ls && echo files; ls -A /run; ls -d /proc/[0-9]* | wc -l; "
        "hostname > /dev/null && echo name");
    const std::string output = outputOf(task);
    EXPECT_TRUE(output.starts_with("files\nmuster-init\n")) << output;
    EXPECT_TRUE(output.ends_with("\nname\n")) << output;
    EXPECT_LE(std::stoi(output.substr(std::string("files\nmuster-init\n").size())), 4) << output;
}

TEST_F(Isolation, TheStatusThatIsReportedCannotBeForged) {
    const auto task = shell("forger",
        "for fd in /proc/1/fd/*; do echo exit 0 > $fd; done 2>/dev/null; "
        "echo x > /proc/1/exe; echo x > /run/muster-init; exit 5");
    EXPECT_EQ(run(task).exitCode, 5);
    const std::string errors = fileIn(task, "stderr");
    EXPECT_NE(errors.find("/proc/1/exe: Permission denied"), std::string::npos) << errors;
    EXPECT_NE(errors.find("/run/muster-init: Read-only file system"), std::string::npos) << errors;
}

TEST_F(Isolation, APlainUserHoldsNoCapability) {
    auto task = shell("plain", "grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status");
    task.user = {1234, 1234, {}};
    EXPECT_EQ(
        outputOf(task), "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n");
}

} // namespace
} // namespace muster::container

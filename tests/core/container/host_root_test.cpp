// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What tasks without an image may do with the host's files, asked of the kernel.
#include <filesystem>

#include <sys/mount.h>
#include <sys/stat.h>

#include "core/container/files.h"
#include "tests/core/container/world.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

class HostRoots : public World {
protected:
    void SetUp() override {
        World::SetUp();
        if (IsSkipped())
            return;
        fs::create_directories(m_base + "/etc");
        fs::create_directories(m_base + "/home");
        fs::permissions(m_base + "/home", fs::perms::all);
        ASSERT_TRUE(writeFileAtomically(credentials(), "alice secret\n"));
        fs::create_symlink("credentials", m_base + "/etc/named");
        fs::permissions(credentials(), static_cast<fs::perms>(0644));
        m_secretFiles = {m_base + "/etc/named", m_base + "/etc/later"};
        reopen();
    }
    std::string credentials() const { return m_base + "/etc/credentials"; }
    ContainerSpec asUser(ContainerSpec spec) const {
        spec.user = {1234, 1234, {}};
        return spec;
    }
};

TEST_F(HostRoots, ARootTaskWritesToItsSandboxAndItsOwnTmpOnly) {
    auto task = shell("writer",
        fmt::format("for f in /etc/cron.d/x /usr/x /x {0}/x {0}/home/x /var/tmp/x; do "
                    "touch $f 2>/dev/null && echo wrote $f; done; "
                    "echo x > /etc/passwd; touch here /tmp/muster-own && ls /tmp; "
                    "cp /bin/true /tmp && /tmp/true && echo runs; "
                    "mount -o remount,rw / 2>/dev/null && echo remounted",
            m_base));
    EXPECT_EQ(outputOf(task).substr(0, 16), "muster-own\nruns\n");
    EXPECT_NE(fileIn(task, "stderr").find("Read-only file system"), std::string::npos);
    EXPECT_TRUE(fs::exists(task.sandbox + "/here"));
    EXPECT_FALSE(fs::exists("/tmp/muster-own"));
}

TEST_F(HostRoots, ARootTaskReadsNoPasswordsNoKeysAndNothingThatAFlagNames) {
    const auto task = shell("reader",
        fmt::format(
            "exec 2>/dev/null; cat /etc/shadow /etc/gshadow /etc/shadow- {0} {1}/etc/named; "
            "cat /etc/ssh/ssh_host_*_key; ls -A /root /home/*/.ssh; ls {1}/etc; "
            "head -c 5 /etc/passwd",
            credentials(), m_base));
    EXPECT_EQ(outputOf(task), "/root:\nroot:");
}

// passwd(1) and editors replace a file: a mount over it would go with the old one.
TEST_F(HostRoots, WhatIsReplacedOrComesLaterStaysHidden) {
    const auto task = shell("patient",
        fmt::format("exec 2>/dev/null; echo up; while [ ! -e {1}/go ]; do sleep 0.02; done; "
                    "cat {0} {1}/etc/later; cat {1}/etc/plain; echo done",
            credentials(), m_base));
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    for (const char* name : {"/etc/credentials", "/etc/later"})
        ASSERT_TRUE(writeFileAtomically(m_base + name, "new secret\n"));
    ASSERT_TRUE(writeFileAtomically(m_base + "/etc/plain", "of the host\n"));
    ASSERT_TRUE(writeFileAtomically(m_base + "/go", ""));
    waitFor(task.id);
    EXPECT_EQ(fileIn(task, "stdout"), "up\nof the host\ndone\n");
}

TEST_F(HostRoots, APlainUserMayDoWhatItMayInAShellButForTheFilesOfFlags) {
    auto task = asUser(shell("user",
        fmt::format("touch {0}/home/mine && echo wrote; cat {0}/etc/credentials 2>&1; "
                    "touch /etc/x 2>&1",
            m_base)));
    EXPECT_EQ(outputOf(task),
        fmt::format("wrote\ncat: {}/etc/credentials: Permission denied\n"
                    "touch: cannot touch '/etc/x': Permission denied\n",
            m_base));
    EXPECT_TRUE(fs::exists(m_base + "/home/mine"));
}

// The work directory is root's alone; programs make the paths of their files absolute.
TEST_F(HostRoots, APlainUserReachesItsSandboxByItsPath) {
    fs::permissions(m_work, fs::perms::owner_all);
    auto task = asUser(shell("absolute", ""));
    task.argv.back() = fmt::format(
        "echo here > f; cat {0}/f; cd / && cd {0} && cat f; ls -A {1}", task.sandbox, m_work);
    EXPECT_EQ(outputOf(task), "here\nhere\nsandboxes\n") << fileIn(task, "stderr");
}

// As /run or /tmp often are: none of the file systems that a task is shown.
TEST_F(HostRoots, MayHaveTheWorkDirectoryOnATmpfs) {
    const auto place = m_base + "/memory";
    fs::create_directory(place);
    ASSERT_EQ(mount("tmpfs", place.c_str(), "tmpfs", 0, "size=1m"), 0);
    fs::permissions(place, fs::perms::all);
    auto task = shell("light",
        fmt::format(
            "echo here > f; cat $PWD/f; ls -A {0}; grep -c ' {0}' /proc/self/mountinfo", place));
    task.sandbox = place + "/agent/sandboxes/light";
    fs::create_directories(place + "/agent/sandboxes");
    // The file system's place and the sandbox.
    EXPECT_EQ(outputOf(task), "here\nagent\n2\n") << fileIn(task, "stderr");
    auto user = asUser(shell("user", fmt::format("echo mine > {0}/f; cat {0}/f", place)));
    user.sandbox = place + "/agent/sandboxes/user";
    EXPECT_EQ(outputOf(user), "mine\n") << "who may write there on the host may in a task";
    EXPECT_FALSE(fs::exists(place + "/f"));
    umount2(place.c_str(), MNT_DETACH);
}

TEST_F(HostRoots, ACapabilityThatReadsEverythingReadsNoSecret) {
    auto task = asUser(shell("capable",
        fmt::format("cat /etc/shadow {0}; touch {1}/home/x; true", credentials(), m_base)));
    task.capabilities = {"CAP_DAC_OVERRIDE"};
    const auto said = outputOf(task);
    EXPECT_NE(said.find("/etc/shadow: No such file or directory"), std::string::npos) << said;
    EXPECT_NE(said.find("credentials: No such file or directory"), std::string::npos) << said;
    EXPECT_NE(said.find("Read-only file system"), std::string::npos) << said;
}

TEST_F(HostRoots, IsWritableWhereTheOperatorSaysSo) {
    m_hostRootWritable = true;
    reopen();
    EXPECT_EQ(
        outputOf(shell("trusted", fmt::format("touch {}/x && echo wrote", m_base))), "wrote\n");
    EXPECT_TRUE(fs::exists(m_base + "/x"));
}

// A home that is a file system of its own, and a work directory in a folder that is hidden.
TEST_F(HostRoots, HoldsForEveryFileSystemOfTheHost) {
    const auto task = shell("mounts",
        "while read -r id parent dev root place options rest; do case $place in "
        "/proc*|/sys*|/dev*|/run*|/tmp) ;; *) case $options in rw*) echo $place;; esac;; esac; "
        "done < /proc/self/mountinfo");
    std::istringstream writable(outputOf(task));
    for (std::string place; std::getline(writable, place);) {
        const bool isOurs = place == task.sandbox || place == m_work || place == m_base + "/state"
            || place == m_base + "/mounts";
        EXPECT_TRUE(isOurs) << place << " can be written";
    }
}

} // namespace
} // namespace muster::container

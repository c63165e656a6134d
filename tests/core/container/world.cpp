// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/world.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "core/container/files.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace muster::container {
namespace {

// The whole program lives in a mount namespace of its own, so that not even a crashed test leaves a
// mount behind. With MUSTER_TEST_CGROUP=v2 it sees a pure cgroup v2 host.
std::string enterNamespace() {
    if (geteuid() != 0)
        return "needs root";
    if (access("/usr/sbin/runc", X_OK) != 0 || access("/usr/bin/conmon", X_OK) != 0)
        return "needs runc and conmon";
    if (!test::enterMountNamespace())
        return "cannot make a mount namespace";
    const char* view = std::getenv("MUSTER_TEST_CGROUP");
    if (view == nullptr || std::string(view) != "v2")
        return {};
    const auto mounts = parseMountinfo(readFile("/proc/self/mountinfo").value_or(""));
    for (auto mount = mounts.rbegin(); mount != mounts.rend(); ++mount) {
        if (mount->mountPoint.starts_with("/sys/fs/cgroup"))
            umount2(mount->mountPoint.c_str(), 0);
    }
    if (mount("none", "/sys/fs/cgroup", "cgroup2", 0, nullptr) != 0)
        return "cannot mount cgroup v2";
    return {};
}

void removeCgroups(const std::vector<Mount>& mounts, const std::string& parent) {
    if (const auto removed = Cgroup(mounts, parent).remove(); !removed)
        ADD_FAILURE() << removed.error().message;
}

// The mounts below show the host's root: a recursive removal must never start above one.
void removeTree(const std::vector<Mount>& mounts, const std::string& base) {
    for (const Mount& mount : mounts) {
        if (mount.mountPoint.starts_with(base)) {
            ADD_FAILURE() << mount.mountPoint << " is still mounted";
            return;
        }
    }
    std::filesystem::remove_all(base);
}

} // namespace

std::string whyNoContainers() {
    static const std::string reason = enterNamespace();
    return reason;
}

void World::SetUp() {
    if (const std::string reason = whyNoContainers(); !reason.empty())
        GTEST_SKIP() << reason;
    char name[] = "/var/tmp/muster-container-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    m_base = name;
    m_work = m_base + "/work";
    chmod(name, 0755);
    ASSERT_TRUE(makeDirectories(m_work + "/sandboxes", 0700));
    ASSERT_TRUE(writeFileAtomically(m_work + "/token", "secret"));
    m_cgroupParent = "/muster-test-" + std::to_string(getpid());
    reopen();
}

void World::TearDown() {
    if (!m_runtime)
        return;
    reopen();
    destroyAll(*m_runtime);
    // A monitor whose container is gone may still be about to write how it ended.
    for (int i = 0; i < 20 && !std::filesystem::is_empty(m_base + "/state/exits"); ++i) {
        usleep(100'000);
        reopen();
    }
    m_runtime.reset();
    EXPECT_TRUE(!std::filesystem::exists(m_base + "/mounts/root")
        || std::filesystem::is_empty(m_base + "/mounts/root"));
    EXPECT_TRUE(std::filesystem::is_empty(m_base + "/state/containers"));
    EXPECT_TRUE(!std::filesystem::exists(m_base + "/state/changes")
        || std::filesystem::is_empty(m_base + "/state/changes"));
    EXPECT_TRUE(std::filesystem::is_empty(m_base + "/state/exits"));
    EXPECT_TRUE(std::filesystem::is_empty(m_base + "/state/runc"));
    EXPECT_NE(umount2((m_base + "/mounts").c_str(), MNT_DETACH), 0) << "an empty mount was left";
    removeCgroups(mounts(), m_cgroupParent);
    removeTree(mounts(), m_base);
}

RuntimeOptions World::options() const {
    RuntimeOptions options;
    options.stateDirectory = m_base + "/state";
    options.mountPlace = m_base + "/mounts";
    options.init = m_isSlow ? m_base + "/slow-init" : MUSTER_BIN_DIR "/muster-init";
    options.cgroupParent = m_cgroupParent;
    options.hidden = {m_work};
    options.secretFiles = m_secretFiles;
    options.hostRootWritable = m_hostRootWritable;
    return options;
}

void World::reopen() {
    m_runtime.reset();
    auto opened = Runtime::open(options());
    ASSERT_TRUE(opened) << opened.error().message;
    m_runtime = std::move(*opened);
}

void World::slowDown() {
    const auto init = m_base + "/muster-init";
    std::filesystem::copy_file(options().init, init);
    m_isSlow = true;
    const auto slow = options().init;
    std::ofstream(slow) << "#!/bin/sh\nsleep 0.7\nexec " << init << " \"$@\"\n";
    chmod(slow.c_str(), 0755);
    reopen();
}

ContainerSpec World::spec(const std::string& name, std::vector<std::string> argv) const {
    ContainerSpec spec;
    spec.id = ContainerId{name};
    spec.argv = std::move(argv);
    spec.environment = {{"PATH", "/usr/sbin:/usr/bin:/sbin:/bin"}};
    spec.sandbox = m_work + "/sandboxes/" + name;
    return spec;
}

ContainerSpec World::shell(const std::string& name, const std::string& script) const {
    return spec(name, {"/bin/sh", "-c", script});
}

Exit World::run(const ContainerSpec& spec) {
    const auto launched = m_runtime->launch(spec);
    EXPECT_TRUE(launched) << launched.error().message;
    return launched ? waitFor(spec.id) : Exit{};
}

Exit World::waitFor(const ContainerId& id) {
    return waitForExit(*m_runtime, m_exits, id, std::chrono::seconds(20));
}

std::string World::outputOf(const ContainerSpec& spec) {
    run(spec);
    const auto destroyed = m_runtime->destroy(spec.id);
    EXPECT_TRUE(destroyed) << destroyed.error().message;
    return fileIn(spec, "stdout") + fileIn(spec, "stderr");
}

std::string World::fileIn(const ContainerSpec& spec, const std::string& name) const {
    return readFile(spec.sandbox + '/' + name).value_or("(no file)");
}

bool World::waitForOutput(const ContainerSpec& spec, const std::string& text) const {
    for (int i = 0; i < 2000; ++i) {
        if (fileIn(spec, "stdout").find(text) != std::string::npos)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

Cgroup World::cgroup(const ContainerId& id) const {
    return {mounts(), m_cgroupParent + '/' + id.value};
}

std::vector<Mount> World::mounts() const {
    return parseMountinfo(readFile("/proc/self/mountinfo").value_or(""));
}

} // namespace muster::container

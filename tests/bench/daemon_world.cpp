// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/daemon_world.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>

#include "core/container/process.h"
#include "tests/bench/runc_peer.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace muster::bench {

namespace {

constexpr auto kStartLimit = std::chrono::seconds(20);

} // namespace

// Not in /tmp: a task has a /tmp of its own.
DaemonWorld::DaemonWorld() {
    char name[] = "/var/tmp/muster-bench-XXXXXX";
    m_folder = mkdtemp(name);
}

DaemonWorld::~DaemonWorld() {
    for (const auto& [mode, pid] : m_daemons) {
        kill(pid, SIGTERM);
        container::waitForChild(pid);
        umount2((workDir(mode) + "/mounts").c_str(), MNT_DETACH);
    }
    if (isFreeOfMounts(m_folder))
        std::filesystem::remove_all(m_folder);
    else
        fmt::print(stderr, "daemon-bench: a mount is left under {}: not removed\n", m_folder);
}

Result<pid_t> DaemonWorld::start(const std::string& mode, std::vector<std::string> flags) {
    std::vector<std::string> argv
        = {MUSTER_BIN_DIR "/muster-agentd", mode, "--work_dir=" + workDir(mode)};
    argv.insert(argv.end(), flags.begin(), flags.end());
    const auto logPath = fmt::format("{}/{}.log", m_folder, mode);
    const container::Fd log(open(logPath.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    const auto pid
        = container::spawn(argv, environment(), "/", {.out = log.number(), .error = log.number()});
    if (pid)
        m_daemons.emplace(mode, *pid);
    return pid;
}

Result<net::Context> DaemonWorld::master() const {
    const auto limit = std::chrono::steady_clock::now() + kStartLimit;
    while (std::chrono::steady_clock::now() < limit) {
        const auto contexts = net::readContexts(m_folder + "/config/muster/contexts.toml");
        if (contexts && contexts->find(contexts->current))
            return *contexts->find(contexts->current);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return failure(fmt::format("The master did not start; see {}/*.log", m_folder));
}

std::vector<std::string> DaemonWorld::environment() const {
    return {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=" + m_folder,
        "XDG_CONFIG_HOME=" + m_folder + "/config"};
}

int inDaemonWorld(const char* name, Status (*measure)(DaemonWorld& world)) {
    if (!test::enterMountNamespace()) {
        fmt::print(stderr, "{}: needs root\n", name);
        return 1;
    }
    DaemonWorld world;
    if (const auto status = measure(world); !status) {
        fmt::print(stderr, "{}: {}\n", name, status.error().message);
        return 1;
    }
    return 0;
}

} // namespace muster::bench

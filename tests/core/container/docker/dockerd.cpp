// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/docker/dockerd.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/container/process.h"
#include "tests/support/paths.h"

namespace muster::container::docker {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto startLimit = std::chrono::seconds(40);
const char* const kProgram = "/usr/sbin/dockerd";
const char* const kBusybox = "/bin/busybox";

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

std::string Dockerd::start(bool liveRestore) {
    if (access(kProgram, X_OK) != 0)
        return "needs dockerd (docker.io)";
    if (access(kBusybox, X_OK) != 0)
        return "needs busybox (busybox-static)";
    const Fd log(
        open((m_folder + "/log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    std::vector<std::string> argv{kProgram, "--host=unix://" + socket(),
        "--data-root=" + m_folder + "/data", "--exec-root=" + m_folder + "/exec",
        "--pidfile=" + m_folder + "/pid", "--iptables=false", "--ip6tables=false",
        "--containerd-namespace=muster-test", "--containerd-plugins-namespace=muster-test-plugins"};
    if (liveRestore)
        argv.emplace_back("--live-restore");
    if (m_network == Network::OwnBridge) {
        if (!m_namespace && !makeNetwork())
            return "cannot make a network namespace";
        argv.insert(argv.end(), {"--bip=10.213.77.1/24", "--ip-masq=false"});
    } else {
        argv.emplace_back("--bridge=none");
    }
    Result<pid_t> pid = 0;
    inItsNetwork([&] {
        pid = spawn(argv, {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, m_folder,
            {-1, log.number(), log.number()});
    });
    if (!pid)
        return pid.error().message;
    m_pid = *pid;
    for (const auto end = Clock::now() + startLimit; Clock::now() < end;) {
        if (engine().check())
            return {};
        if (waitpid(m_pid, nullptr, WNOHANG) == m_pid) {
            m_pid = 0;
            return "dockerd does not run here: " + lastWords();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    stop();
    return "dockerd does not answer here: " + lastWords();
}

// With its loopback up, which the engine's proxies need.
bool Dockerd::makeNetwork() {
    bool made = false;
    std::thread([&] {
        if (unshare(CLONE_NEWNET) != 0)
            return;
        const Fd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        ifreq loopback{};
        std::string("lo").copy(loopback.ifr_name, sizeof loopback.ifr_name - 1);
        loopback.ifr_flags = IFF_UP;
        made = ioctl(socket.number(), SIOCSIFFLAGS, &loopback) == 0;
        m_namespace = Fd(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
    }).join();
    return made && m_namespace;
}

void Dockerd::inItsNetwork(const std::function<void()>& action) const {
    std::thread([&] {
        if (!m_namespace || setns(m_namespace.number(), CLONE_NEWNET) == 0)
            action();
    }).join();
}

void Dockerd::stop() {
    if (m_pid == 0)
        return;
    kill(m_pid, SIGTERM);
    waitForChild(std::exchange(m_pid, 0));
}

std::string Dockerd::lastWords() const {
    const std::string log = contentOf(m_folder + "/log");
    const auto end = log.find_last_not_of('\n');
    const auto begin = log.rfind('\n', end);
    return end == std::string::npos ? "" : log.substr(begin + 1, end - begin);
}

std::string Dockerd::makeImage(const std::string& name, const std::vector<std::string>& changes) {
    const std::string root = m_folder + "/root";
    const std::string archive = m_folder + "/root.tar";
    if (!fs::exists(archive)) {
        fs::create_directories(root + "/bin");
        fs::create_directories(root + "/tmp");
        fs::copy_file(kBusybox, root + "/bin/busybox");
        for (const char* tool : {"sh", "cat", "sleep", "true", "false", "dd", "id", "env", "ls"})
            fs::create_symlink("busybox", root + "/bin/" + tool);
        fs::copy_file(MUSTER_BIN_DIR "/../tests/gpu-probe", root + "/bin/gpu-probe");
        const auto run
            = runProgram({"tar", "-C", root, "-cf", archive, "."}, std::chrono::seconds(30));
        if (!run || run->exitCode != 0)
            return "tar failed";
    }
    EngineRequest request{.method = "POST",
        .path = "/images/create?fromSrc=-&repo=" + urlEncoded(name) + "&tag=latest",
        .body = contentOf(archive),
        .type = "application/x-tar"};
    for (const std::string& change : changes)
        request.path += "&changes=" + urlEncoded(change);
    const auto made = engine().follow(request, {.line = [](std::string_view) { return true; }});
    return made ? "" : made.error().message;
}

} // namespace muster::container::docker

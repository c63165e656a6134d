// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/e2e/world.h"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/container/process.h"
#include "core/container/runtime.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kNvidiaMajor = 195;
constexpr unsigned kHostGpus = 4;
constexpr const char* kListening = "Master listening on 127.0.0.1:";

// What a crashed test leaves mounted goes with the last process of the namespace.
std::string enterNamespace() {
    if (::geteuid() != 0) {
        return "needs root";
    }
    if (::access("/usr/sbin/runc", X_OK) != 0 || ::access("/usr/bin/conmon", X_OK) != 0) {
        return "needs runc and conmon";
    }
    if (!test::enterMountNamespace()) {
        return "cannot make a mount namespace";
    }
    return {};
}

} // namespace

std::string Daemon::token() const {
    const auto text = fileText(workDir + "/token");
    return text.substr(0, text.find('\n'));
}

void World::SetUp() {
    static const std::string reason = enterNamespace();
    if (!reason.empty()) {
        GTEST_SKIP() << reason;
    }
    char name[] = "/var/tmp/muster-e2e-XXXXXX"; // not in /tmp: a task may have one of its own
    ASSERT_NE(::mkdtemp(name), nullptr);
    m_base = name;
    ::chmod(name, 0755);
    for (const auto* folder : {"/bin", "/config", "/logs", "/nodes", "/shared"}) {
        fs::create_directory(m_base + folder);
    }
    ::chmod((m_base + "/shared").c_str(), 01777);
    fs::copy_file(MUSTER_GPU_PROBE, m_base + "/bin/nvidia-smi");
    for (unsigned minor = 0; minor < kHostGpus; ++minor) {
        const auto path = m_base + "/nodes/nvidia" + std::to_string(minor);
        ASSERT_EQ(::mknod(path.c_str(), S_IFCHR | 0666, ::makedev(kNvidiaMajor, minor)), 0);
        ::chmod(path.c_str(), 0666);
    }
}

void World::TearDown() {
    if (m_base.empty()) {
        return;
    }
    expectNoTaskRoots("at the end");
    for (const auto& daemon : m_daemons) {
        if (HasFailure() && daemon->process) {
            std::cerr << "--- " << daemon->name << "\n" << daemon->process->err();
        }
        daemon->process.reset();
    }
    for (const auto& entry : fs::directory_iterator(m_base)) {
        removeContainers(entry.path().string());
    }
    m_daemons.clear();
    // A removal must never start above a mount of the host's root.
    const auto mounts = fileText("/proc/self/mountinfo");
    if (mounts.find(m_base) != std::string::npos) {
        ADD_FAILURE() << m_base << " still has mounts: it is left there";
        return;
    }
    fs::remove_all(m_base);
}

// REQUIRES: no daemon works in it any more.
void World::removeContainers(const std::string& workDir) {
    const auto mounts = workDir + "/mounts";
    if (!fs::exists(mounts)) {
        return;
    }
    container::RuntimeOptions options;
    options.stateDirectory = workDir + "/containers";
    options.mountPlace = mounts;
    options.init = MUSTER_BIN_DIR "/muster-init";
    options.hidden = {workDir};
    auto runtime = container::Runtime::open(options);
    ASSERT_TRUE(runtime) << runtime.error().message;
    const auto found = (*runtime)->recover();
    EXPECT_TRUE(found) << found.error().message;
    for (const auto& one : found.value_or(std::vector<container::Recovered>())) {
        const auto destroyed = (*runtime)->destroy(one.record.id);
        EXPECT_TRUE(destroyed) << destroyed.error().message;
    }
    runtime->reset();
    ::umount2(mounts.c_str(), MNT_DETACH);
}

Process::Setting World::setting(const std::string& name) const {
    Process::Setting out{.outFile = m_base + "/logs/" + name + ".out",
        .errFile = m_base + "/logs/" + name + ".err",
        .environment = {{"HOME", m_base}, {"XDG_CONFIG_HOME", m_base + "/config"}}};
    out.environment.insert(m_environment.begin(), m_environment.end());
    return out;
}

void World::start(Daemon& daemon) {
    std::vector<std::string> argv{MUSTER_BIN_DIR "/muster-agentd", daemon.mode,
        "--work_dir=" + daemon.workDir, "--port=" + std::to_string(daemon.port)};
    argv.insert(argv.end(), daemon.flags.begin(), daemon.flags.end());
    const bool runsTasks = daemon.mode != "master";
    if (runsTasks && std::none_of(argv.begin(), argv.end(), [](const auto& flag) {
            return flag.starts_with("--host_root=");
        })) {
        argv.emplace_back("--host_root=writable");
    }
    daemon.process
        = std::make_unique<Process>(argv, setting(daemon.name + "-" + std::to_string(++m_started)));
    if (daemon.mode != "agent") {
        ASSERT_TRUE(daemon.process->saysErr(kListening)) << daemon.process->err();
        const auto words = daemon.process->err();
        daemon.port = static_cast<std::uint16_t>(
            std::stoi(words.substr(words.find(kListening) + std::strlen(kListening))));
    }
    if (daemon.mode != "master") {
        ASSERT_TRUE(daemon.process->saysErr("Registered with the master")) << daemon.process->err();
    }
    expectNoTaskRoots("after the start of " + daemon.name);
}

std::string World::taskRoots() const {
    if (m_daemons.empty()) {
        return {};
    }
    std::vector<std::string> words{MUSTER_NO_TASK_ROOTS};
    for (const auto& daemon : m_daemons) {
        words.push_back(daemon->workDir);
    }
    const auto check = container::runProgram(words, 10s);
    if (!check) {
        return check.error().message;
    }
    return check->exitCode == 0 ? "" : fmt::format("{} ({})", check->output, check->exitCode);
}

void World::expectNoTaskRoots(const std::string& when) const {
    EXPECT_EQ(taskRoots(), "") << when;
}

Daemon& World::master(Flags flags) {
    m_daemons.push_back(std::make_unique<Daemon>());
    auto& daemon = *m_daemons.back();
    daemon.name = daemon.mode = "master";
    daemon.workDir = m_base + "/master";
    daemon.flags = std::move(flags);
    daemon.flags.push_back("--ip=127.0.0.1");
    start(daemon);
    return daemon;
}

Daemon& World::agent(const Daemon& master, Flags flags, const std::string& name) {
    m_daemons.push_back(std::make_unique<Daemon>());
    auto& daemon = *m_daemons.back();
    daemon.name = name;
    daemon.mode = "agent";
    daemon.workDir = m_base + "/" + name;
    daemon.flags = std::move(flags);
    daemon.flags.push_back("--master=127.0.0.1:" + std::to_string(master.port));
    daemon.flags.push_back("--token_file=" + master.workDir + "/token");
    daemon.flags.push_back("--hostname=" + name);
    start(daemon);
    return daemon;
}

Daemon& World::standalone(Flags flags) {
    m_daemons.push_back(std::make_unique<Daemon>());
    auto& daemon = *m_daemons.back();
    daemon.name = daemon.mode = "standalone";
    daemon.workDir = m_base + "/standalone";
    daemon.flags = std::move(flags);
    start(daemon);
    return daemon;
}

void World::restart(Daemon& daemon) {
    ASSERT_TRUE(daemon.process->wait(5s)) << "it still runs";
    start(daemon);
}

std::unique_ptr<Process> World::spawn(Flags argv, bool asNobody) {
    auto where = setting("agentd-" + std::to_string(++m_started));
    if (asNobody) {
        where.asNobody = true;
        ::chmod((m_base + "/logs").c_str(), 01777);
    }
    argv.insert(argv.begin(), {MUSTER_BIN_DIR "/muster-agentd"});
    return std::make_unique<Process>(argv, std::move(where));
}

std::unique_ptr<Process> World::command(Flags words) {
    words.insert(words.begin(), {MUSTER_BIN_DIR "/muster"});
    return std::make_unique<Process>(words, setting("muster-" + std::to_string(++m_started)));
}

std::unique_ptr<Process> World::execute(const Daemon& master, Flags flags) {
    flags.insert(flags.begin(), {"execute", "--master=127.0.0.1:" + std::to_string(master.port)});
    return command(std::move(flags));
}

Console World::console(const Daemon& master) {
    return Console(master.port, master.token());
}

std::string World::sandboxFile(
    const Daemon& agent, const std::string& task, const std::string& file) {
    std::error_code error;
    for (const auto& framework : fs::directory_iterator(agent.workDir + "/sandboxes", error)) {
        if (const auto folder = framework.path() / task; fs::exists(folder)) {
            return (folder / file).string();
        }
    }
    return {};
}

std::string World::hostNodes() const {
    std::string out;
    for (unsigned minor = 0; minor < kHostGpus; ++minor) {
        out += " " + m_base + "/nodes/nvidia" + std::to_string(minor);
    }
    return out;
}

std::vector<std::string> probed(const std::string& out) {
    std::vector<std::string> answers;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("/nodes/nvidia") != std::string::npos) {
            answers.push_back(line.substr(line.rfind(' ') + 1));
        }
    }
    return answers;
}

} // namespace muster::e2e

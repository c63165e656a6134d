// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/launch_probe.h"

#include <fcntl.h>
#include <unistd.h>

namespace muster::agentd {
namespace {

constexpr std::string_view kName = "muster-probe-";
constexpr std::chrono::seconds kShared{2};

} // namespace

LaunchProbe::LaunchProbe(container::Runtime& runtime, std::string folder)
    : m_runtime(runtime), m_folder(std::move(folder)), m_lastBegun() { }

bool LaunchProbe::isProbe(const ContainerId& id) {
    return id.value.starts_with(kName);
}

// REQUIRES: m_mutex is held.
LaunchProbe::Verdict LaunchProbe::experiment(const std::vector<unsigned>& gpuMinors) {
    m_lastBegun = std::chrono::steady_clock::now();
    m_lastMinors = gpuMinors;
    m_last = {};
    const auto whole = tryOut(gpuMinors);
    if (whole) {
        return m_last;
    }
    const bool onlyGpus = !gpuMinors.empty() && tryOut({});
    m_last = {onlyGpus ? node::LaunchFault::Gpus : node::LaunchFault::Node, whole.error().message};
    return m_last;
}

node::LaunchFault LaunchProbe::judge(const std::vector<unsigned>& gpuMinors) {
    const std::lock_guard lock(m_mutex);
    const bool fresh = std::chrono::steady_clock::now() - m_lastBegun < kShared;
    if (fresh && m_last.fault != node::LaunchFault::Task
        && (m_last.fault == node::LaunchFault::Node || m_lastMinors == gpuMinors)) {
        return m_last.fault;
    }
    return experiment(gpuMinors).fault;
}

// Launches that fail meanwhile wait for the first experiment, not for one with each GPU.
node::LaunchProbed LaunchProbe::run(const std::vector<GpuInfo>& gpus) {
    std::vector<unsigned> minors;
    for (const auto& gpu : gpus) {
        minors.push_back(gpu.minor);
    }
    std::unique_lock lock(m_mutex);
    const auto together = experiment(minors);
    lock.unlock();
    node::LaunchProbed out;
    if (together.fault == node::LaunchFault::Node) {
        out.problem = together.problem;
        return out;
    }
    for (const auto& gpu : gpus) {
        out.tried.push_back(gpu.uuid);
    }
    if (together.fault == node::LaunchFault::Task) {
        return out;
    }
    for (const auto& gpu : gpus) {
        const auto alone = gpus.size() > 1 ? tryOut({gpu.minor}) : Status();
        if (!alone) {
            out.bad[gpu.uuid] = alone.error().message;
        }
    }
    if (out.bad.empty()) { // there is but one, or they only fail together
        for (const auto& gpu : gpus) {
            out.bad[gpu.uuid] = together.problem;
        }
    }
    return out;
}

Status LaunchProbe::tryOut(const std::vector<unsigned>& gpuMinors) {
    if (auto disk = tryDisk(); !disk) {
        return disk;
    }
    auto root = container::resolveUser("root");
    if (!root) {
        return tl::unexpected(root.error());
    }
    container::ContainerSpec spec{.id = {fmt::format("{}{}-{}", kName, ::getpid(), m_next++)},
        .argv = {"/bin/true"},
        .environment = {{"PATH", "/usr/bin:/bin"}},
        .user = std::move(*root),
        .sandbox = m_folder};
    spec.gpuMinors = gpuMinors;
    spec.memory = Bytes::mebi(64);
    spec.logSize = Bytes::mebi(1);
    const auto launched = m_runtime.launch(spec);
    if (!launched) {
        return tl::unexpected(launched.error());
    }
    const auto ended = m_runtime.destroy(spec.id);
    return ended ? Status() : tl::unexpected(ended.error());
}

// What an image or a task's files would need; a launch alone fits into the last few blocks.
Status LaunchProbe::tryDisk() const {
    constexpr off_t kEnough = 1 << 20;
    if (const auto made = container::makeDirectories(m_folder, 0700); !made) {
        return made;
    }
    const auto path = m_folder + "/.space";
    const container::Fd file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) {
        return container::systemFailure("write to " + m_folder);
    }
    const int error = ::posix_fallocate(file.number(), 0, kEnough);
    ::unlink(path.c_str());
    if (error != 0) {
        errno = error;
        return container::systemFailure("write to " + m_folder);
    }
    return {};
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/storm/faults.h"

#include <algorithm>
#include <csignal>
#include <filesystem>

#include <fmt/format.h>

#include "core/container/files.h"

namespace muster::e2e::storm {
namespace {

namespace fs = std::filesystem;

std::vector<pid_t> allProcesses() {
    std::vector<pid_t> out;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos) {
            out.push_back(std::stoi(name));
        }
    }
    return out;
}

std::string fileOf(pid_t pid, const char* name) {
    return container::readFile(fmt::format("/proc/{}/{}", pid, name)).value_or("");
}

bool runs(pid_t pid, const std::string& program) {
    return fileOf(pid, "comm") == program + '\n';
}

} // namespace

std::vector<Monitor> monitorsIn(const std::string& workDir) {
    const auto containers = workDir + "/containers/containers/";
    std::vector<Monitor> out;
    for (const auto pid : allProcesses()) {
        if (!runs(pid, "conmon")) {
            continue;
        }
        const auto words = fileOf(pid, "cmdline");
        const auto begin = words.find(containers);
        const auto process = container::findProcess(pid);
        if (begin == std::string::npos || !process) {
            continue;
        }
        const std::string bundle = words.c_str() + begin; // up to the end of the argument
        out.push_back({*process, !fs::exists(bundle + "/record.json")});
    }
    return out;
}

std::optional<container::ProcessRef> gpuProbeOf(pid_t agent) {
    const auto parent = fmt::format("\nPPid:\t{}\n", agent);
    for (const auto pid : allProcesses()) {
        if (runs(pid, "muster-nvml") && fileOf(pid, "status").find(parent) != std::string::npos) {
            return container::findProcess(pid);
        }
    }
    return std::nullopt;
}

std::size_t countProcessesNaming(const std::vector<std::string>& places) {
    const auto all = allProcesses();
    return static_cast<std::size_t>(std::ranges::count_if(all, [&](pid_t pid) {
        const auto words = fileOf(pid, "cmdline");
        return std::ranges::any_of(
            places, [&](const auto& place) { return words.find(place) != std::string::npos; });
    }));
}

bool Stopped::stop(const container::ProcessRef& process, Clock::duration time) {
    if (!container::signalProcess(process, SIGSTOP)) {
        return false;
    }
    m_all.push_back({process, Clock::now() + time});
    return true;
}

void Stopped::continueDue() {
    std::erase_if(m_all, [](const One& one) {
        const bool due = one.until <= Clock::now();
        if (due) {
            container::signalProcess(one.process, SIGCONT);
        }
        return due;
    });
}

void Stopped::continueAll() {
    for (auto& one : m_all) {
        one.until = Clock::now();
    }
    continueDue();
}

} // namespace muster::e2e::storm

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/conmon.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>

#include <nlohmann/json.hpp>

namespace muster::container {
namespace {

using Clock = std::chrono::steady_clock;

// The last error that the runtime logged says more than conmon's summary.
std::string runtimeError(const Bundle& bundle) {
    const auto text = readFile(bundle.file("runc.log"));
    std::string message;
    for (std::size_t begin = 0; text && begin < text->size();) {
        const auto end = std::min(text->find('\n', begin), text->size());
        const auto line = nlohmann::json::parse(
            text->substr(begin, end - begin), nullptr, /*allow_exceptions=*/false);
        if (line.is_object() && line.value("level", "") == "error")
            message = line.value("msg", "");
        begin = end + 1;
    }
    return message;
}

Result<std::string> readLine(int pipe, std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    std::string line;
    std::array<char, 4096> buffer{};
    while (line.find('\n') == std::string::npos) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd ready{pipe, POLLIN, 0};
        const int count
            = poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            return failure(fmt::format("the runtime created nothing within {} ms", limit.count()),
                Error::Kind::Timeout);
        const auto size = read(pipe, buffer.data(), buffer.size());
        if (size <= 0)
            return line;
        line.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return line;
}

bool isLauncher(const std::string& commandLine, const Monitor& monitor, const ContainerId& id) {
    const std::string zero(1, '\0');
    return commandLine.find(zero + id.value + zero) != std::string::npos
        && commandLine.find(monitor.stateDirectory + '/') != std::string::npos;
}

std::vector<pid_t> launchers(const Monitor& monitor, const ContainerId& id) {
    std::vector<pid_t> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(opendir("/proc"), closedir);
    while (const dirent* entry = proc ? readdir(proc.get()) : nullptr) {
        const pid_t pid = std::atoi(entry->d_name);
        if (pid <= 0 || pid == getpid())
            continue;
        const auto text = readFile(fmt::format("/proc/{}/cmdline", pid));
        if (text && isLauncher(*text, monitor, id))
            found.push_back(pid);
    }
    return found;
}

} // namespace

std::vector<std::string> conmonArguments(const Monitor& monitor, const Bundle& bundle) {
    const std::string& id = bundle.id().value;
    std::vector<std::string> arguments{monitor.conmon, "--api-version", "1", "-c", id, "-u", id,
        "-n", id, "-b", bundle.directory(), "-r", monitor.runc, "-p", bundle.file("pid"), "-P",
        bundle.file("conmon.pid"), "--exit-dir", monitor.stateDirectory + "/exits", "--full-attach",
        "-l", "passthrough", "--log-level", "fatal"};
    for (const std::string& argument :
        {std::string("--root"), monitor.stateDirectory + "/runc", std::string("--log"),
            bundle.file("runc.log"), std::string("--log-format"), std::string("json")}) {
        arguments.emplace_back("--runtime-arg");
        arguments.push_back(argument);
    }
    return arguments;
}

Result<pid_t> parseSyncLine(std::string_view line) {
    const auto json = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("data") || !json["data"].is_number_integer())
        return failure("conmon ended without an answer", Error::Kind::Internal);
    const auto pid = json["data"].get<pid_t>();
    if (pid > 0)
        return pid;
    const auto message = json.find("message");
    return failure(message != json.end() && message->is_string() ? message->get<std::string>()
                                                                 : "conmon gave no reason",
        Error::Kind::Internal);
}

Result<pid_t> createContainer(const Monitor& monitor, const Bundle& bundle, const Fd& status,
    const Sandbox& sandbox, std::chrono::milliseconds limit) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("create a pipe");
    const Fd reader(ends[0]);
    Fd writer(ends[1]);
    // Nothing of the agent's environment reaches conmon: it may hold secrets.
    const auto conmon = spawn(conmonArguments(monitor, bundle),
        {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "_OCI_SYNCPIPE=3"}, bundle.directory(),
        {status.number(), sandbox.out.number(), sandbox.error.number(), writer.number()});
    if (!conmon)
        return tl::unexpected(conmon.error());
    writer = Fd();
    const auto line = readLine(reader.number(), limit);
    if (!line)
        kill(-*conmon, SIGKILL);
    waitForChild(*conmon);
    const auto pid = line ? parseSyncLine(*line) : Result<pid_t>(tl::unexpected(line.error()));
    if (pid)
        return pid;
    const std::string cause = runtimeError(bundle);
    return failure("Failed to create the container",
        cause.empty() ? pid.error() : Error{cause, pid.error().kind});
}

Status killLaunchers(const Monitor& monitor, const ContainerId& id) {
    for (int round = 0; round < 500; ++round) {
        const auto pids = launchers(monitor, id);
        if (pids.empty())
            return {};
        for (const pid_t pid : pids)
            kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return failure(fmt::format("A runtime process of container {} does not die", id.value),
        Error::Kind::Timeout);
}

} // namespace muster::container

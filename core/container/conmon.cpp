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
#include <sys/socket.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

namespace muster::container {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto parentLimit = std::chrono::seconds(2); // it has nothing left to do but to end

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
            return failure(
                fmt::format("the runtime did not create the container within {} ms", limit.count()),
                Error::Kind::Timeout);
        const auto size = read(pipe, buffer.data(), buffer.size());
        if (size <= 0)
            return line;
        line.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return line;
}

struct Ends {
    Fd ours;
    Fd theirs;
};

// Not a pipe: to write to a conmon that is gone must be no signal.
std::optional<Ends> openEnds() {
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return std::nullopt;
    return Ends{Fd(ends[0]), Fd(ends[1])};
}

struct Launcher {
    pid_t pid;
    bool isRuntime; // else it is conmon
};

std::optional<Launcher> launcher(pid_t pid, const std::string& folder, const ContainerId& id) {
    const auto words = readFile(fmt::format("/proc/{}/cmdline", pid)).value_or("");
    const auto says = [&](const std::string& word) {
        const std::string zero(1, '\0');
        return words.find(zero + word + zero) != std::string::npos;
    };
    if (!says(id.value) || words.find(folder + '/') == std::string::npos)
        return std::nullopt;
    return Launcher{pid, says("create")};
}

// Those whose command line names the container and something in the folder.
std::vector<Launcher> launchers(const std::string& folder, const ContainerId& id) {
    std::vector<Launcher> found;
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(opendir("/proc"), closedir);
    while (const dirent* entry = proc ? readdir(proc.get()) : nullptr) {
        const pid_t pid = std::atoi(entry->d_name);
        if (pid <= 0 || pid == getpid())
            continue;
        if (const auto one = launcher(pid, folder, id))
            found.push_back(*one);
    }
    return found;
}

// Whether it is conmon that keeps us waiting: the runtime has ended, or was never started.
bool isMonitorHanging(const Bundle& bundle) {
    const auto all = launchers(bundle.directory(), bundle.id());
    return std::none_of(all.begin(), all.end(), [](const auto& one) { return one.isRuntime; });
}

// Of conmon, after it has answered through the child that stays: its exit status.
int endParent(pid_t conmon) {
    if (const auto parent = findProcess(conmon); parent && !waitForEnd(*parent, parentLimit))
        kill(-conmon, SIGKILL);
    return waitForChild(conmon);
}

// Whether it is no failure of conmon's own that nobody answered: it was killed, or the child that
// stays is gone, of which the parent knew nothing.
bool wasKilled(int status) {
    constexpr int signalled = 128;
    return status == 0 || status > signalled;
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
        return failure(
            "conmon exited without an answer; check --conmon and --runc", Error::Kind::Internal);
    const auto pid = json["data"].get<pid_t>();
    if (pid > 0)
        return pid;
    const auto message = json.find("message");
    return failure(message != json.end() && message->is_string() ? message->get<std::string>()
                                                                 : "conmon gave no reason",
        Error::Kind::Internal);
}

Creation::Creation(const Bundle& bundle, pid_t conmon, Fd start, Fd answer, Errors errors)
    : m_bundle(bundle), m_conmon(conmon), m_start(std::move(start)), m_answer(std::move(answer)),
      m_errors(std::move(errors)) { }

Creation::Creation(Creation&& other) noexcept
    : m_bundle(std::move(other.m_bundle)), m_conmon(std::exchange(other.m_conmon, 0)),
      m_start(std::move(other.m_start)), m_answer(std::move(other.m_answer)),
      m_errors(std::move(other.m_errors)) { }

Creation::~Creation() {
    if (m_conmon == 0)
        return;
    kill(-m_conmon, SIGKILL);
    waitForChild(m_conmon);
}

Result<Creation> Creation::begin(
    const Monitor& monitor, const Bundle& bundle, const Fd& status, const Sandbox& sandbox) {
    auto answer = openEnds();
    auto start = openEnds();
    if (!answer || !start)
        return systemFailure("create a pair of sockets");
    // Nothing of the agent's environment reaches conmon: it may hold secrets. runc ends before its
    // garbage were worth collecting.
    const auto conmon = spawn(conmonArguments(monitor, bundle),
        {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "GOGC=off", "_OCI_SYNCPIPE=3", "_OCI_STARTPIPE=4"},
        bundle.directory(),
        {status.number(), sandbox.out.number(), sandbox.error.number(),
            {answer->theirs.number(), start->theirs.number()}});
    if (!conmon)
        return tl::unexpected(conmon.error());
    return Creation(
        bundle, *conmon, std::move(start->ours), std::move(answer->ours), errorsIn(sandbox.error));
}

// Opened once more: a sandbox is opened to be written.
Creation::Errors Creation::errorsIn(const Fd& file) {
    struct stat facts { };
    fstat(file.number(), &facts);
    const auto path = fmt::format("/proc/self/fd/{}", file.number());
    return {Fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)), facts.st_size};
}

// In one line: a runtime that cannot even begin has logged nothing, and says why there.
std::string Creation::errorText() const {
    std::array<char, 500> buffer;
    const auto count = pread(m_errors.file.number(), buffer.data(), buffer.size(), m_errors.begin);
    std::string text(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    std::ranges::replace_if(
        text, [](char one) { return one < ' ' || one > '~'; }, ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

Result<pid_t> Creation::create(std::chrono::milliseconds limit) {
    auto line = send(m_start.number(), "\n", 1, MSG_NOSIGNAL) == 1
        ? readLine(m_answer.number(), limit)
        : Result<std::string>(""); // it has ended
    if (!line) {
        if (isMonitorHanging(m_bundle))
            line = failure("conmon hangs", Error{line.error().message, Error::Kind::Unavailable});
        kill(-m_conmon, SIGKILL);
    }
    const int status = endParent(std::exchange(m_conmon, 0));
    auto pid = line ? parseSyncLine(*line) : Result<pid_t>(tl::unexpected(line.error()));
    if (pid)
        return pid;
    if (line && line->empty() && wasKilled(status))
        pid.error().kind = Error::Kind::Unavailable;
    auto cause = runtimeError(m_bundle);
    if (cause.empty() && line && line->empty())
        cause = errorText();
    return failure("Failed to create the container",
        cause.empty() ? pid.error() : Error{cause, pid.error().kind});
}

Status killLaunchers(const std::string& stateDirectory, const ContainerId& id) {
    for (int round = 0; round < 500; ++round) {
        const auto found = launchers(stateDirectory, id);
        if (found.empty())
            return {};
        for (const auto& one : found)
            kill(one.pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return failure(fmt::format("A runtime process of container {} does not die", id.value),
        Error::Kind::Timeout);
}

} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace muster::container {
namespace {

using Clock = std::chrono::steady_clock;

class SpawnSetup {
public:
    SpawnSetup() {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    }
    SpawnSetup(const SpawnSetup&) = delete;
    SpawnSetup& operator=(const SpawnSetup&) = delete;
    ~SpawnSetup() {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }

    void give(int from, int to) {
        if (from >= 0)
            posix_spawn_file_actions_adddup2(&m_actions, from, to);
        else
            posix_spawn_file_actions_addopen(&m_actions, to, "/dev/null", O_RDWR, 0);
    }
    // As 3, 4... and nothing behind them: not every library marks its sockets.
    void giveExactly(const std::vector<int>& extra) {
        const int end = STDERR_FILENO + 1 + static_cast<int>(extra.size());
        int to = STDERR_FILENO;
        for (const int from : extra) {
            // No source is where another one goes.
            m_copies.emplace_back(fcntl(from, F_DUPFD_CLOEXEC, end));
            give(m_copies.back().number(), ++to);
        }
        posix_spawn_file_actions_addclosefrom_np(&m_actions, end);
    }
    // Of a new session, whatever terminal it opens first is the controlling one.
    void giveTerminal(const std::string& path) {
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, path.c_str(), O_RDWR, 0);
        give(STDIN_FILENO, STDOUT_FILENO);
        give(STDIN_FILENO, STDERR_FILENO);
    }
    void workIn(const std::string& directory) {
        posix_spawn_file_actions_addchdir_np(&m_actions, directory.c_str());
    }
    const posix_spawn_file_actions_t* actions() const { return &m_actions; }
    const posix_spawnattr_t* attributes() const { return &m_attributes; }

private:
    std::vector<Fd> m_copies;
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts)
        result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

int millisecondsUntil(Clock::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

// Everything that the program writes until it closes its end; false at the deadline.
bool drain(int pipe, std::string& output, Clock::time_point deadline) {
    constexpr std::size_t kept = 16384;
    std::array<char, 4096> buffer{};
    for (;;) {
        pollfd ready{pipe, POLLIN, 0};
        const int count = poll(&ready, 1, millisecondsUntil(deadline));
        if (count == 0)
            return false;
        if (count < 0)
            continue;
        const auto size = read(pipe, buffer.data(), buffer.size());
        if (size <= 0)
            return true;
        output.append(
            buffer.data(), std::min(static_cast<std::size_t>(size), kept - output.size()));
    }
}

} // namespace

std::optional<ProcessRef> findProcess(pid_t pid) {
    const auto text = readFile(fmt::format("/proc/{}/stat", pid));
    if (!text)
        return std::nullopt;
    // The name in brackets may itself hold blanks and brackets: fields count from the last one.
    auto position = text->rfind(')');
    if (position == std::string::npos || text->size() < position + 3 || (*text)[position + 2] == 'Z'
        || (*text)[position + 2] == 'X')
        return std::nullopt;
    for (int field = 2; field < 22; ++field)
        position = text->find(' ', position + 1);
    return ProcessRef{pid, std::strtoull(text->c_str() + position, nullptr, 10)};
}

Fd openProcess(const ProcessRef& process) {
    Fd fd(process.pid > 0 ? static_cast<int>(syscall(SYS_pidfd_open, process.pid, 0)) : -1);
    // The number could have been given to another process before the descriptor was opened.
    if (fd && findProcess(process.pid) == process)
        return fd;
    return Fd();
}

Result<Fd> takeDescriptor(const ProcessRef& process, int number) {
    const Fd fd = openProcess(process);
    if (!fd)
        return failure(fmt::format("Process {} has ended", process.pid), Error::Kind::NotFound);
    Fd taken(static_cast<int>(syscall(SYS_pidfd_getfd, fd.number(), number, 0)));
    if (taken)
        return taken;
    if (errno == ENOSYS)
        return failure("The kernel of this host does not share open files between processes "
                       "(pidfd_getfd): Linux 5.6 or newer is required",
            Error::Kind::Unavailable);
    return systemFailure(fmt::format("take descriptor {} of process {}", number, process.pid));
}

bool signalProcess(const ProcessRef& process, int signal) {
    const Fd fd = openProcess(process);
    return fd && syscall(SYS_pidfd_send_signal, fd.number(), signal, nullptr, 0) == 0;
}

bool waitForEnd(const ProcessRef& process, std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    const Fd fd = openProcess(process);
    if (!fd)
        return true;
    pollfd ended{fd.number(), POLLIN, 0};
    int count = 0;
    do
        count = poll(&ended, 1, millisecondsUntil(deadline));
    while (count < 0 && errno == EINTR);
    return count > 0;
}

Result<pid_t> spawn(const std::vector<std::string>& argv,
    const std::vector<std::string>& environment, const std::string& directory,
    const Descriptors& descriptors) {
    SpawnSetup setup;
    if (!directory.empty())
        setup.workIn(directory);
    if (descriptors.terminal.empty()) {
        setup.give(descriptors.in, STDIN_FILENO);
        setup.give(descriptors.out, STDOUT_FILENO);
        setup.give(descriptors.error, STDERR_FILENO);
    } else {
        setup.giveTerminal(descriptors.terminal);
    }
    setup.giveExactly(descriptors.extra);
    pid_t pid = 0;
    const int error = posix_spawnp(&pid, argv.front().c_str(), setup.actions(), setup.attributes(),
        pointers(argv).data(), pointers(environment).data());
    if (error != 0) {
        errno = error;
        return systemFailure("run " + argv.front());
    }
    return pid;
}

int waitForChild(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<ProgramRun> runProgram(
    const std::vector<std::string>& argv, std::chrono::milliseconds limit) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("create a pipe");
    const Fd reader(ends[0]);
    Fd writer(ends[1]);
    const char* path = std::getenv("PATH");
    const std::string search = path != nullptr ? path : "/usr/sbin:/usr/bin:/sbin:/bin";
    const auto pid = spawn(argv, {"PATH=" + search}, "", {-1, writer.number(), writer.number()});
    if (!pid)
        return tl::unexpected(pid.error());
    writer = Fd();
    ProgramRun run;
    const bool ended = drain(reader.number(), run.output, Clock::now() + limit);
    if (!ended)
        kill(-*pid, SIGKILL);
    run.exitCode = waitForChild(*pid);
    while (!run.output.empty() && run.output.back() == '\n')
        run.output.pop_back();
    if (!ended)
        return failure(fmt::format("{} did not end within {} ms", argv.front(), limit.count()),
            Error::Kind::Timeout);
    return run;
}

} // namespace muster::container

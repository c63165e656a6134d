// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/watched_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/container/bundle.h"

namespace muster::container::image {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t mostOutput = 4U << 20;
constexpr std::size_t mostErrors = 16U << 10;
constexpr auto lookEvery = std::chrono::milliseconds(250);

struct Pipe {
    Fd reader;
    Fd writer;
};

Result<Pipe> openPipe() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("create a pipe");
    Pipe pipe{Fd(ends[0]), Fd(ends[1])};
    // Only our end: what the program left open must not keep us from going on.
    if (fcntl(pipe.reader.number(), F_SETFL, O_NONBLOCK) != 0)
        return systemFailure("set up a pipe");
    return pipe;
}

// All that is there; false at the end of the pipe.
bool takeFrom(const Fd& pipe, std::string& text) {
    std::array<char, 16384> buffer{};
    for (;;) {
        const auto count = read(pipe.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return count < 0 && errno == EAGAIN;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > mostOutput + buffer.size())
            return true;
    }
}

// A running program and its pipes; its end kills and reaps what is still there.
class Running {
public:
    Running(pid_t pid, Fd output, Fd errors)
        : m_pid(pid), m_end(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))),
          m_output(std::move(output)), m_errors(std::move(errors)) { }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() {
        if (m_pid == 0)
            return;
        kill(-m_pid, SIGKILL); // a session of its own: spawn()
        waitForChild(m_pid);
    }

    // Waits for news. True once it has ended.
    bool wait(const Fd& stop, std::chrono::milliseconds limit) {
        std::array<pollfd, 4> fds{{{m_end.number(), POLLIN, 0}, {m_output.number(), POLLIN, 0},
            {m_errors.number(), POLLIN, 0}, {stop.number(), POLLIN, 0}}};
        if (poll(fds.data(), fds.size(), static_cast<int>(limit.count())) <= 0)
            return false;
        take();
        return (fds[0].revents & POLLIN) != 0;
    }
    bool tooMuch() const { return m_result.output.size() > mostOutput; }
    ProgramEnd finish() {
        m_result.code = waitForChild(m_pid);
        kill(-m_pid, SIGKILL); // what it started and left
        m_pid = 0;
        take();
        return std::move(m_result);
    }

private:
    void take() {
        if (m_output && !takeFrom(m_output, m_result.output))
            m_output = Fd();
        if (m_errors && !takeFrom(m_errors, m_result.errors))
            m_errors = Fd();
        if (m_result.errors.size() > mostErrors)
            m_result.errors.erase(0, m_result.errors.size() - mostErrors);
    }

    pid_t m_pid; // 0: reaped
    Fd m_end;
    Fd m_output;
    Fd m_errors;
    ProgramEnd m_result;
};

Result<ProgramEnd> watch(Running& running, const WatchedProgram& program, const Fd& stop) {
    auto nextLook = Clock::now() + lookEvery;
    for (;;) {
        const auto now = Clock::now();
        if (program.stop.stop_requested())
            return cancelled();
        if (now >= program.deadline)
            return failure(
                fmt::format("{} did not end in time", program.argv.front()), Error::Kind::Timeout);
        if (now >= nextLook) {
            nextLook = now + lookEvery;
            if (const auto looked = program.look ? program.look() : Status(); !looked)
                return tl::unexpected(looked.error());
        }
        const auto until = std::min(nextLook, program.deadline) - now;
        if (running.wait(stop, std::chrono::ceil<std::chrono::milliseconds>(until)))
            break;
        if (running.tooMuch())
            break;
    }
    if (running.tooMuch())
        return failure(
            fmt::format("{} wrote more than {} bytes", program.argv.front(), mostOutput));
    return running.finish();
}

Status writeNote(const std::string& note, pid_t pid) {
    const auto process = findProcess(pid);
    if (note.empty() || !process)
        return {};
    return writeFileAtomically(
        note, fmt::format("{} {} {}", process->pid, process->startTime, bootId()));
}

} // namespace

void endNoted(const std::string& note) {
    std::istringstream text(readFile(note).value_or(""));
    ProcessRef process;
    std::string boot;
    if (!(text >> process.pid >> process.startTime >> boot) || process.pid <= 1 || boot != bootId())
        return;
    const Fd handle = openProcess(process);
    if (!handle)
        return;
    kill(-process.pid, SIGKILL); // it leads a group: spawn()
    waitForEnd(process, std::chrono::seconds(10));
}

tl::unexpected<Error> cancelled() {
    return failure("Cancelled", Error::Kind::Conflict);
}

Result<ProgramEnd> runWatched(const WatchedProgram& program) {
    auto output = openPipe();
    auto errors = openPipe();
    const Fd stop(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!output || !errors || !stop)
        return output && errors ? systemFailure("create an event")
                                : tl::unexpected((output ? errors : output).error());
    auto descriptors = program.descriptors;
    descriptors.out = output->writer.number();
    descriptors.error = errors->writer.number();
    const auto pid = spawn(program.argv, program.environment, program.directory, descriptors);
    if (!pid)
        return tl::unexpected(pid.error());
    output->writer = Fd();
    errors->writer = Fd();
    Running running(*pid, std::move(output->reader), std::move(errors->reader));
    if (const auto noted = writeNote(program.note, *pid); !noted)
        return tl::unexpected(noted.error());
    const std::stop_callback wake(program.stop, [&stop] { eventfd_write(stop.number(), 1); });
    return watch(running, program, stop);
}

} // namespace muster::container::image

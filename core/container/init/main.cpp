// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The first process of a container. A command that were pid 1 itself would ignore SIGTERM and its
// own abort(), and leave zombies; and conmon reports a death by signal 9 and "exit 137" alike. So
// this process runs the command as its child, passes signals on to it, copies its output into files
// of limited size, and writes the exact status to the file on its stdin before it ends. That file
// is on no mount of the container, and no task can reach the descriptor: it is closed at the
// command's exec and this process is not dumpable. It has the task's user and rights, and needs no
// agent.
//   muster-init [--terminal=ROWSxCOLUMNS] FOLDER SIZE FILES COMMAND...    see OutputFiles
// With a terminal that is the command's stdin, stdout and stderr; all it writes is in `stdout`.
// Static: it runs on any root file system. Nothing else of Muster is in it.
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/container/init/output.h"
#include "core/container/init/terminal.h"

namespace {

using muster::container::Output;

constexpr int failed = 125;

// The outer end is at kTerminalDescriptor, the inner one is returned: opened through the other, so
// that no path leads elsewhere.
int openTerminal(unsigned short rows, unsigned short columns) {
    const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    const int outer = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (outer < 0 || unlockpt(outer) != 0 || ioctl(outer, TIOCSWINSZ, &size) != 0
        || dup3(outer, muster::container::kTerminalDescriptor, O_CLOEXEC) < 0)
        return -1;
    close(outer);
    return ioctl(
        muster::container::kTerminalDescriptor, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

int takeStatusFile() {
    const int status = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    return status;
}

// A plain user may not walk to its sandbox through the agent's folders, but begins in it.
int openFolder(const char* path) {
    char here[PATH_MAX];
    const bool isHere = getcwd(here, sizeof here) != nullptr && std::strcmp(here, path) == 0;
    return open(isHere ? "." : path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

struct Arguments {
    bool hasTerminal = false;
    unsigned short rows = 0;
    unsigned short columns = 0;
    const char* folder = nullptr;
    unsigned long long size = 0;
    unsigned files = 0;
    char** command = nullptr;
};

bool parse(int argc, char** argv, Arguments& out) {
    out.hasTerminal
        = argc > 1 && std::sscanf(argv[1], "--terminal=%hux%hu", &out.rows, &out.columns) == 2;
    const int first = out.hasTerminal ? 2 : 1;
    if (argc < first + 4)
        return false;
    out.folder = argv[first];
    out.size = std::strtoull(argv[first + 1], nullptr, 10);
    out.files = static_cast<unsigned>(std::strtoul(argv[first + 2], nullptr, 10));
    out.command = argv + first + 3;
    return true;
}

// Of a session of its own, which the terminal needs: a signal from there goes to who is in front.
void takeTerminal(int terminal) {
    setsid();
    ioctl(terminal, TIOCSCTTY, 0);
    dup2(terminal, STDIN_FILENO);
}

// Without memory the kernel takes this process rather than its parent, with which everything of the
// container would end.
void goBeforeInit() {
    constexpr long more = 100;
    constexpr long most = 1000;
    char text[24] = {};
    const int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (file < 0 || read(file, text, sizeof text - 1) <= 0)
        return;
    const long raised = std::strtol(text, nullptr, 10) + more;
    std::snprintf(text, sizeof text, "%ld", raised < most ? raised : most);
    [[maybe_unused]] const auto size = pwrite(file, text, std::strlen(text), 0);
    close(file);
}

[[noreturn]] void runCommand(
    const Arguments& arguments, const sigset_t& signals, int out, int error) {
    if (arguments.hasTerminal)
        takeTerminal(out);
    else
        setpgid(0, 0);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    goBeforeInit();
    for (int number = 1; number < NSIG; ++number)
        signal(number, SIG_DFL); // conmon ignores SIGPIPE, and ignoring is inherited
    sigprocmask(SIG_SETMASK, &signals, nullptr);
    execvp(arguments.command[0], arguments.command);
    std::fprintf(stderr, "Failed to run '%s': %s\n", arguments.command[0], std::strerror(errno));
    _exit(EXIT_FAILURE); // what an executor of Mesos says of it
}

// The file already has room for the text, so that a full disk loses no status.
void writeStatus(int statusFile, const char* text) {
    [[maybe_unused]] const auto size = pwrite(statusFile, text, std::strlen(text), 0);
}

[[noreturn]] void report(int statusFile, int status) {
    char text[32];
    const bool signalled = WIFSIGNALED(status);
    const int number = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    std::snprintf(text, sizeof text, "%s %d\n", signalled ? "signal" : "exit", number);
    writeStatus(statusFile, text);
    _exit(signalled ? 128 + number : number);
}

// True once the command has ended, with how.
bool reap(pid_t command, int& commandStatus) {
    int status = 0;
    bool ended = false;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (child != command)
            continue;
        commandStatus = status;
        ended = true;
    }
    return ended;
}

// A command that is only about to have a group of its own takes the signal as it begins.
void passOn(int signal, pid_t command) {
    if (kill(-command, signal) != 0)
        kill(command, signal);
}

// True once the command has ended. SIGXFSZ is this process' own: a file larger than it may write.
bool takeSignal(int signals, pid_t command, int& status) {
    signalfd_siginfo signal{};
    if (read(signals, &signal, sizeof signal) != sizeof signal)
        return false;
    if (signal.ssi_signo == SIGCHLD)
        return reap(command, status);
    if (signal.ssi_signo != SIGXFSZ)
        passOn(static_cast<int>(signal.ssi_signo), command);
    return false;
}

int copyUntilEnd(int signals, pid_t command, Output& out, Output& error) {
    int status = 0;
    for (;;) {
        pollfd ready[]{{signals, POLLIN, 0}, {out.pipe(), POLLIN, 0}, {error.pipe(), POLLIN, 0}};
        if (poll(ready, 3, -1) < 0)
            continue;
        if (ready[1].revents != 0)
            out.copy();
        if (ready[2].revents != 0)
            error.copy();
        if (ready[0].revents != 0 && takeSignal(signals, command, status))
            return status;
    }
}

int refuse(const char* what) {
    std::fprintf(stderr, "Failed to run the task: %s\n", what);
    return failed;
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return refuse("init was not told what to do");
    prctl(PR_SET_DUMPABLE, 0);
    const bool hasTerminal = arguments.hasTerminal;
    // First of all: later its number could be another file's.
    const int terminal = hasTerminal ? openTerminal(arguments.rows, arguments.columns) : -1;
    if (hasTerminal && terminal < 0)
        return refuse("it cannot have a terminal");
    const int statusFile = takeStatusFile();
    const int folder = openFolder(arguments.folder);
    if (folder < 0 || arguments.size == 0 || arguments.files == 0)
        return refuse("there is no room for its output");
    Output out(folder, "stdout", arguments.size, arguments.files);
    Output error(folder, "stderr", arguments.size, arguments.files);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    // From here on no signal is lost: pid 1 ignores what it neither handles nor blocks.
    const int signals = signalfd(-1, &all, SFD_CLOEXEC);
    if (hasTerminal)
        out.useTerminal(muster::container::kTerminalDescriptor, terminal);
    if (signals < 0 || (!hasTerminal && (!out.openPipe() || !error.openPipe())))
        return refuse(std::strerror(errno));
    writeStatus(statusFile, "run\n");
    const pid_t command = fork();
    if (command < 0)
        return refuse(std::strerror(errno));
    if (command == 0)
        runCommand(arguments, before, out.commandEnd(), (hasTerminal ? out : error).commandEnd());
    if (!hasTerminal) // who leads a group cannot begin a session
        setpgid(command, command);
    out.closeCommandEnd();
    error.closeCommandEnd();
    const int status = copyUntilEnd(signals, command, out, error);
    out.drain();
    error.drain();
    report(statusFile, status);
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The first process of a container. A command that were pid 1 itself would ignore SIGTERM and its
// own abort(), and leave zombies; and conmon reports a death by signal 9 and "exit 137" alike. So
// this process runs the command as its child, passes signals on to it, and writes the exact status
// to the file on its stdin before it ends. That file is on no mount of the container, and no task
// can reach the descriptor: it is closed at the command's exec and this process is not dumpable.
// Static: it runs on any root file system. Includes nothing of Muster.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

int takeStatusFile() {
    const int status = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    return status;
}

[[noreturn]] void runCommand(char** argv, const sigset_t& signals) {
    setpgid(0, 0);
    for (int number = 1; number < NSIG; ++number)
        signal(number, SIG_DFL); // conmon ignores SIGPIPE, and ignoring is inherited
    sigprocmask(SIG_SETMASK, &signals, nullptr);
    execvp(argv[0], argv);
    std::fprintf(stderr, "Failed to run '%s': %s\n", argv[0], std::strerror(errno));
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

void reap(pid_t command, int statusFile) {
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (ended == command)
            report(statusFile, status);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2)
        return 125;
    prctl(PR_SET_DUMPABLE, 0);
    const int statusFile = takeStatusFile();
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    // From here on no signal is lost: pid 1 ignores what it neither handles nor blocks.
    writeStatus(statusFile, "run\n");
    const pid_t command = fork();
    if (command < 0)
        return 125;
    if (command == 0)
        runCommand(argv + 1, before);
    setpgid(command, command);
    for (;;) {
        const int signal = sigwaitinfo(&all, nullptr);
        if (signal == SIGCHLD)
            reap(command, statusFile);
        else if (signal > 0)
            kill(-command, signal);
    }
}

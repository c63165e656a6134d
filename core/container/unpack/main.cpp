// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster-unpack layer|archive --max-bytes=N --max-entries=N --max-seconds=N [--owner=UID:GID]:
// unpacks the archive on stdin into the folder on descriptor 3, confined to it. One line of JSON on
// stdout and exit status 0, or the reason in one line on stderr and exit status 1; 2 where it is
// more than --max-bytes.
#include <array>
#include <cerrno>
#include <csignal>
#include <new>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/container/unpack/confine.h"
#include "core/container/unpack/unpack.h"

namespace {

using namespace muster;
using namespace muster::unpack;

bool writeLine(int fd, std::string line) {
    line += '\n';
    for (std::string_view rest = line; !rest.empty();) {
        const auto count = write(fd, rest.data(), rest.size());
        if (count < 0 && errno != EINTR)
            return false;
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return true;
}

// No destructor of a library runs any more.
[[noreturn]] void fail(const Error& why) {
    writeLine(STDERR_FILENO, why.message);
    _exit(why.cause == Error::Cause::TooLarge ? kTooLargeStatus : EXIT_FAILURE);
}

std::array<char, 100> timeOver{};
std::size_t timeOverSize = 0;

void endLate(int) {
    [[maybe_unused]] const auto written = write(STDERR_FILENO, timeOver.data(), timeOverSize);
    _exit(EXIT_FAILURE);
}

// Also where the input stands still, or a library computes for ever.
void limitTime(unsigned seconds) {
    timeOverSize = fmt::format_to_n(
        timeOver.data(), timeOver.size(), "unpacking takes longer than {} s\n", seconds)
                       .size;
    struct sigaction action { };
    action.sa_handler = endLate;
    sigaction(SIGALRM, &action, nullptr);
    sigset_t alarmOnly;
    sigemptyset(&alarmOnly);
    sigaddset(&alarmOnly, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarmOnly, nullptr);
    alarm(std::max(seconds, 1U));
}

Status checkRoot(Options::Mode mode) {
    struct stat found { };
    if (fstat(rootDescriptor, &found) != 0 || !S_ISDIR(found.st_mode))
        return failure("descriptor 3 is no folder");
    if (mode == Options::Mode::Archive) // may come on top of what a task has already
        return {};
    DIR* listing = fdopendir(openat(rootDescriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (listing == nullptr)
        return failure("descriptor 3 cannot be listed");
    int names = 0;
    while (names <= 2 && readdir(listing) != nullptr)
        ++names;
    closedir(listing);
    return names > 2 ? Status(failure("the folder to fill is not empty")) : Status();
}

Result<Summary> run(const Options& options) {
    if (const auto root = checkRoot(options.mode); !root)
        return tl::unexpected(root.error());
    Source source(options);
    if (const auto confined = confine(options); !confined)
        return tl::unexpected(confined.error());
    Tree tree(rootDescriptor,
        options.mode == Options::Mode::Layer ? Tree::LinkedFolders::Followed
                                             : Tree::LinkedFolders::Refused,
        options.owner);
    return unpack::unpack(source, tree, options);
}

} // namespace

int main(int argc, char** argv) {
    try {
        const auto options = parseOptions(argc, argv);
        if (!options)
            fail(options.error());
        limitTime(options->maxSeconds);
        const auto summary = run(*options);
        if (!summary)
            fail(summary.error());
        _exit(writeLine(STDOUT_FILENO, summary->json()) ? EXIT_SUCCESS : EXIT_FAILURE);
    } catch (const std::bad_alloc&) {
        fail(Error{"unpacking takes more than 512 MiB of memory"});
    }
}

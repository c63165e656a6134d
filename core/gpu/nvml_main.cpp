// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster-nvml [library]: the one process that calls NVML. Requests on stdin, replies on stdout, one
// at a time; ends when stdin closes or the agent dies. If the driver hangs it, the agent kills it.
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <sys/prctl.h>
#include <unistd.h>

#include "core/gpu/session.h"

namespace {

using namespace muster::gpu;

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = write(fd, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// False at the end of the session, with the exit status.
bool serve(Session& session, FrameReader& frames, int out, int& status) {
    for (;;) {
        const auto payload = frames.next();
        if (payload && !*payload) {
            return true;
        }
        const auto request = payload ? decodeRequest(**payload) : tl::unexpected(payload.error());
        if (!request) {
            std::fprintf(stderr, "muster-nvml: %s\n", request.error().message.c_str());
            status = 2;
            return false;
        }
        if (*request == Request::Shutdown || !writeAll(out, encode(session.answer(*request)))) {
            return false;
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // an agent that died before this line has closed our stdin
    signal(SIGPIPE, SIG_IGN);
    const int out = dup(STDOUT_FILENO);
    if (out < 0
        || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) { // what a driver library prints is no reply
        return 2;
    }
    Session session(argc > 1 ? argv[1] : "libnvidia-ml.so.1");
    FrameReader frames;
    int status = 0;
    char buffer[256];
    for (;;) {
        const auto size = read(STDIN_FILENO, buffer, sizeof(buffer));
        if (size > 0) {
            frames.append({buffer, static_cast<std::size_t>(size)});
            if (!serve(session, frames, out, status)) {
                return status;
            }
        } else if (size == 0 || errno != EINTR) {
            return status;
        }
    }
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/gpu/child.h"
#include "core/gpu/protocol.h"
#include "core/kernel/base/now.h"

namespace muster::gpu {

struct ProbeOptions {
    std::string program; // path of muster-nvml
    std::string library = "libnvidia-ml.so.1"; // name or path
    std::vector<std::string> environment; // "NAME=value", for the child only
};

// The agent's side of muster-nvml: one request at a time, each with a deadline. A driver that hangs
// or crashes costs the child, which is killed and started again after 1 s, 2 s, 4 s ... 60 s.
// Thread rule: one thread, which has to outlive the probe (the child dies with it). Nothing here
// blocks.
//
// The loop: watch fd() for reading and call onReadable(); call onDeadline() at deadline(). Both may
// hand out a reply, and all but deadline() may change fd(): register it anew when generation() has
// changed.
class Probe {
public:
    explicit Probe(ProbeOptions options);
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;
    ~Probe();

    int fd() const; // -1 while no child runs
    unsigned generation() const { return m_generation; } // counts the children
    bool busy() const { return m_requestDeadline.has_value(); }

    // Starts the child if need be. Conflict: the last request is not answered yet. Unavailable: the
    // child could not be started, or is not to be restarted before deadline(). REQUIRES: not
    // Shutdown; the destructor says it.
    Status request(Request request, Uptime deadline);

    // The reply to the request, or an error when the child has ended. Nothing while it is on its
    // way.
    std::optional<Reply> onReadable(Uptime now);

    // When onDeadline() has something to do: the request is late, or the child may be restarted.
    std::optional<Uptime> deadline() const;
    // Too late: kills the child and replies "The NVIDIA driver is not answering ...", kind Timeout.
    // Else restarts the child if it is time.
    std::optional<Reply> onDeadline(Uptime now);

    pid_t pid() const { return m_child ? m_child->pid() : -1; }

private:
    Status start();
    Reply giveUp(Error error, Uptime now);
    std::optional<Reply> take(Uptime now);
    void reap();

    ProbeOptions m_options;
    std::optional<Child> m_child;
    FrameReader m_frames;
    std::vector<pid_t> m_ended; // killed, perhaps not dead yet
    unsigned m_generation = 0;
    Duration m_backOff;
    std::optional<Uptime> m_requestDeadline;
    std::optional<Uptime> m_restartAt;
    std::optional<Uptime> m_answeringSince;
};

// For the start of the agent: blocks for at most `timeout`.
Result<Discovery> discover(const ProbeOptions& options, Duration timeout);

} // namespace muster::gpu

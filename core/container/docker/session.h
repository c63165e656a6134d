// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <span>
#include <thread>

#include <poll.h>

#include "core/container/docker/exec.h"
#include "core/container/execution.h"

namespace muster::container::docker {

// A command beside a container's own whose input and output, or whose terminal, are descriptors of
// the caller's: a thread carries the bytes between them and the engine, none ahead of a slow
// reader. What cannot be started, or is lost, is said where the command's errors go, and its exit
// status is 127 for a program that is not there, otherwise 126. The engine gives the container's
// terminal its size just after the command's start, not before it.
class Session final : public Execution {
public:
    // Has copies of the descriptors. `exec`'s input, terminal and limit do not count.
    Session(Engine engine, Exec exec, const Descriptors& io);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() override; // blocks for as long as the engine needs to say which process it was

    int endFd() const override { return m_end.number(); }
    int finish() override;
    bool signal(int number) override; // soon: it waits for the command's start
    void resized() override;

private:
    // Bytes for a descriptor that takes them when it can.
    struct Outlet {
        Fd fd;
        std::string waiting;

        bool isFull() const { return !waiting.empty(); }
        void flush(); // whoever reads no more misses nothing
    };
    // What the caller asks of the thread.
    struct Requests {
        std::vector<int> signals;
        bool resize = false;

        bool any() const { return resize || !signals.empty(); }
    };

    Status take(const Descriptors& io);
    void run(const std::stop_token& stop);
    Result<int> perform(const std::stop_token& stop);
    Status carry(const std::stop_token& stop);
    Result<int> awaitEnd(const std::stop_token& stop);
    Result<bool> readEngine(); // false: the stream has ended
    void readInput();
    void wait(std::span<pollfd> ready, int limit); // in milliseconds; one of them is m_wake
    void fulfil();
    bool resize();
    void complain(const std::string& message);
    void ask(const Requests& requests);

    const Engine m_engine;
    Exec m_exec;
    const Fd m_end;
    const Fd m_wake;
    std::mutex m_mutex; // guards m_asked
    Requests m_asked;
    // The thread's own.
    Status m_taken;
    Fd m_in;
    Outlet m_out, m_error, m_toEngine;
    Frames m_frames;
    std::string m_id; // of the exec
    Requests m_pending; // not fulfilled yet
    int m_tries = 0;
    int m_code = 126;
    std::jthread m_thread; // last: it ends first
};

} // namespace muster::container::docker

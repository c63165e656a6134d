// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/agent/trash.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/now.h"

namespace muster::agentd {

// How long an ended sandbox may stay while `usage` (0 to 1) of its disk is used: Mesos'
// gc_delay * max(0, 1 - gc_disk_headroom - usage), but no less than ten minutes, or the delay if
// that is shorter: who runs a task has time to look why it failed. Pure.
Duration allowedAge(Duration delay, double headroom, double usage);

// Grows older with the uptime only: nobody who sets the wall clock makes it due.
struct EndedSandbox {
    Uptime seen; // first, by this agent as ended
    Duration ageThen{0}; // by the wall clock of that moment and its folder's time of change
};
// What was changed in the future is of age 0. Pure.
EndedSandbox seenFirst(Instant changed, const Now& now);
// Whether it is older than `allowed` and was ended for `least` by this agent's own count. Pure.
bool isDue(const EndedSandbox& sandbox, Duration allowed, Duration least, Uptime now);

// Removes the sandboxes of ended tasks and executors, by Mesos' --gc_delay, --gc_disk_headroom and
// --disk_watch_interval. When one ended is its folder's time of change, which survives a restart:
// ended() sets it, so that it is not the task's to choose. Listing and removing are a worker
// thread's; everything else is the io_context's thread.
class SandboxGc {
public:
    struct Options {
        std::string sandboxes; // <sandboxes>/<framework>/<name>
        std::string trash; // on the same file system; goes on with what an earlier agent left there
        Duration delay = defaults::kGcDelay;
        double headroom = defaults::kGcDiskHeadroom;
        Duration interval = defaults::kDiskWatchInterval;
    };
    struct Callbacks {
        std::function<Now()> now;
        std::function<double()> usage; // of the sandboxes' disk; any thread
    };

    static Result<std::unique_ptr<SandboxGc>> open(
        boost::asio::io_context& io, Options options, Callbacks callbacks);
    ~SandboxGc(); // waits for the step under way

    // From now until ended() nothing touches that folder. Repeated calls are one.
    void inUse(const ContainerId& container, const FrameworkId& framework, const std::string& name);
    void ended(const ContainerId& container);

    void start(); // looks at every interval
    void look(); // once; returns at once
    // The disk is full: at once, whatever their age, the older half of what has ended.
    void makeRoom();
    std::uint64_t looks() const { return m_looks; } // that are over, with all they removed

    // ---- since the start, as of the last look
    std::uint64_t removed() const { return m_removed; }
    std::uint64_t notRemoved() const { return m_notRemoved; } // tries
    std::uint64_t toRemove() const { return m_seen.size(); }
    Duration allowed() const { return m_allowed; } // that ended ones may be old

private:
    using Key = std::pair<std::string, std::string>; // framework, name
    struct Found {
        std::map<Key, Instant> sandboxes; // and when they were changed
        std::vector<std::string> frameworks;
        double usage = 0;
    };

    SandboxGc(boost::asio::io_context& io, Options options, Callbacks callbacks, Trash trash);
    Found list() const;
    void decide(const Found& found);
    std::vector<Key> olderHalf(const Found& found, const std::set<Key>& used) const;
    bool take(const Key& key);
    void removeEmpty(const std::vector<std::string>& frameworks) const;
    void work();
    void done();

    boost::asio::io_context& m_io;
    const Options m_options;
    const Callbacks m_callbacks;
    Trash m_trash;
    boost::asio::steady_timer m_timer;
    std::map<ContainerId, Key> m_used;
    std::map<Key, EndedSandbox> m_seen;
    bool m_started = false;
    bool m_looking = false;
    bool m_urgent = false;
    std::uint64_t m_looks = 0;
    std::uint64_t m_removed = 0;
    std::uint64_t m_notRemoved = 0;
    Duration m_allowed{0};
    std::atomic<bool> m_ending = false;
    boost::asio::thread_pool m_worker{1};
};

// Of the disk that `path` is on, as Mesos counts it: 1 - free / all; 0 if it cannot be told.
double diskUsage(const std::string& path);

} // namespace muster::agentd

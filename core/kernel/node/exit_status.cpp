// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/exit_status.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include <fmt/format.h>

namespace muster::node {
namespace {

constexpr std::array<std::string_view, 32> kSignalWords{"", "Hangup", "Interrupt", "Quit",
    "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
    "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault",
    "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault",
    "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)",
    "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
    "File size limit exceeded", "Virtual timer expired", "Profiling timer expired",
    "Window changed", "I/O possible", "Power failure", "Bad system call"};

// glibc keeps 32 and 33 for itself.
constexpr int kFirstRealTimeSignal = 34;
constexpr int kLastRealTimeSignal = 64;

cluster::TaskStatus status(TaskState state, StatusSource source, std::string message) {
    cluster::TaskStatus status;
    status.state = state;
    status.source = source;
    status.message = std::move(message);
    return status;
}

TaskState stateOf(const Exit& exit, std::optional<KillCause> killed) {
    if (killed) {
        return *killed == KillCause::Overtime ? TaskState::Failed : TaskState::Killed;
    }
    return exit.code == 0 ? TaskState::Finished : TaskState::Failed;
}

} // namespace

std::string signalWord(int signal) {
    if (signal > 0 && signal < static_cast<int>(kSignalWords.size())) {
        return std::string(kSignalWords[static_cast<std::size_t>(signal)]);
    }
    if (signal >= kFirstRealTimeSignal && signal <= kLastRealTimeSignal) {
        return fmt::format("Real-time signal {}", signal - kFirstRealTimeSignal);
    }
    return fmt::format("Unknown signal {}", signal);
}

std::string exitMessage(const Exit& exit) {
    return exit.signal ? fmt::format("Command terminated with signal {}", signalWord(*exit.signal))
                       : fmt::format("Command exited with status {}", exit.code.value_or(0));
}

bool isEndOfMemory(const Exit& exit) {
    return exit.outOfMemory && exit.code != 0;
}

cluster::TaskStatus endOf(const Exit& exit, std::optional<KillCause> killed, Milli memory) {
    if (!exit.code && !exit.signal && !exit.outOfMemory) {
        return endOfLost(killed.has_value());
    }
    const bool isOfMemory = isEndOfMemory(exit) && !killed;
    auto end = isOfMemory
        ? status(TaskState::Failed, StatusSource::Agent,
            fmt::format("Memory limit exceeded: Requested: {}MB{}", memory.text(),
                memory.value == 0 ? ", so that the agent's --default_task_memory was the limit: "
                                    "ask for mem"
                                  : ""))
        : status(stateOf(exit, killed), StatusSource::Executor, exitMessage(exit));
    if (isOfMemory) {
        end.reason = Reason::ContainerLimitationMemory;
        const auto limit = static_cast<std::uint64_t>(std::max<std::int64_t>(memory.value, 0));
        end.memoryExceeded = {{(limit << 20) / 1000}, exit.memoryPeak};
    } else if (killed == KillCause::Overtime) {
        end.reason = Reason::MaxCompletionTimeReached;
    } else if (killed == KillCause::Unhealthy) {
        end.healthy = false;
    }
    end.exitCode = exit.code;
    end.signal = exit.signal;
    return end;
}

cluster::TaskStatus endOfLaunch(
    std::string_view cause, bool killed, LaunchFault fault, LaunchStep step) {
    if (killed) {
        auto end = status(
            TaskState::Killed, StatusSource::Agent, "Killed before delivery to the executor");
        end.reason = Reason::TaskKilledDuringLaunch;
        return end;
    }
    const auto state = fault == LaunchFault::Task ? TaskState::Failed : TaskState::Dropped;
    auto end
        = status(state, StatusSource::Agent, fmt::format("Failed to launch container: {}", cause));
    end.reason = Reason::ContainerLaunchFailed;
    end.launchStep = step;
    return end;
}

cluster::TaskStatus endOfClaim(const Error& why) {
    const bool taken = why.kind == Error::Kind::Conflict;
    return endOfLaunch(why.message, false, taken ? LaunchFault::Node : LaunchFault::Task);
}

cluster::TaskStatus endOfUnbegun(bool killed) {
    if (killed) {
        return endOfLaunch("", true);
    }
    auto end = status(TaskState::Dropped, StatusSource::Agent,
        "The agent was restarted before the command began");
    end.reason = Reason::AgentRestarted;
    return end;
}

bool mayBeOfShutdown(const Exit& exit) {
    constexpr int kFromSignal = 128; // a shell's code for a program that a signal ended
    if (isEndOfMemory(exit)) {
        return false;
    }
    const bool unknown = !exit.code && !exit.signal;
    const int signal = exit.signal.value_or(exit.code.value_or(0) - kFromSignal);
    return unknown || signal == SIGTERM || signal == SIGKILL || signal == SIGHUP;
}

cluster::TaskStatus endOfReboot(bool killed) {
    auto end = status(
        killed ? TaskState::Killed : TaskState::Gone, StatusSource::Agent, "The node was rebooted");
    end.reason = Reason::AgentRestarted;
    return end;
}

cluster::TaskStatus endOfLost(bool killed) {
    auto end = status(
        killed ? TaskState::Killed : TaskState::Failed, StatusSource::Agent, "Executor terminated");
    end.reason = Reason::ExecutorTerminated;
    return end;
}

} // namespace muster::node

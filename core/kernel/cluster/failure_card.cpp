// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/failure_card.h"

#include <array>
#include <csignal>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/cluster/why_ended.h"

namespace muster::cluster {
namespace {

// What Mesos' reasons do not tell apart.
enum class Failure { Memory, Image, Fetch, Launch, NotFound, NotExecutable, Crash, Signal, Exit };

struct Advice {
    Failure failure;
    std::string_view cause;
    std::string_view hint;
};

constexpr std::array<Advice, 9> kAdvice = {{
    {Failure::Memory, "The task used more memory than it requested",
        "Request more memory (--mem), or make the program use less: smaller batches, fewer "
        "workers"},
    {Failure::Image, "The image could not be pulled or used",
        "Check the image's name and tag and the registry credentials; test with 'muster images "
        "pull'"},
    {Failure::Fetch, "A file that the task needs could not be fetched",
        "Check the URI; operators can allow more addresses with the agent's --fetch_allow and "
        "local files with --fetch_files"},
    {Failure::Launch, "The container could not be launched",
        "Read the message; if other tasks fail on the same node too, drain it"},
    {Failure::NotFound, "The shell did not find a command",
        "Check the command's spelling, its PATH and whether the image has the program"},
    {Failure::NotExecutable, "A program could not be executed",
        "Check that it is executable (chmod +x) and built for this architecture"},
    {Failure::Crash, "The program crashed",
        "Read the end of its stderr; if there is nothing, run it in a debugger"},
    {Failure::Signal, "The program was ended by a signal that Muster did not send",
        "Find out who sent it: the program itself, a person, or the kernel of the host (dmesg)"},
    {Failure::Exit, "The command ended with an error", "Read the end of its stderr"},
}};

constexpr std::string_view kCause = "Cause", kMessage = "Message", kExit = "Exit status",
                           kSignal = "Signal", kLimit = "Memory limit", kPeak = "Memory peak",
                           kKilledBy = "Killed by", kHint = "Hint";

constexpr std::pair<int, std::string_view> kSignals[] = {{SIGHUP, "SIGHUP"}, {SIGINT, "SIGINT"},
    {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
    {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGKILL, "SIGKILL"}, {SIGUSR1, "SIGUSR1"},
    {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"}, {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},
    {SIGTERM, "SIGTERM"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"}};

constexpr std::string_view kLaunchPrefix = "Failed to launch container: ";
constexpr int kFromSignal = 128; // a shell's exit status for a program that a signal ended
constexpr int kLastSignal = 64;

std::string signalText(int signal) {
    for (const auto& [number, name] : kSignals) {
        if (number == signal) {
            return fmt::format("{} ({})", name, signal);
        }
    }
    return std::to_string(signal);
}

// The program's own, also where a shell stands between.
std::optional<int> signalOf(const TaskStatus& status) {
    const int beyond = status.exitCode.value_or(0) - kFromSignal;
    return status.signal                      ? status.signal
        : beyond > 0 && beyond <= kLastSignal ? std::optional(beyond)
                                              : std::nullopt;
}

Failure failureOf(LaunchStep step) {
    switch (step) {
    case LaunchStep::Image:
        return Failure::Image;
    case LaunchStep::Fetch:
        return Failure::Fetch;
    case LaunchStep::Container:
        break;
    }
    return Failure::Launch;
}

std::optional<Failure> failureOf(const TaskStatus& status) {
    constexpr int kNotExecutable = 126, kNotFound = 127; // of shells
    if (status.memoryExceeded || status.reason == Reason::ContainerLimitationMemory) {
        return Failure::Memory;
    }
    if (status.reason == Reason::ContainerLaunchFailed) {
        return failureOf(status.launchStep.value_or(LaunchStep::Container));
    }
    if (status.state != TaskState::Failed || status.killedBy
        || status.reason.value_or(Reason::ExecutorTerminated) != Reason::ExecutorTerminated) {
        return std::nullopt; // the reason says it
    }
    if (const auto signal = signalOf(status)) {
        const bool crash = *signal == SIGSEGV || *signal == SIGBUS || *signal == SIGILL
            || *signal == SIGFPE || *signal == SIGABRT;
        return crash ? Failure::Crash : Failure::Signal;
    }
    if (!status.exitCode) {
        return std::nullopt;
    }
    return *status.exitCode == kNotFound     ? Failure::NotFound
        : *status.exitCode == kNotExecutable ? Failure::NotExecutable
                                             : Failure::Exit;
}

// Of what is not in the table above: the words of its reason, else of its state.
Advice adviceOf(const TaskStatus& status, std::optional<Failure> failure) {
    for (const auto& advice : kAdvice) {
        if (advice.failure == failure) {
            return advice;
        }
    }
    const bool killed = status.state == TaskState::Killed;
    const auto& words = status.reason && !killed ? wording(*status.reason) : wording(status.state);
    return {Failure::Exit, words.sentence, words.remedy};
}

// Where it says more than the figures do.
std::string messageOf(const TaskStatus& status, std::optional<Failure> failure) {
    const std::string_view message = status.message;
    if (failure && *failure != Failure::Image && *failure != Failure::Fetch
        && *failure != Failure::Launch) {
        return {};
    }
    return std::string(
        message.starts_with(kLaunchPrefix) ? message.substr(kLaunchPrefix.size()) : message);
}

} // namespace

std::vector<FailureLine> failureCard(const TaskStatus& status) {
    std::vector<FailureLine> lines;
    if (!isTerminal(status.state) || status.state == TaskState::Finished) {
        return lines;
    }
    const auto failure = failureOf(status);
    const auto advice = adviceOf(status, failure);
    const auto add = [&](std::string_view label, std::string text) {
        if (!text.empty()) {
            lines.push_back({label, {}, std::move(text)});
        }
    };
    lines.push_back({kCause, advice.cause, {}});
    if (const auto& by = status.killedBy) {
        add(kKilledBy, by->author + (by->reason.empty() ? "" : ": " + by->reason));
    }
    add(kMessage, messageOf(status, failure));
    if (status.exitCode) {
        add(kExit, std::to_string(*status.exitCode));
    }
    if (const auto signal = signalOf(status)) {
        add(kSignal, signalText(*signal));
    }
    if (const auto& memory = status.memoryExceeded) {
        add(kLimit, mebibytesText(memory->limit));
        add(kPeak, memory->peak ? mebibytesText(*memory->peak) : "");
    }
    if (!advice.hint.empty()) {
        lines.push_back({kHint, advice.hint, {}});
    }
    return lines;
}

std::vector<std::string_view> failureWords() {
    std::vector<std::string_view> words{
        kCause, kMessage, kExit, kSignal, kLimit, kPeak, kKilledBy, kHint};
    for (const auto& advice : kAdvice) {
        words.insert(words.end(), {advice.cause, advice.hint});
    }
    return words;
}

} // namespace muster::cluster

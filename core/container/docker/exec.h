// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/container/docker/engine.h"
#include "core/container/process.h"

namespace muster::container::docker {

// Undoes the frames in which the engine sends two streams as one: a byte that tells them apart, 1
// for the output and 2 for the errors, three zeros, four bytes of length, text.
class Frames {
public:
    using Sink = std::function<void(int stream, std::string_view text)>;
    bool take(std::string_view piece, const Sink& sink); // false: these are no frames

private:
    std::string m_head;
    int m_stream = 0;
    std::uint32_t m_left = 0;
};

// The first 16 KiB of both together, in the order in which the engine sent them.
class ExecOutput {
public:
    bool take(std::string_view piece); // as Frames::take()
    std::string text() const; // without the last newline

private:
    Frames m_frames;
    std::string m_text;
};

// A command beside a container's own, with its user, devices and limits.
struct Exec {
    std::string container; // its name at the engine
    std::vector<std::string> argv;
    std::vector<std::pair<std::string, std::string>> environment; // over the container's own
    std::chrono::milliseconds limit = std::chrono::seconds(60); // for execute() alone
    bool input = false; // its input is given to it
    bool terminal = false; // one of the container's own; the output comes without frames
};

// Runs a command to its end. At the limit or when stopped it is killed, which is an error. A
// container that has ended is NotFound.
Result<ProgramRun> execute(
    const Engine& engine, const Exec& exec, const std::stop_token& stop = {});

// The steps of that. Its id; POST /exec/<id>/start with startBody() is what starts it.
Result<std::string> createExec(
    const Engine& engine, const Exec& exec, const std::stop_token& stop = {});
std::string startBody(const Exec& exec);
struct ExecState {
    pid_t pid = 0; // as the host numbers it; 0: it does not run
    std::optional<int> code; // it has ended; 128 + N after signal N
};
Result<ExecState> inspectExec(
    const Engine& engine, const std::string& id, const std::stop_token& stop = {});
// To the command and its process group. False: it does not run.
bool signalExec(const Engine& engine, const std::string& id, int number);

// Whether the engine would find the program, as container::findProgram() says it. What cannot be
// looked at is left to the engine to judge.
Status findProgram(const Engine& engine, const Exec& exec, const std::stop_token& stop = {});

} // namespace muster::container::docker

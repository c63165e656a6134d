// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/container/docker/engine.h"
#include "core/container/process.h"

namespace muster::container::docker {

// Undoes the frames in which the engine sends two streams as one: a byte that tells them apart,
// three zeros, four bytes of length, text. Keeps the first 16 KiB of both together, in
// the order in which the engine sent them.
class ExecOutput {
public:
    bool take(std::string_view piece); // false: these are no frames
    std::string text() const; // without the last newline

private:
    std::string m_head;
    std::uint32_t m_left = 0;
    std::string m_text;
};

struct Exec {
    std::string container; // its name at the engine
    std::vector<std::string> argv;
    std::vector<std::pair<std::string, std::string>> environment; // over the container's own
    std::chrono::milliseconds limit = std::chrono::seconds(60);
};

// Runs a command beside a container's own, with its user, devices and limits, to its end. At the
// limit or when stopped it is killed, which is an error. A container that has ended is NotFound.
Result<ProgramRun> execute(
    const Engine& engine, const Exec& exec, const std::stop_token& stop = {});

} // namespace muster::container::docker

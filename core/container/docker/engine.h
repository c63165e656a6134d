// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::docker {

struct EngineOptions {
    std::string socket = "/var/run/docker.sock";
    std::string version = "1.41"; // of its API; dockerd 20.10 has it, an engine of 2025 may not
    std::size_t largestAnswer = 16U << 20; // bytes; of a stream: its longest line
};

struct EngineRequest {
    std::string method;
    std::string path; // below the version, with its query: "/containers/json?all=1"
    std::string body{};
    std::string type = "application/json"; // of the body
    std::vector<std::string> headers{}; // "X-Registry-Auth: ..."
    std::chrono::milliseconds limit = std::chrono::seconds(20); // for all of it; 0: none
    std::chrono::milliseconds silence{0}; // for a stream: between two pieces; 0: none
};

// One Docker Engine, by HTTP over its unix socket. Stateless: every request has a connection of its
// own, so it is thread-safe and an engine that comes back is simply used again. Requests block for
// up to their limit or until the stop token is triggered.
// Errors: Unavailable when the engine cannot be reached or hung up, Denied for the socket's
// permission, Timeout; what the engine refused has its message and NotFound (404), Conflict (409),
// Invalid (4xx) or Internal (5xx).
class Engine {
public:
    explicit Engine(EngineOptions options = {}) : m_options(std::move(options)) { }

    // The answer's JSON; null when it is empty.
    Result<nlohmann::json> ask(
        const EngineRequest& request, const std::stop_token& stop = {}) const;

    struct Stream {
        std::function<void()> opened{}; // the engine accepted: what happens from now on is told
        std::function<bool(std::string_view line)> line; // without the newline; false: enough
    };
    // Until the engine ends the stream or `line` has enough. Both run on the caller's thread.
    Status follow(
        const EngineRequest& request, const Stream& stream, const std::stop_token& stop = {}) const;

    // The answer as it comes, until the engine ends it or `take` returns false. An exec's output.
    Status copy(const EngineRequest& request,
        const std::function<bool(std::string_view piece)>& take,
        const std::stop_token& stop = {}) const;

    // The connection itself, once the engine has switched it to bytes that go both ways: an exec's.
    // Does not block, and is the caller's; the limit is for the answer.
    Result<Fd> upgrade(const EngineRequest& request, const std::stop_token& stop = {}) const;

    // That it answers and speaks our version of the API; otherwise what to do about it.
    Status check() const;

    const std::string& socket() const { return m_options.socket; }

private:
    EngineOptions m_options;
};

// For a path or a query: everything but letters, digits and -._~ as %XX.
std::string urlEncoded(std::string_view text);

} // namespace muster::container::docker

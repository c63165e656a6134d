// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/agent/docker_tasks.h"
#include "core/container/runtime.h"
#include "core/kernel/node/agent.h"
#include "core/proto/checks.h"

namespace muster::agentd {

// Makes the checks of tasks, each under its time-out: a command inside the task's container, a GET
// or a connection to 127.0.0.1 in the container's network, which may be the host's. Nothing blocks;
// all is on the io_context's thread, which must have ended before this object does.
class Checks {
public:
    using Post = std::function<void(node::CheckResult)>;

    // `docker`: may be null.
    Checks(boost::asio::io_context& io, const container::Runtime& runtime, DockerTasks* docker,
        Post post)
        : m_io(io), m_runtime(runtime), m_docker(docker), m_post(std::move(post)) { }
    ~Checks();

    void run(node::RunCheck check); // answered by one post

private:
    // The exit code, the HTTP status, or whether a connection was made; nothing if the check could
    // not be made or ran out of time.
    using Outcome = boost::asio::awaitable<std::optional<int>>;

    boost::asio::awaitable<void> perform(node::RunCheck check);
    // Not connected yet; nothing if the container's network is gone.
    std::optional<boost::asio::ip::tcp::socket> socketIn(const ContainerId& container) const;
    Outcome outcomeOf(const node::RunCheck& check, const proto::CheckAction& action);
    Outcome execute(const node::RunCheck& check, const mesos::v1::CommandInfo& command);
    Outcome executeByDocker(const ContainerId& id, std::vector<std::string> argv,
        const mesos::v1::CommandInfo& command, std::chrono::milliseconds limit);

    boost::asio::io_context& m_io;
    const container::Runtime& m_runtime;
    DockerTasks* m_docker;
    Post m_post;
    std::stop_source m_stop;
    boost::asio::thread_pool m_threads{2}; // the engine's calls block
};

// Whether an outcome is a sign of health.
bool isHealthy(const proto::CheckAction& action, int outcome);

} // namespace muster::agentd

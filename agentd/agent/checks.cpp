// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/checks.h"

#include <algorithm>
#include <thread>

#include <fcntl.h>
#include <sched.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include "agentd/agent/await.h"
#include "agentd/agent/task_spec.h"

namespace muster::agentd {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using namespace asio::experimental::awaitable_operators;

using Outcome = asio::awaitable<std::optional<int>>;

asio::ip::tcp::endpoint localPort(std::uint16_t port) {
    return {asio::ip::address_v4::loopback(), port};
}

Outcome connect(asio::ip::tcp::socket socket, const proto::TcpCheck& check) {
    const auto [error] = co_await socket.async_connect(localPort(check.port), kAwait);
    co_return error ? 0 : 1;
}

template <typename Stream>
Outcome get(Stream& stream, const proto::HttpCheck& check) {
    http::request<http::empty_body> request(http::verb::get, check.path, 11);
    request.set(http::field::host, fmt::format("127.0.0.1:{}", check.port));
    request.set(http::field::connection, "close");
    if (const auto [error, size] = co_await http::async_write(stream, request, kAwait); error) {
        co_return std::nullopt;
    }
    boost::beast::flat_buffer buffer;
    http::response_parser<http::empty_body> parser;
    const auto [error, size] = co_await http::async_read_header(stream, buffer, parser, kAwait);
    co_return error ? std::nullopt : std::optional(static_cast<int>(parser.get().result_int()));
}

// Whose certificate a task shows to itself is nobody's business: Mesos does not look at it either.
Outcome get(asio::ip::tcp::socket plain, const proto::HttpCheck& check) {
    boost::beast::tcp_stream socket(std::move(plain));
    if (const auto [error] = co_await socket.async_connect(localPort(check.port), kAwait); error) {
        co_return std::nullopt;
    }
    if (check.scheme != "https") {
        co_return co_await get(socket, check);
    }
    asio::ssl::context tls(asio::ssl::context::tls_client);
    boost::beast::ssl_stream<boost::beast::tcp_stream> stream(std::move(socket), tls);
    if (const auto [error]
        = co_await stream.async_handshake(asio::ssl::stream_base::client, kAwait);
        error) {
        co_return std::nullopt;
    }
    co_return co_await get(stream, check);
}

asio::awaitable<void> wait(Duration time) {
    asio::steady_timer timer(co_await asio::this_coro::executor, time);
    co_await timer.async_wait(kAwait);
}

Outcome within(Duration timeout, Outcome outcome) {
    const auto first = co_await (std::move(outcome) || wait(timeout));
    co_return first.index() == 0 ? std::get<0>(first) : std::nullopt;
}

} // namespace

bool isHealthy(const proto::CheckAction& action, int outcome) {
    if (std::holds_alternative<proto::CommandCheck>(action)) {
        return outcome == 0;
    }
    if (const auto* http = std::get_if<proto::HttpCheck>(&action)) {
        const auto& wanted = http->statuses;
        return wanted.empty() ? outcome >= 200 && outcome < 400
                              : std::find(wanted.begin(), wanted.end(), outcome) != wanted.end();
    }
    return outcome == 1;
}

void Checks::run(node::RunCheck check) {
    asio::co_spawn(m_io, perform(std::move(check)), asio::detached);
}

asio::awaitable<void> Checks::perform(node::RunCheck check) {
    const auto info = proto::messageOf(check.task);
    const auto action = check.kind == node::CheckKind::Health
        ? proto::actionOf(info->health_check())
        : proto::actionOf(info->check());
    const auto outcome = co_await outcomeOf(check, action);
    node::CheckResult result{
        check.container, check.kind, outcome && isHealthy(action, *outcome), ""};
    if (check.kind == node::CheckKind::Check) {
        result.payload = proto::checkPayload(info->check(), outcome);
    }
    m_post(std::move(result));
}

Checks::Outcome Checks::outcomeOf(const node::RunCheck& check, const proto::CheckAction& action) {
    const auto timeout = check.kind == node::CheckKind::Health
        ? check.task.healthCheck->times.timeout
        : check.task.check->times.timeout;
    if (const auto* command = std::get_if<proto::CommandCheck>(&action)) {
        co_return co_await within(timeout, execute(check, command->command));
    }
    auto socket = socketIn(check.container);
    if (!socket) {
        co_return std::nullopt;
    }
    if (const auto* http = std::get_if<proto::HttpCheck>(&action)) {
        co_return co_await within(timeout, get(std::move(*socket), *http));
    }
    if (const auto* tcp = std::get_if<proto::TcpCheck>(&action)) {
        co_return co_await within(timeout, connect(std::move(*socket), *tcp));
    }
    co_return std::nullopt;
}

// A socket belongs to the network of the thread that makes it.
std::optional<asio::ip::tcp::socket> Checks::socketIn(const ContainerId& container) const {
    asio::ip::tcp::socket socket(m_io);
    const auto init = m_docker != nullptr ? m_docker->initOf(container) : std::nullopt;
    if (!init) {
        return socket;
    }
    boost::system::error_code error = asio::error::network_unreachable;
    std::thread([&] {
        const auto path = fmt::format("/proc/{}/ns/net", init->pid);
        const container::Fd network(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (network && container::findProcess(init->pid) == *init
            && ::setns(network.number(), CLONE_NEWNET) == 0) {
            socket.open(asio::ip::tcp::v4(), error);
        }
    }).join();
    return error ? std::nullopt : std::optional(std::move(socket));
}

// A command that runs out of time is killed when this coroutine is: its Execution goes.
Checks::Outcome Checks::execute(
    const node::RunCheck& check, const mesos::v1::CommandInfo& command) {
    const auto argv = argvOf(command);
    if (!argv) {
        co_return std::nullopt;
    }
    if (m_docker != nullptr && m_docker->has(check.container)) {
        const auto& times = check.kind == node::CheckKind::Health ? check.task.healthCheck->times
                                                                  : check.task.check->times;
        co_return co_await executeByDocker(check.container, *argv, command,
            std::chrono::ceil<std::chrono::milliseconds>(times.timeout));
    }
    auto execution = m_runtime.execute(check.container, *argv, environmentOf(command),
        check.kind == node::CheckKind::Health ? "health-check" : "check");
    if (!execution) {
        co_return std::nullopt;
    }
    asio::posix::stream_descriptor end(m_io, ::dup((*execution)->endFd()));
    const auto [error] = co_await end.async_wait(asio::posix::descriptor_base::wait_read, kAwait);
    if (error) {
        co_return std::nullopt;
    }
    co_return (*execution)->finish();
}

// At its limit the engine's command is killed, whether anybody waits or not.
Checks::Outcome Checks::executeByDocker(const ContainerId& id, std::vector<std::string> argv,
    const mesos::v1::CommandInfo& command, std::chrono::milliseconds limit) {
    std::optional<int> code;
    co_await asio::co_spawn(
        m_threads,
        [&]() -> asio::awaitable<void> {
            const auto run = m_docker->runtime().execute(
                id, argv, environmentOf(command), limit, m_stop.get_token());
            if (run) {
                code = run->exitCode;
            }
            co_return;
        },
        asio::use_awaitable);
    co_return code;
}

Checks::~Checks() {
    m_stop.request_stop();
    m_threads.join();
}

} // namespace muster::agentd

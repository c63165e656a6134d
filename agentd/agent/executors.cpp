// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/executors.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <spdlog/spdlog.h>

#include "agentd/agent/loopback_peer.h"
#include "agentd/agent/task_spec.h"
#include "core/proto/encoding.h"
#include "core/proto/task.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

// Whatever our umask is.
Status makeFolder(const fs::path& path, fs::perms mode) {
    std::error_code error;
    fs::create_directories(path, error);
    if (!error) {
        fs::permissions(path, mode, error);
    }
    return error ? Status(failure(fmt::format("Cannot make {}: {}", path.string(), error.message()),
               Error::Kind::Internal))
                 : Status{};
}

} // namespace

Result<std::unique_ptr<Executors>> Executors::open(
    boost::asio::io_context& io, std::string folders, ExecutorApi::Callbacks callbacks) {
    if (auto made = makeFolder(folders, fs::perms::owner_all); !made) {
        return tl::unexpected(made.error());
    }
    return std::unique_ptr<Executors>(new Executors(io, std::move(folders), std::move(callbacks)));
}

Status Executors::listen(std::uint16_t port, const std::string& file, Processes processesOf) {
    m_processesOf = std::move(processesOf);
    std::uint16_t known = 0;
    std::ifstream(file) >> known;
    auto server = serve(port != 0 ? port : known);
    if (!server && port == 0 && known != 0) {
        spdlog::warn("{}; running executors can only use their sockets to reach this agent",
            server.error().message);
        server = serve(0);
    }
    if (!server) {
        return failure("Cannot listen for executors, see --executor_port", server.error());
    }
    m_server = std::move(*server);
    if (port == 0 && known != m_server->port()) {
        std::ofstream(file) << m_server->port() << '\n';
    }
    return {};
}

Result<std::unique_ptr<net::Server>> Executors::serve(std::uint16_t port) {
    net::ServerOptions options;
    options.port = port;
    options.authenticate = false; // by token: see handle()
    options.onProblem = [](const Error& error) { spdlog::warn("Executors: {}", error.message); };
    return net::Server::listen(m_io, std::move(options),
        net::withAliases("slave(1)",
            {{.method = "POST",
                .path = "/api/v1/executor",
                .maximumBody = proto::kMaximumMessage,
                .handler = [this](const net::HttpRequest& request) { return handle(request); }}}),
        {});
}

std::string Executors::endpoint() const {
    return m_server ? fmt::format("127.0.0.1:{}", m_server->port()) : "";
}

// What is wrong with a call, the executor's own door says; here it is found, and the caller proved.
net::HttpResponse Executors::handle(const net::HttpRequest& request) const {
    const auto call = ExecutorApi::read(request);
    if (!call) {
        return call.error();
    }
    bool known = false;
    for (const auto& [container, door] : m_doors) {
        if (!door.api->isOf(*call)) {
            continue;
        }
        known = true;
        if (isClient(m_processesOf(container), request.remotePort, m_server->port())) {
            return door.api->handle(*call, request);
        }
    }
    if (known) {
        spdlog::warn(
            "A process outside the container sent a request as executor '{}' of framework {}",
            call->executor_id().value(), call->framework_id().value());
        return net::HttpResponse::text(
            403, "The caller is not a process of the executor's container");
    }
    if (const auto input = proto::fromProto(*call, ContainerId{}); !input) {
        return net::HttpResponse::text(
            400, "Failed to validate Executor::Call: " + input.error().message);
    }
    return net::badRequest("Executor cannot be found");
}

void Executors::recover(const std::vector<node::ExecutorCheckpoint>& known) {
    for (const auto& executor : known) {
        if (auto status = add(executor); !status) {
            spdlog::error("Executor '{}': {}", executor.info.id.value, status.error().message);
        }
    }
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(m_folders, error)) {
        if (!m_doors.contains({entry.path().filename().string()})) {
            fs::remove_all(entry.path(), error);
        }
    }
}

Status Executors::add(const node::ExecutorCheckpoint& executor) {
    const auto folder = folderOf(m_folders, executor.container);
    const auto user = userOf(executor.framework, proto::toProto(executor.info).command().user());
    if (!user) {
        return tl::unexpected(user.error());
    }
    // Its user, who may be anybody, looks into it from inside the container only.
    if (auto made = makeFolder(folder, fs::perms(0755)); !made) {
        return made;
    }
    Door door{.api = std::make_shared<ExecutorApi>(m_io, executor, m_callbacks), .server = {}};
    net::ServerOptions options;
    options.unixSocket
        = net::UnixSocket{fmt::format("{}/{}", folder, kExecutorSocket), user->uid, user->gid};
    options.authenticate = false;
    options.onProblem = [id = executor.info.id](const Error& error) {
        spdlog::warn("Executor '{}': {}", id.value, error.message);
    };
    auto server = net::Server::listen(m_io, std::move(options), door.api->routes(), {});
    if (!server) {
        return failure("Cannot listen for the executor", server.error());
    }
    door.server = std::move(*server);
    m_doors.insert_or_assign(executor.container, std::move(door));
    return {};
}

void Executors::remove(const ContainerId& container) {
    m_doors.erase(container);
    std::error_code ignored; // the next agent removes what is left
    fs::remove_all(folderOf(m_folders, container), ignored);
}

void Executors::tell(const node::TellExecutor& telling) {
    if (const auto door = m_doors.find(telling.container); door != m_doors.end()) {
        door->second.api->tell(telling.event);
    }
}

} // namespace muster::agentd

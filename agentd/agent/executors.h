// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "agentd/agent/executor_api.h"
#include "core/net/server.h"

namespace muster::agentd {

// The dialogue with frameworks' own executors. Each has a folder of its own on this machine, with
// the socket of its API, which no other container is shown: an executor speaks for itself only.
// The folder outlives the agent, so that the executor finds the next one's socket there. Programs
// that know Mesos' agents by address and port only find all of it at a port of loopback, too: there
// the kernel says which process asks, and it has to be one of the executor's container. One thread.
class Executors {
public:
    // Makes `folders` (0700) if need be.
    static Result<std::unique_ptr<Executors>> open(
        boost::asio::io_context& io, std::string folders, ExecutorApi::Callbacks callbacks);

    // Opens the port: 0 takes the one that the file names, so that executors that live find the
    // next agent there, or any free one, and writes it there.
    using Processes = std::function<std::vector<pid_t>(const ContainerId&)>;
    Status listen(std::uint16_t port, const std::string& file, Processes processesOf);
    // "127.0.0.1:40123"; empty: no port is open.
    std::string endpoint() const;

    // Folders of executors that are not among `known` go.
    void recover(const std::vector<node::ExecutorCheckpoint>& known);

    // Listens for it, before its container is launched or when the agent has restarted.
    Status add(const node::ExecutorCheckpoint& executor);
    void remove(const ContainerId& container);
    void tell(const node::TellExecutor& telling);

private:
    struct Door {
        std::shared_ptr<ExecutorApi> api;
        std::unique_ptr<net::Server> server; // goes first
    };

    net::HttpResponse handle(const net::HttpRequest& request) const;
    Result<std::unique_ptr<net::Server>> serve(std::uint16_t port);

    Executors(boost::asio::io_context& io, std::string folders, ExecutorApi::Callbacks callbacks)
        : m_io(io), m_folders(std::move(folders)), m_callbacks(std::move(callbacks)) { }

    boost::asio::io_context& m_io;
    std::string m_folders;
    ExecutorApi::Callbacks m_callbacks;
    std::map<ContainerId, Door> m_doors;
    Processes m_processesOf;
    std::unique_ptr<net::Server> m_server; // of the port; goes first
};

} // namespace muster::agentd

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
// The folder outlives the agent, so that the executor finds the next one's socket there. One
// thread.
class Executors {
public:
    // Makes `folders` (0700) if need be.
    static Result<std::unique_ptr<Executors>> open(
        boost::asio::io_context& io, std::string folders, ExecutorApi::Seams seams);

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

    Executors(boost::asio::io_context& io, std::string folders, ExecutorApi::Seams seams)
        : m_io(io), m_folders(std::move(folders)), m_seams(std::move(seams)) { }

    boost::asio::io_context& m_io;
    std::string m_folders;
    ExecutorApi::Seams m_seams;
    std::map<ContainerId, Door> m_doors;
};

} // namespace muster::agentd

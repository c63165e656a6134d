// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>

#include "agentd/flags.h"
#include "core/kernel/base/result.h"

namespace muster::agentd {

// The master: one port for agents, frameworks, consoles and health checks; the control journal and
// the telemetry history in the work directory. Lives on the io_context's one thread.
class MasterDaemon {
public:
    // The error is what follows "EXIT with status 1: ".
    static Result<std::unique_ptr<MasterDaemon>> start(
        boost::asio::io_context& io, const Options& options, const std::string& token);
    ~MasterDaemon();

    std::uint16_t port() const;

private:
    struct State;
    explicit MasterDaemon(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>

#include "agentd/flags.h"
#include "core/kernel/base/result.h"

namespace muster::agentd {

// The agent: discovers the GPUs, dials its master, runs what it is told to run. Its containers
// outlive it. Lives on the io_context's one thread.
class AgentDaemon {
public:
    struct Settings {
        Mode mode = Mode::Agent; // alone, or beside a master
        CommonOptions common;
        AgentOptions agent;
        FlagValues values;
        std::string token;
    };
    // The error is what follows "EXIT with status 1: ".
    static Result<std::unique_ptr<AgentDaemon>> start(
        boost::asio::io_context& io, const Settings& settings);
    ~AgentDaemon();

private:
    struct State;
    explicit AgentDaemon(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace muster::agentd

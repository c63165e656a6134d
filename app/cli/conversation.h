// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/result.h"
#include "core/net/websocket_client.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// One connection to a master as a console: requests go out, messages come in, until the command
// has what it wanted. Blocks; one thread.
class Conversation {
public:
    // What to do with a message; an exit code ends the conversation.
    using Answer = std::function<std::optional<ExitCode>(
        Conversation& conversation, const muster::v1::Message& message)>;

    Conversation(net::WebSocketClientOptions master, const CliContext& here);
    ~Conversation();

    // Connects, sends `first`, then hands each message over. A reply with an error ends it, said on
    // stderr, unless `keepErrors` is set. Ctrl+C ends it with Interrupted.
    ExitCode run(const std::vector<muster::v1::Request>& first, Answer answer);

    void send(muster::v1::Request request); // says which protocol it is
    void keepErrors() { m_keepErrors = true; }
    // A connection that ends once it was open is not said: the command looks at wasCut(). Nor is one
    // that could not be made, with keepLosses().
    void keepCuts() { m_keepCuts = true; }
    void keepLosses() { m_keepCuts = m_keepLosses = true; }
    const std::optional<Error>& wasCut() const { return m_cut; }
    // For what else the command waits for meanwhile.
    boost::asio::io_context& io();
    void end(ExitCode code); // REQUIRES: within run()

private:
    struct State;
    void received(std::string_view bytes);

    const CliContext& m_here;
    Answer m_answer;
    bool m_keepErrors = false;
    bool m_keepCuts = false;
    bool m_keepLosses = false;
    bool m_opened = false;
    std::optional<Error> m_cut;
    std::optional<ExitCode> m_code;
    std::unique_ptr<State> m_state;
};

// Says it on stderr.
ExitCode fail(const CliContext& here, const muster::v1::Error& error);
ExitCode fail(const CliContext& here, const Error& error, ExitCode code);

// Sends one request as a conversation of its own; the reply goes to `answer`, an error to stderr.
// Blocks.
ExitCode askMaster(const MasterFlags& flags, const CliContext& here, muster::v1::Request request,
    const std::function<ExitCode(const muster::v1::Reply&)>& answer);

} // namespace muster::cli

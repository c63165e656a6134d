// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>

#include "agentd/gate.h"
#include "agentd/master/web/web_sessions.h"
#include "agentd/poll_timer.h"
#include "core/net/session.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// POST /web/poll: what /ws/console says, for browsers behind a proxy that lets no WebSocket
// through. Each conversation is a session like any other to those that it asks. A message stays
// with it until the client says that it has come, and a request is carried out once, however often
// either is sent. What one caller can cost is limited: requests of a Poll, bytes of an answer,
// which those share that say the same, bytes that wait, conversations. Facts: Poll of
// console.proto. Lives on the io_context's thread.
class PollEndpoint {
public:
    // Who takes part on the other side; all of it outlives the endpoint.
    struct Console {
        std::function<void(const net::SessionPtr&, const muster::v1::Request&)> ask;
        // Once for each, but when the endpoint ends.
        std::function<void(const net::SessionPtr&)> closed;
    };
    struct Limits {
        Duration wait = std::chrono::seconds(20); // of a Poll, for a message
        Duration silence = std::chrono::seconds(60); // without a Poll, from the last answer on
        // Of one browser's session, and of one principal: those make room that nobody polls, then
        // those that were heard of the longest ago.
        std::size_t conversations = 16;
        std::size_t ofPrincipal = 64;
        std::size_t queue = 8 << 20; // bytes behind the first message, as of a WebSocket
        std::size_t abandoned = 64 << 20; // bytes of one principal that nobody waits for
        std::size_t answer = 1 << 20; // bytes of one, but for the first message of it
    };

    PollEndpoint(boost::asio::io_context& io, const Gate& gate, Console console);
    PollEndpoint(boost::asio::io_context& io, const Gate& gate, Console console, Limits limits,
        WebSessions::Random random);
    ~PollEndpoint();

    GuardedRoutes routes();
    net::HttpResponse poll(const net::HttpRequest& request);
    // The session of a browser has ended: so do its conversations.
    void endWebSession(std::uint64_t session);
    std::size_t size() const { return m_conversations.size(); }

private:
    class Conversation;
    using ConversationPtr = std::shared_ptr<Conversation>;
    using Conversations = std::map<std::string, ConversationPtr>; // by their secret

    Result<ConversationPtr> open(const net::HttpRequest& request);
    ConversationPtr find(const std::string& id, const net::HttpRequest& request) const;
    void makeRoom(const net::HttpRequest& request);
    Conversations::iterator end(Conversations::iterator which, std::string_view why);
    void tellClosed(const ConversationPtr& conversation) const;
    void answer();
    void sweep();
    void endAbandoned();

    const Gate& m_gate;
    Console m_console;
    Limits m_limits;
    WebSessions::Random m_random;
    Conversations m_conversations;
    PollTimer m_answerTimer; // what is said in one turn is one answer
    PollTimer m_sweepTimer; // while there are conversations
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "core/net/websocket_client.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"
#include "tests/support/e2e/process.h"

namespace muster::e2e {

// A WebSocket to a master, driven by the test's own thread, that keeps what it heard. It does not
// dial again.
class Wire {
public:
    Wire(std::uint16_t port, const std::string& token, const std::string& path,
        std::string_view subprotocol);

    bool until(const std::function<bool()>& condition, Patience patience = 8s);
    bool untilOpen();
    bool untilClosed(Patience patience = 8s);
    void send(const std::string& bytes, bool binary);

    std::vector<std::string> messages;
    std::optional<Error> closed;
    bool isPrompt = false; // until() looks at each message as it comes, not every 20 ms

private:
    boost::asio::io_context m_io;
    std::optional<net::WebSocketClient> m_client;
};

// A console: subscribes, folds snapshot and deltas into the newest rows, and asks.
class Console {
public:
    Console(std::uint16_t port, const std::string& token,
        proto::Encoding encoding = proto::Encoding::Binary);

    // For who measures. A reply may then be seen before the rows that it has changed.
    void setPrompt() { m_wire.isPrompt = true; }

    // Sends the request under a new id and waits for the first reply to it.
    muster::v1::Reply ask(muster::v1::Request request);
    // The id of the accepted job, "" (and a failed expectation) if it was refused.
    std::string submit(const std::string& name, const std::string& command,
        const std::string& resources, const std::function<void(muster::v1::SubmitJob&)>& more = {});
    muster::v1::Rows ended();

    bool until(const std::function<bool()>& condition, Patience patience = 8s);
    bool jobIs(const std::string& id, const std::string& state, Patience patience = 8s);
    bool gpuIs(const std::string& uuid, const std::string& state, Patience patience = 8s);

    const muster::v1::Job& job(const std::string& id) { return jobs[id]; }
    // All replies under that id, beginning with the first.
    std::vector<muster::v1::Reply> replies(std::uint64_t id);
    std::uint64_t send(muster::v1::Request request);

    std::map<std::string, muster::v1::Agent> agents; // by id
    std::map<std::string, muster::v1::Gpu> gpus; // by UUID
    std::map<std::string, muster::v1::Job> jobs; // by id; an ended one keeps its last row
    std::map<std::string, muster::v1::Alert> alerts; // that are lit, by id
    std::map<std::string, muster::v1::Task> tasks; // by task id, likewise
    muster::v1::Cluster cluster;
    unsigned problems = 0; // gaps in the sequence, messages that cannot be read

private:
    void take();
    void take(const muster::v1::Rows& rows);

    proto::Encoding m_encoding;
    Wire m_wire;
    std::size_t m_taken = 0;
    std::uint64_t m_seq = 0;
    std::uint64_t m_lastId = 0;
    std::vector<muster::v1::Reply> m_replies;
};

} // namespace muster::e2e

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/net/server.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::cli {

// A master that says what its test tells it to, on a loopback port, with a thread of its own. Read
// its state after stop().
struct FakeMaster {
    using Call = mesos::v1::scheduler::Call;
    using Event = mesos::v1::scheduler::Event;
    using Request = muster::v1::Request;
    using Message = muster::v1::Message;

    std::function<std::vector<Event>(const Call&)> onCall;
    std::function<std::vector<Message>(const Request&)> onRequest;
    unsigned cuts = 0; // so many requests lose their connection in place of an answer
    unsigned lateCuts = 0; // so many lose it after the answer
    std::vector<net::Route> routes; // beside the WebSockets
    net::SessionLimits limits; // of the WebSockets
    std::string token; // empty: nobody is asked for one
    std::uint16_t port = 0; // 0: any
    std::vector<Call> calls;
    std::vector<Request> requests;

    // To be filled with what the request asks for.
    static Message answerTo(const Request& request) {
        Message message;
        message.mutable_reply()->set_id(request.id());
        return message;
    }

    ~FakeMaster() { stop(); }
    std::string start(); // "127.0.0.1:12345"
    void stop();
    std::size_t count(Call::Type type) const;

private:
    net::WebSocketEndpoint endpoint(
        std::string path, std::function<void(const net::SessionPtr&, std::string_view)> received);

    boost::asio::io_context m_io{1};
    std::unique_ptr<net::Server> m_server;
    std::thread m_thread;
};

// As Mesos' APIs answer.
net::HttpResponse protobuf(const google::protobuf::MessageLite& message);
// The master knows one agent, "A" on node-1, and answers for its Mesos API. Before start().
void serveAgent(
    FakeMaster& master, std::function<net::HttpResponse(const net::HttpRequest&)> agent);

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/fake_master.h"

#include <gtest/gtest.h>

#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/master/master.pb.h"

namespace muster::cli {

namespace {

template <typename T>
void sendAll(const net::SessionPtr& session, const std::vector<T>& messages) {
    for (const auto& message : messages)
        session->send(
            std::make_shared<std::string>(proto::encode(message, proto::Encoding::Binary)), true);
}

} // namespace

std::string FakeMaster::start() {
    net::ServerOptions options;
    options.port = port;
    options.authenticate = !token.empty();
    options.principalOf = [this](std::string_view presented) {
        return presented == token ? std::optional<std::string>("test") : std::nullopt;
    };
    std::vector<net::WebSocketEndpoint> endpoints;
    endpoints.push_back(endpoint("/ws/framework", [this](const auto& session, auto bytes) {
        Call call;
        ASSERT_TRUE(proto::decode(bytes, proto::Encoding::Binary, call));
        calls.push_back(call);
        sendAll(session, onCall(call));
    }));
    endpoints.push_back(endpoint("/ws/console", [this](const auto& session, auto bytes) {
        Request request;
        ASSERT_TRUE(proto::decode(bytes, proto::Encoding::Binary, request));
        requests.push_back(request);
        const auto answer = onRequest(request);
        if (cuts > 0) {
            --cuts;
            return session->close(1011, "");
        }
        sendAll(session, answer);
        if (lateCuts > 0) {
            --lateCuts;
            session->close(1011, "");
        }
    }));
    auto server = net::Server::listen(m_io, std::move(options), routes, std::move(endpoints));
    EXPECT_TRUE(server) << server.error().message;
    m_server = std::move(*server);
    m_thread = std::thread([this] { m_io.run(); });
    port = m_server->port();
    return "127.0.0.1:" + std::to_string(port);
}

void FakeMaster::stop() {
    m_io.stop();
    if (m_thread.joinable())
        m_thread.join();
    m_server.reset();
}

std::size_t FakeMaster::count(Call::Type type) const {
    return static_cast<std::size_t>(std::count_if(
        calls.begin(), calls.end(), [&](const Call& call) { return call.type() == type; }));
}

net::WebSocketEndpoint FakeMaster::endpoint(
    std::string path, std::function<void(const net::SessionPtr&, std::string_view)> received) {
    net::WebSocketEndpoint endpoint;
    endpoint.path = std::move(path);
    endpoint.subprotocols = {std::string(proto::kBinarySubprotocol)};
    endpoint.access = token.empty() ? net::Access::Public : net::Access::Authenticated;
    endpoint.limits = limits;
    endpoint.onOpen = [](const auto&) {};
    endpoint.onMessage = [received](const auto& session, std::string_view bytes, bool text) {
        EXPECT_FALSE(text);
        received(session, bytes);
    };
    endpoint.onClose = [](const auto&, const Error&) {};
    return endpoint;
}

net::HttpResponse protobuf(const google::protobuf::MessageLite& message) {
    net::HttpResponse out;
    out.contentType = "application/x-protobuf";
    out.body = std::make_shared<const std::string>(message.SerializeAsString());
    return out;
}

void serveAgent(
    FakeMaster& master, std::function<net::HttpResponse(const net::HttpRequest&)> agent) {
    const auto add = [&](const char* path, auto handler) {
        master.routes.push_back({.method = "POST",
            .path = path,
            .access = net::Access::Public,
            .maximumBody = 1U << 20,
            .handler = std::move(handler)});
    };
    add("/api/v1", [](const net::HttpRequest&) {
        mesos::v1::master::Response response;
        response.set_type(mesos::v1::master::Response::GET_AGENTS);
        auto& row = *response.mutable_get_agents()->add_agents();
        row.mutable_agent_info()->set_hostname("node-1");
        row.mutable_agent_info()->mutable_id()->set_value("A");
        row.set_active(true);
        row.set_version("1");
        row.set_pid("slave(1)@127.0.0.1:1");
        return protobuf(response);
    });
    add("/slave(1)/api/v1", std::move(agent));
}

} // namespace muster::cli

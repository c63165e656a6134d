// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QObject>
#include <QWebSocket>
#include <QWebSocketServer>

#include "app/console/link/server.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::test {

// A master on loopback that does what the test says. Everything is public.
class FakeMaster : public QObject {
public:
    QWebSocketServer server{QStringLiteral("fake"), QWebSocketServer::NonSecureMode};
    std::vector<std::unique_ptr<QWebSocket>> sockets;
    std::vector<v1::Request> requests; // all that came, subscriptions too
    v1::Snapshot snapshot; // the answer to a subscription
    QByteArray
        encodedSnapshot; // that answer in place of `snapshot`, where encoding would take long
    bool silent = false; // answers nothing at all
    QByteArray authorization, subprotocol, path; // of the last handshake
    std::function<void(const v1::Request&)> onRequest; // beyond subscriptions

    FakeMaster() {
        server.listen(QHostAddress::LocalHost);
        connect(&server, &QWebSocketServer::newConnection, this, &FakeMaster::accept);
    }

    console::Server address() const {
        return {QUrl(QStringLiteral("ws://127.0.0.1:%1/ws/console").arg(server.serverPort())),
            QStringLiteral("secret"), {}};
    }
    int subscriptions() const {
        int count = 0;
        for (const auto& request : requests) {
            count += request.has_subscribe() ? 1 : 0;
        }
        return count;
    }
    void say(const v1::Message& message) {
        const auto bytes = proto::encode(message, proto::Encoding::Binary);
        for (const auto& socket : sockets) {
            socket->sendBinaryMessage(QByteArray::fromStdString(bytes));
        }
    }
    void say(const v1::Snapshot& said) {
        v1::Message message;
        *message.mutable_snapshot() = said;
        say(message);
    }
    void say(const v1::Delta& said) {
        v1::Message message;
        *message.mutable_delta() = said;
        say(message);
    }
    void say(const v1::TelemetryBatch& said) {
        v1::Message message;
        *message.mutable_telemetry() = said;
        say(message);
    }
    void reply(const v1::Reply& said) {
        v1::Message message;
        *message.mutable_reply() = said;
        say(message);
    }
    void dropAll() {
        for (const auto& socket : sockets) {
            socket->abort();
        }
        sockets.clear();
    }

private:
    void accept() {
        sockets.emplace_back(server.nextPendingConnection());
        auto* socket = sockets.back().get();
        authorization = socket->request().rawHeader("Authorization");
        subprotocol = socket->request().rawHeader("Sec-WebSocket-Protocol");
        path = socket->requestUrl().path().toUtf8();
        connect(socket, &QWebSocket::binaryMessageReceived, this, &FakeMaster::take);
    }
    void take(const QByteArray& bytes) {
        v1::Request request;
        if (!request.ParseFromArray(bytes.constData(), bytes.size())) {
            return;
        }
        requests.push_back(request);
        if (silent) {
            return;
        }
        if (request.has_subscribe() && !encodedSnapshot.isEmpty()) {
            sockets.back()->sendBinaryMessage(encodedSnapshot);
        } else if (request.has_subscribe()) {
            say(snapshot);
        } else if (onRequest) {
            onRequest(request);
        }
    }
};

} // namespace muster::test

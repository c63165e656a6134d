// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/profiles/connection_test.h"

#include <QSslConfiguration>

#include "app/console/link/handshake.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/proto/protocol.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

ConnectionTest::ConnectionTest(Server server, QString version, QObject* parent)
    : QObject(parent), m_server(std::move(server)), m_version(std::move(version)) {
    m_socket.setMaxAllowedIncomingMessageSize(proto::kMaximumOfMaster);
    m_socket.setMaxAllowedIncomingFrameSize(proto::kMaximumOfMaster);
    m_socket.setSslConfiguration(tlsOf(m_server));
    const auto fail = [this] { end(false, causeOf(m_socket, m_tlsErrors)); };
    connect(&m_socket, &QWebSocket::connected, this, &ConnectionTest::subscribe);
    connect(&m_socket, &QWebSocket::binaryMessageReceived, this, &ConnectionTest::onBytes);
    connect(&m_socket, &QWebSocket::sslErrors, this,
        [this](const QList<QSslError>& errors) { m_tlsErrors = errors; });
    connect(&m_socket, qOverload<QAbstractSocket::SocketError>(&QWebSocket::error), this, fail);
    connect(&m_socket, &QWebSocket::disconnected, this, fail);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        end(false,
            tr("%1 has not answered for %2 s: is it a Muster master?")
                .arg(m_server.url.authority())
                .arg(kPatienceMs / 1000));
    });
    m_patience.start(kPatienceMs);
    m_socket.open(handshake(m_server));
}

void ConnectionTest::subscribe() {
    v1::Request request;
    request.set_id(1);
    request.set_protocol(proto::kProtocol);
    request.mutable_subscribe()->set_telemetry(false);
    m_socket.sendBinaryMessage(
        QByteArray::fromStdString(proto::encode(request, proto::Encoding::Binary)));
}

void ConnectionTest::onBytes(const QByteArray& bytes) {
    v1::Message message;
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (!proto::parseBytes(view, proto::Encoding::Binary, message, proto::kMaximumOfMaster)) {
        end(false, tr("The master sent a message that this console does not understand"));
        return;
    }
    if (message.has_reply() && message.reply().has_error()) {
        end(false, text(message.reply().error().message()));
        return;
    }
    if (!message.has_snapshot()) {
        return;
    }
    const auto& snapshot = message.snapshot();
    const auto version = text(snapshot.cluster().version());
    if (seriesOf(version) != seriesOf(m_version)) {
        end(true,
            tr("Connected, but the master has version %1 and this console version %2: some "
               "features may be missing")
                .arg(version, m_version));
        return;
    }
    end(true, tr("Connected: version %1, GPUs: %2").arg(version).arg(snapshot.rows().gpus_size()));
}

void ConnectionTest::end(bool good, const QString& words) {
    if (m_ended) {
        return;
    }
    m_ended = true;
    m_patience.stop();
    m_socket.disconnect(this);
    m_socket.abort();
    emit finished(good, words);
}

QString seriesOf(const QString& version) {
    return version.section(QLatin1Char('.'), 0, 1);
}

} // namespace muster::console

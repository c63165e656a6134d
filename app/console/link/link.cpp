// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/link/link.h"

#include <utility>

#include <QRandomGenerator>
#include <QSslConfiguration>

#include "app/console/link/handshake.h"
#include "core/proto/encoding.h"
#include "core/proto/protocol.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"

namespace muster::console {

namespace {

// A master that says nothing for this long, not even to a ping, is gone though TCP has not noticed.
constexpr int kPulseMs = 5'000;
constexpr int kSilentPulsesOfLoss = 3;

v1::Reply unavailable(quint64 id, const QString& cause) {
    v1::Reply reply;
    reply.set_id(id);
    reply.mutable_error()->set_kind(v1::Error::UNAVAILABLE);
    reply.mutable_error()->set_message(cause.toStdString());
    return reply;
}

} // namespace

Link::Link(Server server, models::ClusterState& state, QObject* parent)
    : QObject(parent), m_server(std::move(server)), m_state(state) {
    m_socket.setMaxAllowedIncomingMessageSize(proto::kMaximumOfMaster);
    m_socket.setMaxAllowedIncomingFrameSize(proto::kMaximumOfMaster);
    m_retry.setSingleShot(true);
    m_pulse.setInterval(kPulseMs);
    connect(&m_retry, &QTimer::timeout, this, &Link::open);
    connect(&m_pulse, &QTimer::timeout, this, &Link::checkSilence);
    connect(&m_socket, &QWebSocket::connected, this, &Link::subscribe);
    connect(&m_socket, &QWebSocket::binaryMessageReceived, this, &Link::onBytes);
    connect(&m_socket, &QWebSocket::pong, this, [this] {
        m_silentPulses = 0;
        emit heard();
    });
    connect(&m_socket, &QWebSocket::sslErrors, this,
        [this](const QList<QSslError>& errors) { m_tlsErrors = errors; });
    connect(&m_socket, &QWebSocket::disconnected, this,
        [this] { lost(causeOf(m_socket, m_tlsErrors)); });
    connect(&m_socket, qOverload<QAbstractSocket::SocketError>(&QWebSocket::error), this,
        [this] { lost(causeOf(m_socket, m_tlsErrors)); });
}

Link::~Link() {
    m_socket.disconnect(this);
    m_socket.abort();
}

void Link::start() {
    open();
}

void Link::retryNow() {
    if (m_phase == Phase::Waiting) {
        m_retry.stop();
        open();
    }
}

void Link::open() {
    m_tlsErrors.clear();
    m_socket.setSslConfiguration(tlsOf(m_server));
    m_waitsForSnapshot = true;
    m_silentPulses = 0;
    setPhase(Phase::Connecting);
    m_pulse.start();
    m_socket.open(handshake(m_server));
}

// The socket may report one loss twice, as an error and as a close.
void Link::lost(const QString& cause) {
    if (m_phase == Phase::Waiting) {
        return;
    }
    m_pulse.stop();
    ++m_failures;
    m_cause = cause;
    m_retry.start(backOff(m_failures, QRandomGenerator::global()->generateDouble(), m_backOff));
    setPhase(Phase::Waiting);
    m_socket.abort();
    failAll(cause);
}

void Link::setPhase(Phase phase) {
    if (m_phase != phase) {
        m_phase = phase;
        emit phaseChanged();
    }
}

void Link::subscribe() {
    m_waitsForSnapshot = true;
    v1::Request request;
    request.set_id(++m_lastId);
    request.set_protocol(proto::kProtocol);
    auto& subscription = *request.mutable_subscribe();
    subscription.set_telemetry(true);
    subscription.add_also(v1::Shown::SERVICES);
    subscription.add_also(v1::Shown::SCHEDULES);
    m_handlers[request.id()] = [this](const v1::Reply& reply) {
        if (reply.has_error()) {
            lost(models::text(reply.error().message()));
        }
    };
    send(request);
}

void Link::resubscribe() {
    if (m_phase == Phase::Live) {
        subscribe();
    } else {
        retryNow();
    }
}

void Link::checkSilence() {
    if (++m_silentPulses > kSilentPulsesOfLoss) {
        lost(tr("No answer from the master for %1 s").arg(m_silentPulses * kPulseMs / 1000));
        return;
    }
    if (m_socket.state() == QAbstractSocket::ConnectedState) {
        m_socket.ping();
    }
}

void Link::send(const v1::Request& request) {
    m_socket.sendBinaryMessage(
        QByteArray::fromStdString(proto::encode(request, proto::Encoding::Binary)));
}

quint64 Link::request(v1::Request request, ReplyHandler handler) {
    request.set_id(++m_lastId);
    const auto id = m_lastId;
    if (m_phase != Phase::Live) {
        handler(unavailable(id, tr("Not connected to the master")));
        return id;
    }
    m_handlers[id] = std::move(handler);
    send(request);
    return id;
}

void Link::cancel(quint64 id) {
    if (m_handlers.erase(id) == 0 || m_phase != Phase::Live) {
        return;
    }
    v1::Request request;
    request.mutable_cancel_log()->set_request_id(id);
    send(request);
}

void Link::tellTaken(quint64 id, quint64 bytes) {
    if (m_phase != Phase::Live) {
        return;
    }
    v1::Request request;
    request.mutable_log_taken()->set_request_id(id);
    request.mutable_log_taken()->set_bytes(bytes);
    send(request);
}

void Link::failAll(const QString& cause) {
    for (const auto& [id, handler] : std::exchange(m_handlers, {})) {
        handler(unavailable(id, cause));
    }
}

void Link::onBytes(const QByteArray& bytes) {
    m_silentPulses = 0;
    v1::Message message;
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (const auto read
        = proto::parseBytes(view, proto::Encoding::Binary, message, proto::kMaximumOfMaster);
        !read) {
        lost(tr("The master sent a message that this console does not understand: %1")
                 .arg(models::text(read.error().message)));
        return;
    }
    switch (message.message_case()) {
    case v1::Message::kSnapshot:
        onSnapshot(std::move(*message.mutable_snapshot()));
        break;
    case v1::Message::kDelta:
        onDelta(std::move(*message.mutable_delta()));
        break;
    case v1::Message::kTelemetry:
        m_state.apply(message.telemetry());
        break;
    case v1::Message::kReply:
        onReply(message.reply());
        break;
    case v1::Message::MESSAGE_NOT_SET:
        break; // of a newer master
    }
    emit heard();
}

// Who hears of the snapshot may ask for more at once; who hears that the link is live finds the
// snapshot taken up.
void Link::onSnapshot(v1::Snapshot snapshot) {
    m_waitsForSnapshot = false;
    m_failures = 0;
    m_cause.clear();
    const auto before = std::exchange(m_phase, Phase::Live);
    m_state.apply(std::move(snapshot));
    if (before != Phase::Live) {
        emit phaseChanged();
    }
}

void Link::onDelta(v1::Delta delta) {
    if (!m_waitsForSnapshot && !m_state.apply(std::move(delta))) {
        subscribe();
    }
}

// The handler may ask for more, or be forgotten, while it runs.
void Link::onReply(const v1::Reply& reply) {
    const auto found = m_handlers.find(reply.id());
    if (found == m_handlers.end()) {
        return;
    }
    const auto handler = found->second;
    if (!reply.has_log() || reply.log().end() || reply.has_error()) {
        m_handlers.erase(found);
    }
    handler(reply);
}

} // namespace muster::console

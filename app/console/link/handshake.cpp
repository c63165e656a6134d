// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/link/handshake.h"

#include <QCoreApplication>
#include <QSslConfiguration>
#include <QWebSocket>

#include "core/proto/encoding.h"

namespace muster::console {

namespace {

struct Handshake {
    Q_DECLARE_TR_FUNCTIONS(Handshake)
};

QString tlsCause(const QSslError& error, const QString& host) {
    switch (error.error()) {
    case QSslError::HostNameMismatch:
        return Handshake::tr(
            "The certificate is not valid for %1: use the address that is in the certificate")
            .arg(host);
    case QSslError::SelfSignedCertificate:
    case QSslError::SelfSignedCertificateInChain:
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
    case QSslError::CertificateUntrusted:
        return Handshake::tr(
            "The certificate of %1 is not signed by a trusted authority: specify its CA file")
            .arg(host);
    case QSslError::CertificateExpired:
        return Handshake::tr("The certificate of %1 has expired").arg(host);
    case QSslError::CertificateNotYetValid:
        return Handshake::tr("The certificate of %1 is not valid yet: check the clock").arg(host);
    default:
        return Handshake::tr("The certificate of %1 was rejected: %2")
            .arg(host, error.errorString());
    }
}

constexpr const char* kBearer = "Bearer ";

// QWebSocket tells an HTTP answer only in its text.
QString httpCause(const QString& said, const QNetworkRequest& request) {
    if (said.contains(QLatin1String("401"))) {
        return request.rawHeader("Authorization") == kBearer
            ? Handshake::tr("This master requires a token")
            : Handshake::tr("The master rejected the token (401)");
    }
    if (said.contains(QLatin1String("403"))) {
        return Handshake::tr("The master denies access to this user or under this host name (403)");
    }
    if (said.contains(QLatin1String("404"))) {
        return Handshake::tr("There is no Muster master at this address (404)");
    }
    return {};
}

} // namespace

QNetworkRequest handshake(const Server& server) {
    QNetworkRequest request(server.url);
    request.setRawHeader("Authorization", kBearer + server.token.toUtf8());
    request.setRawHeader("Sec-WebSocket-Protocol",
        QByteArray(proto::kBinarySubprotocol.data(), int(proto::kBinarySubprotocol.size())));
    return request;
}

QSslConfiguration tlsOf(const Server& server) {
    auto tls = QSslConfiguration::defaultConfiguration();
    if (!server.caFile.isEmpty()) {
        tls.setCaCertificates(QSslCertificate::fromPath(server.caFile));
    }
    return tls;
}

// A refused connection is told as a close, and before the error itself.
QString causeOf(const QWebSocket& socket, const QList<QSslError>& tls) {
    const auto host = socket.requestUrl().host();
    const auto said = socket.errorString();
    if (!tls.isEmpty()) {
        return tlsCause(tls.first(), host);
    }
    if (const auto cause = httpCause(said, socket.request()); !cause.isEmpty()) {
        return cause;
    }
    switch (socket.error()) {
    case QAbstractSocket::HostNotFoundError:
        return Handshake::tr("Host %1 not found: check the spelling").arg(host);
    case QAbstractSocket::ConnectionRefusedError:
        return Handshake::tr("%1 refused the connection: is the master running on this port?")
            .arg(socket.requestUrl().authority());
    case QAbstractSocket::SocketTimeoutError:
    case QAbstractSocket::NetworkError:
        return Handshake::tr("%1 does not answer: check the network and the address")
            .arg(socket.requestUrl().authority());
    case QAbstractSocket::SslHandshakeFailedError:
        return Handshake::tr("TLS connection to %1 failed: %2").arg(host, said);
    case QAbstractSocket::UnknownSocketError:
    case QAbstractSocket::RemoteHostClosedError:
        break;
    default:
        if (!said.isEmpty()) {
            return said;
        }
    }
    const auto reason = socket.closeReason();
    return reason.isEmpty() ? Handshake::tr("The master closed the connection") : reason;
}

} // namespace muster::console

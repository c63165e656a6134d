// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/link/server.h"

#include "core/net/address.h"
#include "core/net/context.h"
#include "core/net/private_file.h"
#include "widgets/models/text.h"

namespace muster::console {

namespace {

using models::text;

Result<QString> readToken(const std::string& path) {
    auto file = net::readPrivateFile(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    return text(file->content).trimmed();
}

QUrl consoleUrl(const net::Endpoint& endpoint) {
    QUrl url;
    url.setScheme(endpoint.tls ? QStringLiteral("wss") : QStringLiteral("ws"));
    auto host = text(endpoint.authority.host);
    if (host.startsWith(QLatin1Char('['))) {
        host = host.mid(1, host.size() - 2);
    }
    url.setHost(host);
    url.setPort(endpoint.authority.port);
    auto path = text(endpoint.path);
    while (path.endsWith(QLatin1Char('/'))) {
        path.chop(1);
    }
    url.setPath(path + QStringLiteral("/ws/console"));
    return url;
}

} // namespace

Result<Server> serverOf(const net::Context& context) {
    const auto endpoint = net::Endpoint::parse(context.address);
    if (!endpoint) {
        return tl::unexpected(endpoint.error());
    }
    Server server{consoleUrl(*endpoint), text(context.token), text(context.caFile)};
    if (!context.tokenFile.empty()) {
        const auto token = readToken(context.tokenFile);
        if (!token) {
            return tl::unexpected(token.error());
        }
        server.token = *token;
    }
    return server;
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>

#include "core/kernel/base/result.h"
#include "core/net/server.h"
#include "core/net/transport.h"

namespace muster::net {

using TlsContext = std::shared_ptr<asio::ssl::context>;

// TLS 1.2 with AEAD suites, or 1.3; no renegotiation, no compression.
Result<TlsContext> serverTls(const TlsFiles& files);
// Verifies the peer against `caFile`, or the system's authorities when it is empty.
Result<TlsContext> clientTls(const std::string& caFile);

// The name or address that the server's certificate must be made out to.
void expectHost(Transport& transport, const std::string& host);
// Why a client's handshake failed, in words: "certificate has expired".
std::string handshakeFailure(Transport& transport, const error_code& error);

} // namespace muster::net

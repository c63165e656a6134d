// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/kernel/base/result.h"
#include "core/net/address.h"
#include "core/net/tls.h"
#include "core/net/transport.h"

namespace muster::net {

// What a client needs before it dials: the TLS of an address that asks for it, else null. Denied
// when the token would go in the clear to another machine.
Result<TlsContext> prepareDial(
    const Endpoint& master, const std::string& token, const std::string& caFile);

// Name, TCP and TLS within `limit`; the transport's deadline goes on until noDeadline(). An error
// is in words with the remedy. A transport that was closed meanwhile is not opened again.
Task<Status> dial(std::shared_ptr<Transport> transport, Endpoint master, Duration limit);

} // namespace muster::net

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/net/service.h"
#include "core/net/transport.h"

namespace muster::net {

// Serves one connection until it ends or becomes a WebSocket.
Task<> serveConnection(
    std::shared_ptr<const Service> service, std::shared_ptr<Transport> transport);

} // namespace muster::net

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/address.h"
#include "core/net/websocket_link.h"

namespace muster::net {

// Why a client has no connection, in words with the remedy.
Error connectFailed(const Endpoint& master, const error_code& cause);
Error connectTimedOut(const Endpoint& master, Duration waited);
Error tlsFailed(const Endpoint& master, std::string_view cause);
Error upgradeFailed(const Endpoint& master, const UpgradeFailure& cause);
std::string tokenInClear(const Endpoint& master);

} // namespace muster::net

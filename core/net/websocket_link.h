// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/net/session.h"
#include "core/net/transport.h"

namespace muster::net {

struct LinkInfo {
    std::string subprotocol;
    std::string remote;
    std::string principal;
};

// onClosed follows onOpen once, also when it is our side that closes.
struct LinkEvents {
    std::function<void(const SessionPtr&)> onOpen;
    std::function<void(const SessionPtr&, std::string_view, bool text)> onMessage;
    std::function<void(const SessionPtr&, const Error&)> onClosed;
};

struct UpgradeRequest {
    std::string host; // "127.0.0.1:5050"
    std::string path;
    std::string token;
};

struct UpgradeFailure {
    error_code error;
    unsigned status = 0; // 0: no HTTP answer
    std::string body;
};

// The server's side: answers the upgrade in `requestHead`, which was checked before, with
// `info.subprotocol`. A failure needs no word: the connection is gone.
Task<> acceptWebSocket(std::shared_ptr<Transport> transport, std::string requestHead, LinkInfo info,
    SessionLimits limits, LinkEvents events);

// The client's side: asks for `info.subprotocol` and returns when the session is over. Fails only
// when no session came about.
Task<tl::expected<void, UpgradeFailure>> openWebSocket(std::shared_ptr<Transport> transport,
    UpgradeRequest request, LinkInfo info, SessionLimits limits, LinkEvents events);

} // namespace muster::net

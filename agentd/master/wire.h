// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/session.h"
#include "core/proto/encoding.h"

// What the master's WebSockets share.
namespace muster::agentd {

inline constexpr unsigned kPolicyViolation = 1008; // RFC 6455: the peer broke the rules

inline net::Payload pack(const google::protobuf::Message& message, proto::Encoding encoding) {
    return std::make_shared<const std::string>(proto::encode(message, encoding));
}

inline void send(
    net::Session& session, const google::protobuf::Message& message, proto::Encoding encoding) {
    session.send(pack(message, encoding), encoding == proto::Encoding::Binary);
}

} // namespace muster::agentd

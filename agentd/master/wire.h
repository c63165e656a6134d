// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/net/session.h"
#include "core/proto/encoding.h"

// What the master's WebSockets share.
namespace muster::agentd {

// Takes the rows away that are not to be kept.
template <typename List, typename Keep>
void keepIf(List& list, const Keep& keep) {
    const auto end
        = std::remove_if(list.begin(), list.end(), [&](const auto& row) { return !keep(row); });
    list.DeleteSubrange(static_cast<int>(end - list.begin()), static_cast<int>(list.end() - end));
}

inline constexpr unsigned kPolicyViolation = 1008; // RFC 6455: the peer broke the rules

inline net::Payload pack(const google::protobuf::Message& message, proto::Encoding encoding) {
    return std::make_shared<const std::string>(proto::encode(message, encoding));
}

inline void send(
    net::Session& session, const google::protobuf::Message& message, proto::Encoding encoding) {
    session.send(pack(message, encoding), encoding == proto::Encoding::Binary);
}

} // namespace muster::agentd

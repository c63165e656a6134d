// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/session.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// A principal of its own is proof of who it is; under the one that all share, or none, people say
// it themselves: `given`, of which the log has the beginning, without control characters.
std::string authorOf(const std::string& principal, const std::string& given);

// Where the replies to one request of a console go. May be kept for as long as replies follow: a
// session that is closed drops them.
struct Caller {
    net::SessionPtr session;
    proto::Encoding encoding = proto::Encoding::Binary;
    std::uint64_t id = 0; // 0: no reply is wanted

    std::string author(const std::string& given) const;

    void reply(muster::v1::Reply reply) const;
    void reply(const Status& status) const; // done, or the error
};

} // namespace muster::agentd

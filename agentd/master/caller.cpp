// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/caller.h"

#include "agentd/acls.h"
#include "agentd/master/wire.h"
#include "core/kernel/base/text.h"
#include "core/proto/error.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kLongestAuthor = 128; // bytes

} // namespace

std::string authorOf(const std::string& principal, const std::string& given) {
    const bool own = !principal.empty() && principal != kOperator;
    if (own) {
        return principal;
    }
    return given.empty() ? std::string(kOperator) : escaped(given.substr(0, kLongestAuthor));
}

std::string Caller::author(const std::string& given) const {
    return authorOf(session->principal(), given);
}

void Caller::reply(muster::v1::Reply reply) const {
    if (id == 0) {
        return;
    }
    muster::v1::Message message;
    reply.set_id(id);
    *message.mutable_reply() = std::move(reply);
    send(*session, message, encoding);
}

void Caller::reply(const Status& status) const {
    muster::v1::Reply out;
    if (!status) {
        *out.mutable_error() = proto::toProto(status.error());
    }
    reply(std::move(out));
}

} // namespace muster::agentd

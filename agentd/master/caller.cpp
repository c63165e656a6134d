// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/caller.h"

#include "agentd/acls.h"
#include "agentd/master/wire.h"

namespace muster::agentd {
namespace {

std::string kindName(Error::Kind kind) {
    switch (kind) {
    case Error::Kind::Invalid:
        return "invalid";
    case Error::Kind::NotFound:
        return "not_found";
    case Error::Kind::Denied:
        return "denied";
    case Error::Kind::Conflict:
        return "conflict";
    case Error::Kind::Unavailable:
        return "unavailable";
    case Error::Kind::Timeout:
        return "timeout";
    case Error::Kind::Internal:
        return "internal";
    }
    return "internal";
}

} // namespace

std::string Caller::author(const std::string& given) const {
    const auto& principal = session->principal();
    const bool own = !principal.empty() && principal != kOperator;
    return own ? principal : !given.empty() ? given : std::string(kOperator);
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
        out.mutable_error()->set_kind(kindName(status.error().kind));
        out.mutable_error()->set_message(status.error().message);
    }
    reply(std::move(out));
}

} // namespace muster::agentd

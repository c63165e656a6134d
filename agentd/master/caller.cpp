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
constexpr std::size_t kLongestMessage = 4096; // bytes, of an error

std::string wholeLetters(const std::string& text, std::size_t most) {
    auto length = std::min(text.size(), most);
    while (length > 0 && length < text.size() && (text[length] & 0xc0) == 0x80) {
        --length;
    }
    return text.substr(0, length);
}

} // namespace

std::string authorOf(const std::string& principal, const std::string& given) {
    const bool own = !principal.empty() && principal != kOperator;
    if (own) {
        return principal;
    }
    if (given.empty()) {
        return std::string(kOperator);
    }
    return escaped(wholeLetters(given, kLongestAuthor));
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
        auto& error = *out.mutable_error();
        error = proto::toProto(status.error());
        if (error.message().size() > kLongestMessage) { // it may repeat what was asked
            error.set_message(wholeLetters(error.message(), kLongestMessage) + "…");
        }
    }
    reply(std::move(out));
}

} // namespace muster::agentd

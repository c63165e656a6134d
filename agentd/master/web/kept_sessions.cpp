// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/kept_sessions.h"

#include <map>

#include "agentd/acls.h"
#include "core/proto/muster/v1/journal.pb.h"
#include "core/proto/time.h"

namespace muster::agentd {

history::Record sessionRecord(
    const WebSessions::Kept& session, const std::string& proof, const Now& now) {
    muster::v1::WebSessionRow row;
    row.set_principal(session.principal);
    row.set_until_ms(proto::milliseconds(now.wallAt(session.until)));
    row.set_stays(session.stays);
    row.set_proof(proof);
    row.set_used_ms(proto::milliseconds(now.wallAt(session.used)));
    return {kWebSession, session.hash, row.SerializeAsString()};
}

std::optional<KeptSession> keptSession(const history::Record& record, const Now& now) {
    muster::v1::WebSessionRow row;
    const bool isRow = row.ParseFromString(record.payload);
    const auto until = proto::instant(row.until_ms());
    if (!isRow || until <= now.wall) {
        return std::nullopt;
    }
    constexpr Duration kMost = std::chrono::hours(24 * 366);
    return KeptSession{{record.id, row.principal(), now.uptimeAt(until, kMost), row.stays(),
                           now.uptimeAt(proto::instant(row.used_ms()), kMost)},
        row.proof()};
}

SignInProof signInProof(net::Credentials credentials, std::string token) {
    return [credentials = std::move(credentials), token = std::move(token),
               known = std::map<std::string, std::string>()](
               const std::string& principal) mutable -> std::optional<std::string> {
        const auto password = credentials.hashOf(principal);
        if (!password && principal != kOperator) {
            return std::nullopt;
        }
        auto& proof = known[principal];
        if (proof.empty()) {
            const auto salt = fmt::format("web session\n{}\n{}", token, principal);
            const auto hash = password ? net::hashSlowly(net::digits(*password), salt)
                                       : Result<net::TokenHash>(net::hashToken(salt));
            proof = hash ? net::digits(*hash) : "";
        }
        return proof.empty() ? std::nullopt : std::optional(proof);
    };
}

} // namespace muster::agentd

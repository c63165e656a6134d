// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/kept_sessions.h"

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
    return {kWebSession, session.hash, row.SerializeAsString()};
}

std::optional<KeptSession> keptSession(const history::Record& record, const Now& now) {
    muster::v1::WebSessionRow row;
    const bool isRow = row.ParseFromString(record.payload);
    const auto until = proto::instant(row.until_ms());
    if (!isRow || until <= now.wall) {
        return std::nullopt;
    }
    return KeptSession{
        {record.id, row.principal(), now.uptimeAt(until, Duration::max() / 4), row.stays()},
        row.proof()};
}

} // namespace muster::agentd

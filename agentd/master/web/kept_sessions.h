// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "agentd/master/web/web_sessions.h"
#include "core/history/incarnations.h"
#include "core/net/credentials.h"

// Sessions of browsers in the control journal: whoever is signed in stays so when the master is
// started again. Of their secrets it has the hashes.
namespace muster::agentd {

using history::kWebSession; // the id of such a record is Kept::hash

// `proof`: of what the sign-in rests on.
history::Record sessionRecord(
    const WebSessions::Kept& session, const std::string& proof, const Now& now);

struct KeptSession {
    WebSessions::Kept session;
    std::string proof;
};
// Nothing: its time is over, or it is none.
std::optional<KeptSession> keptSession(const history::Record& record, const Now& now);

// What a sign-in of a principal rests on, without telling it: another text when its password or the
// master's token is changed, nothing for whom nobody can sign in as. Each password costs its slow
// hash once. One thread.
using SignInProof = std::function<std::optional<std::string>(const std::string& principal)>;
SignInProof signInProof(net::Credentials credentials, std::string token);

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "agentd/master/web/web_sessions.h"
#include "core/history/journal.h"

// Sessions of browsers in the control journal: whoever is signed in stays so when the master is
// started again. Of their secrets it has the hashes.
namespace muster::agentd {

inline constexpr const char* kWebSession
    = "web-session"; // the kind of their records; id: Kept::hash

// `proof`: of what the sign-in rests on.
history::Record sessionRecord(
    const WebSessions::Kept& session, const std::string& proof, const Now& now);

struct KeptSession {
    WebSessions::Kept session;
    std::string proof;
};
// Nothing: its time is over, or it is none.
std::optional<KeptSession> keptSession(const history::Record& record, const Now& now);

} // namespace muster::agentd

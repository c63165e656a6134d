// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/history/journal.h"
#include "core/kernel/base/id.h"
#include "core/net/token.h"

namespace muster::agentd {

// Which agent an id belongs to: to the one that has the secret of the first registration, of which
// the journal keeps a hash. An agent without a secret keeps its id as long as it is connected.
class AgentIds {
public:
    // A row that cannot be read is an error that names it.
    static Result<AgentIds> recover(history::Journal& journal);

    // Whether who presents that secret may be registered as `id`; the error, for its eyes, fits
    // into the end of a WebSocket. `connected`: somebody is.
    Status check(const AgentId& id, const std::string& secret, bool connected) const;
    // The id is theirs from now on; what the journal has to keep of it, if it does not yet.
    std::optional<history::Record> take(const AgentId& id, const std::string& secret);
    // The master has forgotten the agent: its id is free. What the journal has to drop of it.
    history::Change forget(const AgentId& id);

private:
    std::map<AgentId, net::TokenHash> m_hashes;
};

} // namespace muster::agentd

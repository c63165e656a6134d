// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "agentd/acls.h"

namespace muster::agentd {

// The accounts of this machine, asked for on a thread of its own: a directory service that does not
// answer must not hold up whoever asks, which may be a daemon's loop. Thread-safe; copies are one.
class AccountLookup {
public:
    struct Options {
        std::chrono::steady_clock::duration kept = std::chrono::seconds(60);
        std::chrono::steady_clock::duration patience = std::chrono::milliseconds(200);
        std::size_t most = 4096; // accounts beside the pinned ones: names come from clients
    };

    // `ask` may block for as long as it likes.
    AccountLookup(Acls::Accounts ask, Options options);

    // What is known, at once; when it is older than `kept`, it is asked for again meanwhile. Of
    // what is not known it waits until one question has been open for `patience`, then it is an
    // error, Unavailable: asked again later, which does not wait again, it may be known.
    Result<std::optional<Acls::Account>> operator()(const std::string& user) const;
    // Never forgets that account. Of the others those go that were not wanted for longest.
    void pin(const std::string& user) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace muster::agentd

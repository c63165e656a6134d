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
    };

    // `ask` may block for as long as it likes.
    AccountLookup(Acls::Accounts ask, Options options);

    // What was found in the last `kept`. Otherwise waits for at most `patience`, and not at all
    // while an earlier question is open; then what was known before counts, and of an account that
    // was never found it is an error: asked again later, it may be known.
    Result<std::optional<Acls::Account>> operator()(const std::string& user) const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace muster::agentd

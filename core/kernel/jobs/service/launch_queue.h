// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/jobs/service/constraint_rules.h"
#include "core/kernel/jobs/service/offer_summary.h"

namespace muster::services {

// What /v2/queue says of an app that waits for offers.
struct QueuedApp {
    AppId app;
    int count = 0; // instances to be launched
    Instant since;
    Duration timeLeft{0}; // of its back-off; 0: none
    OfferSummary offers{};
};

// The apps that are to launch instances: each ready for an offer, or resting until its back-off is
// over. Those that are ready take turns; who has launched one is last. Not thread-safe.
class LaunchQueue {
public:
    using Turn = std::uint64_t;
    using Turns = std::map<Turn, AppId>;

    struct Entry {
        std::string role;
        Version version; // the app's
        ConstraintRules rules;
        int count = 0;
        Instant since;
        OfferSummary offers{};
        std::optional<Turn> turn{}; // none: it rests
        Uptime restsUntil{};
    };

    // So many, from `notBefore` on; 0 takes the app out. How many it was before.
    int want(const App& app, int count, std::optional<Uptime> notBefore, Now now);
    int launched(const AppId& app); // one; how many it was before

    Entry* find(const AppId& app); // nullptr: it has nothing to launch
    // Walking them stays valid while launched() moves apps to the end.
    const Turns& turns() const { return m_turns; }
    const std::map<AppId, Entry>& all() const { return m_entries; }

    std::vector<AppId> wake(Uptime now); // those whose back-off is over
    bool isResting(const AppId& app) const;
    std::optional<Uptime> nextDeadline() const;

    std::set<std::string> roles() const; // that the ready ones wait for offers to
    // Those of them where one became ready, or wants more, since this was last asked.
    std::set<std::string> takeFresh() { return std::exchange(m_fresh, {}); }

private:
    void ready(const AppId& app, Entry& entry);
    void unready(const AppId& app, Entry& entry); // neither ready nor resting
    void remove(const AppId& app);

    std::map<AppId, Entry> m_entries;
    Turns m_turns;
    std::set<std::pair<Uptime, AppId>> m_resting;
    std::map<std::string, int> m_readyByRole; // no zeros
    std::set<std::string> m_fresh;
    Turn m_nextTurn = 0;
};

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>

#include "core/kernel/base/now.h"

namespace muster::cluster {

// What must happen when, the earliest first. Equal times go by kind and number, never by arrival.
// Every entry is erased exactly when it is no longer wanted: nothing stale piles up. O(log n).
class Deadlines {
public:
    enum class Kind : std::uint8_t {
        AgentUnreachable,
        FrameworkGone,
        OfferTimeout,
        FilterExpiry,
        NextRound
    };

    struct Entry {
        Uptime at;
        Kind kind = Kind::AgentUnreachable;
        std::uint64_t first = 0; // agent, framework or (FilterExpiry) client number
        std::uint64_t second = 0;
        auto operator<=>(const Entry&) const = default;
    };

    void insert(const Entry& entry) { m_entries.insert(entry); }
    void erase(const Entry& entry) { m_entries.erase(entry); }

    std::optional<Uptime> next() const {
        return m_entries.empty() ? std::nullopt : std::optional(m_entries.begin()->at);
    }

    // Removes and returns the earliest entry that is due.
    std::optional<Entry> takeDue(Uptime now) {
        if (m_entries.empty() || m_entries.begin()->at > now) {
            return std::nullopt;
        }
        return m_entries.extract(m_entries.begin()).value();
    }

private:
    std::set<Entry> m_entries;
};

} // namespace muster::cluster

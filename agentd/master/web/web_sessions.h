// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/base/result.h"
#include "core/net/web_session.h"

namespace muster::agentd {

// Who is signed in by a browser: the sessions, the tickets that open their WebSockets, and the
// links that open a browser signed in. All of them are secrets of 256 bits, of which only the
// SHA-256 is kept; sessions can be restored in the next master. Time and randomness come from
// outside. Not thread-safe.
class WebSessions {
public:
    // A text with 256 random bits.
    using Random = std::function<Result<std::string>()>;

    struct Limits {
        Duration lifetime = std::chrono::hours(12);
        Duration idle = std::chrono::hours(1); // without a request or an open WebSocket
        Duration stay = std::chrono::hours(30 * 24); // of those that stay, used or not
        Duration renew = std::chrono::minutes(5); // so old may be what is kept of their use
        Duration ticket = std::chrono::seconds(30);
        Duration link = std::chrono::seconds(60);
        std::size_t sessions = 10'000; // then the principal with most of them loses its oldest one
        std::size_t tickets = 16; // of one session, and links of one principal: the newest
    };

    explicit WebSessions(Random random);
    WebSessions(Random random, Limits limits);

    // What of a session outlives its master.
    struct Kept {
        std::string hash; // of the cookie's value, 64 hexadecimal digits
        std::string principal;
        Uptime until; // at the latest
        bool stays = false;
        Uptime used;
    };
    struct Created {
        net::WebSession session;
        std::string secret; // the cookie's value
        Kept kept;
    };
    Result<Created> create(std::string principal, Uptime now, bool stays = false);
    // For no longer than a new one. NotFound: it is over.
    Status restore(Kept kept, Uptime now);
    // Those of which what is kept has to be kept anew.
    std::vector<Kept> takeRenewed();
    // Whose secret that is. The session counts as used.
    std::optional<net::WebSession> find(std::string_view secret, Uptime now);
    // Nothing: it has ended.
    std::optional<Uptime> endOf(std::uint64_t session, Uptime now) const;
    bool lives(std::uint64_t session, Uptime now) const { return endOf(session, now).has_value(); }
    void touch(std::uint64_t session, Uptime now); // it is used
    void end(std::uint64_t session);
    void expire(Uptime now); // ends those whose time is over
    void endAll();

    // NotFound: that session has ended.
    Result<std::string> createTicket(std::uint64_t session, Uptime now);
    // Whether it is one of that session, in time and for the first time.
    bool takeTicket(std::uint64_t session, std::string_view ticket, Uptime now);

    Result<std::string> createLink(const std::string& principal, Uptime now);
    // Whom that link signs in, in time and for the first time.
    std::optional<std::string> takeLink(std::string_view link, Uptime now);

    std::size_t size() const { return m_rows.size(); }

    // A session has ended, for whatever reason: its id, and Kept::hash.
    std::function<void(std::uint64_t session, const std::string& hash)> onEnded;

private:
    struct Ticket {
        std::string hash;
        Uptime until;
    };
    using Tickets = std::deque<Ticket>; // the oldest first
    struct Row {
        net::WebSession session;
        Kept kept; // but for the latest use
        Uptime used;
        Tickets tickets;
    };
    using Rows = std::map<std::uint64_t, Row>; // the oldest first

    bool isOver(const Row& row, Uptime now) const;
    net::WebSession add(Kept kept, std::string csrf);
    void makeRoom();
    Result<std::string> add(Tickets& tickets, Uptime now, Duration lifetime);
    static bool take(Tickets& tickets, std::string_view text, Uptime now);

    Random m_random;
    Limits m_limits;
    std::uint64_t m_last = 0;
    Rows m_rows;
    std::unordered_map<std::string, std::uint64_t> m_bySecret; // by its hash
    std::map<std::string, Tickets> m_links; // by principal
};

} // namespace muster::agentd

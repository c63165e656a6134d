// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_sessions.h"

#include <algorithm>

#include "core/net/token.h"

namespace muster::agentd {
namespace {

std::string hashOf(std::string_view secret) {
    return net::digits(net::hashToken(secret));
}

} // namespace

WebSessions::WebSessions(Random random) : WebSessions(std::move(random), Limits()) { }

WebSessions::WebSessions(Random random, Limits limits)
    : m_random(std::move(random)), m_limits(limits) { }

bool WebSessions::isOver(const Row& row, Uptime now) const {
    return now >= row.kept.until || (!row.kept.stays && now - row.used >= m_limits.idle);
}

// Whoever signs in often signs out nobody else.
void WebSessions::makeRoom() {
    if (m_rows.size() < m_limits.sessions) {
        return;
    }
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const auto& [id, row] : m_rows) {
        ++counts[row.session.principal];
    }
    const auto most = std::ranges::max_element(
        m_rows, {}, [&](const auto& row) { return counts[row.second.session.principal]; });
    end(most->first);
}

Result<WebSessions::Created> WebSessions::create(std::string principal, Uptime now, bool stays) {
    const auto secret = m_random();
    const auto csrf = m_random();
    if (!secret || !csrf) {
        return tl::unexpected(secret ? csrf.error() : secret.error());
    }
    expire(now);
    Kept kept{hashOf(*secret), std::move(principal),
        now + (stays ? m_limits.stay : m_limits.lifetime), stays, now};
    auto session = add(kept, *csrf);
    return Created{std::move(session), *secret, std::move(kept)};
}

Status WebSessions::restore(Kept kept, Uptime now) {
    const auto csrf = m_random();
    if (!csrf) {
        return tl::unexpected(csrf.error());
    }
    kept.until = std::min(kept.until, now + (kept.stays ? m_limits.stay : m_limits.lifetime));
    kept.used = std::min(kept.used, now);
    const auto session = add(std::move(kept), *csrf);
    if (isOver(m_rows.at(session.id), now)) {
        end(session.id);
        return failure("The session is over", Error::Kind::NotFound);
    }
    return {};
}

net::WebSession WebSessions::add(Kept kept, std::string csrf) {
    makeRoom();
    net::WebSession session{++m_last, kept.principal, std::move(csrf)};
    m_bySecret.emplace(kept.hash, session.id);
    const auto used = kept.used;
    m_rows.emplace(session.id, Row{.session = session, .kept = std::move(kept), .used = used});
    return session;
}

std::vector<WebSessions::Kept> WebSessions::takeRenewed() {
    std::vector<Kept> out;
    for (auto& [id, row] : m_rows) {
        if (row.used - row.kept.used >= m_limits.renew) {
            row.kept.used = row.used;
            out.push_back(row.kept);
        }
    }
    return out;
}

std::optional<net::WebSession> WebSessions::find(std::string_view secret, Uptime now) {
    const auto known = m_bySecret.find(hashOf(secret));
    if (known == m_bySecret.end()) {
        return std::nullopt;
    }
    auto& row = m_rows.at(known->second);
    if (isOver(row, now)) {
        end(row.session.id);
        return std::nullopt;
    }
    row.used = now;
    return row.session;
}

std::optional<Uptime> WebSessions::endOf(std::uint64_t session, Uptime now) const {
    const auto found = m_rows.find(session);
    return found == m_rows.end() || isOver(found->second, now)
        ? std::nullopt
        : std::optional(found->second.kept.until);
}

void WebSessions::touch(std::uint64_t session, Uptime now) {
    const auto found = m_rows.find(session);
    if (found != m_rows.end() && !isOver(found->second, now)) {
        found->second.used = now;
    }
}

void WebSessions::end(std::uint64_t session) {
    const auto found = m_rows.find(session);
    if (found == m_rows.end()) {
        return;
    }
    const auto hash = std::move(found->second.kept.hash);
    m_bySecret.erase(hash);
    m_rows.erase(found);
    if (onEnded) {
        onEnded(session, hash);
    }
}

void WebSessions::expire(Uptime now) {
    std::vector<std::uint64_t> over;
    for (const auto& [id, row] : m_rows) {
        if (isOver(row, now)) {
            over.push_back(id);
        }
    }
    std::ranges::for_each(over, [this](std::uint64_t id) { end(id); });
}

void WebSessions::endAll() {
    while (!m_rows.empty()) {
        end(m_rows.begin()->first);
    }
}

Result<std::string> WebSessions::add(Tickets& tickets, Uptime now, Duration lifetime) {
    auto text = m_random();
    if (!text) {
        return text;
    }
    std::erase_if(tickets, [&](const Ticket& ticket) { return now >= ticket.until; });
    if (tickets.size() >= m_limits.tickets) {
        tickets.pop_front();
    }
    tickets.push_back({hashOf(*text), now + lifetime});
    return text;
}

bool WebSessions::take(Tickets& tickets, std::string_view text, Uptime now) {
    const auto found = std::ranges::find(tickets, hashOf(text), &Ticket::hash);
    if (found == tickets.end()) {
        return false;
    }
    const bool inTime = now < found->until;
    tickets.erase(found);
    return inTime;
}

Result<std::string> WebSessions::createTicket(std::uint64_t session, Uptime now) {
    const auto found = m_rows.find(session);
    if (found == m_rows.end() || isOver(found->second, now)) {
        return failure("The session has ended: sign in again", Error::Kind::NotFound);
    }
    return add(found->second.tickets, now, m_limits.ticket);
}

bool WebSessions::takeTicket(std::uint64_t session, std::string_view ticket, Uptime now) {
    const auto found = m_rows.find(session);
    return found != m_rows.end() && !isOver(found->second, now)
        && take(found->second.tickets, ticket, now);
}

Result<std::string> WebSessions::createLink(const std::string& principal, Uptime now) {
    return add(m_links[principal], now, m_limits.link);
}

std::optional<std::string> WebSessions::takeLink(std::string_view link, Uptime now) {
    for (auto& [principal, links] : m_links) {
        if (take(links, link, now)) {
            return principal;
        }
    }
    return std::nullopt;
}

} // namespace muster::agentd

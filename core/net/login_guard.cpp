// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/login_guard.h"

#include <algorithm>

namespace muster::net {

namespace {

constexpr Duration kBetweenLines = std::chrono::seconds(1);
constexpr std::size_t kLongestPart = 64; // of a principal: its row must not become large

// Of IPv6 the network: a machine has as many addresses in it as it likes.
std::string networkOf(const std::string& address) {
    const bool isPlainV6
        = address.find(':') != std::string::npos && address.find('.') == std::string::npos;
    if (!isPlainV6)
        return address;
    std::size_t end = 0;
    for (int groups = 0; groups < 4 && end != std::string::npos; ++groups)
        end = address.find(':', end == 0 ? 0 : end + 1);
    const auto shortened = address.find("::");
    return address.substr(0, std::min(end, shortened));
}

std::string keyOf(const std::string& address, const std::string& principal) {
    return networkOf(address) + '\n' + principal.substr(0, kLongestPart);
}

} // namespace

LoginGuard::Rows::iterator LoginGuard::rowOf(const std::string& key, Time now) {
    while (!m_rows.empty() && now - m_rows.front().last > kForget) {
        m_byKey.erase(m_rows.front().key);
        m_rows.pop_front();
    }
    if (const auto known = m_byKey.find(key); known != m_byKey.end()) {
        m_rows.splice(m_rows.end(), m_rows, known->second);
        return known->second;
    }
    if (m_rows.size() == kMostRows)
        giveUpOne();
    const auto row = m_rows.insert(m_rows.end(), Row{.key = key});
    m_byKey.emplace(key, row);
    return row;
}

void LoginGuard::giveUpOne() {
    const auto free
        = std::ranges::find_if(m_rows, [](const Row& row) { return row.failures <= kFree; });
    const auto row = free == m_rows.end() ? m_rows.begin() : free;
    m_byKey.erase(row->key);
    m_rows.erase(row);
}

bool LoginGuard::hasLineLeft(Time now) {
    if (now - m_linesSince >= kLinesWithin) {
        m_linesSince = now;
        m_lines = 0;
    }
    return m_lines++ < kMostLines;
}

Duration LoginGuard::held(
    const std::string& address, const std::string& principal, Time now) const {
    const auto known = m_byKey.find(keyOf(address, principal));
    if (known == m_byKey.end() || known->second->until <= now)
        return {};
    return std::chrono::ceil<Duration>(known->second->until - now);
}

LoginGuard::Verdict LoginGuard::failed(
    const std::string& address, const std::string& principal, Time now) {
    auto& row = *rowOf(keyOf(address, principal), now);
    Verdict out{.failures = ++row.failures};
    if (row.failures > kFree) {
        const auto doublings = std::min(row.failures - kFree - 1, 10U);
        out.delay = std::min<Duration>(kFirst * (1 << doublings), kLongest);
        out.isNews = row.failures == kFree + 1 || now - row.told >= kBetweenLines;
    }
    row.last = now;
    row.until = std::max(row.until, now + out.delay);
    out.isNews = out.isNews && hasLineLeft(now);
    if (out.isNews)
        row.told = now;
    return out;
}

void LoginGuard::succeeded(const std::string& address, const std::string& principal) {
    if (const auto known = m_byKey.find(keyOf(address, principal)); known != m_byKey.end()) {
        m_rows.erase(known->second);
        m_byKey.erase(known);
    }
}

} // namespace muster::net

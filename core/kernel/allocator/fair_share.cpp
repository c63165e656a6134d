// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/fair_share.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace muster::allocator {

namespace {
__extension__ typedef unsigned __int128 Wide; // 2^32 * 2^63 does not fit in 64 bits

constexpr std::int64_t kDriftParts = 64;

bool drifted(std::int64_t basis, std::int64_t total) {
    return std::abs(total - basis) > basis / kDriftParts;
}
} // namespace

std::uint64_t FairShare::shareOf(const Resources& allocated) const {
    std::uint64_t dominant = 0;
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const auto whole = m_basis.scalar(kind).value;
        const auto part = allocated.scalar(kind).value;
        if (part > 0 && whole > 0) {
            const Wide scaled = static_cast<Wide>(part) * kWhole;
            dominant = std::max(
                dominant, static_cast<std::uint64_t>(scaled / static_cast<std::uint64_t>(whole)));
        }
    }
    return dominant;
}

void FairShare::enqueue(Client& client, bool anyAgent, bool gpuAgent) {
    const std::array<bool, kQueues> wanted{anyAgent, gpuAgent};
    const auto share = shareOf(client.allocated);
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        if (client.queued[queue]) {
            m_queues[queue].erase(&client);
        }
    }
    client.share = share;
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        if (wanted[queue]) {
            m_queues[queue].insert(&client);
        }
    }
    client.queued = wanted;
}

void FairShare::rerank(Client& client) {
    const auto share = shareOf(client.allocated);
    if (share == client.share) {
        return;
    }
    std::array<Ranking::node_type, kQueues> nodes;
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        if (client.queued[queue]) {
            nodes[queue] = m_queues[queue].extract(&client);
        }
    }
    client.share = share;
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        if (client.queued[queue]) {
            m_queues[queue].insert(std::move(nodes[queue]));
        }
    }
}

void FairShare::allocate(Client& client, const Resources& resources) {
    client.allocated += resources;
    rerank(client);
}

void FairShare::release(Client& client, const Resources& resources) {
    client.allocated -= resources;
    rerank(client);
}

void FairShare::addTotal(const Resources& resources) {
    m_total += resources;
    refreshBasis();
}

void FairShare::removeTotal(const Resources& resources) {
    m_total -= resources;
    refreshBasis();
}

void FairShare::refreshBasis() {
    bool stale = false;
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        stale = stale || drifted(m_basis.scalar(kind).value, m_total.scalar(kind).value);
    }
    if (!stale) {
        return;
    }
    m_basis = m_total;
    for (Ranking& ranking : m_queues) {
        const std::vector<Client*> clients(ranking.begin(), ranking.end());
        ranking.clear();
        for (Client* client : clients) {
            client->share = shareOf(client->allocated);
        }
        ranking.insert(clients.begin(), clients.end());
    }
}

} // namespace muster::allocator

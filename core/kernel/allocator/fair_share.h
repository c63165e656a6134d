// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string_view>

#include "core/kernel/resources/resources.h"

namespace muster::allocator {

// Ranks clients (frameworks today, roles later) by dominant share: the largest part that a client
// has of any one resource of the cluster (Ghodsi et al., NSDI'11). Lowest first, ties by id. What
// is offered counts like what is used, as in Mesos. Not thread-safe. O(log clients) an update.
class FairShare {
public:
    // Two queues, because agents with GPUs go only to clients that ask for GPUs: so no walk ever
    // steps over the others.
    enum Queue { AnyAgent, GpuAgent, kQueues };

    // Owned by the caller, who removes it before it dies. Its address and id must not change.
    struct Client {
        std::string_view id;
        std::uint32_t number = 0; // the caller's own name for it
        Resources allocated;
        std::uint64_t share = 0; // of kWhole
        std::array<bool, kQueues> queued{};
    };
    static constexpr std::uint64_t kWhole = std::uint64_t{1} << 32;

    void enqueue(Client& client, bool anyAgent, bool gpuAgent);
    void remove(Client& client) { enqueue(client, false, false); }

    void allocate(Client& client, const Resources& resources);
    void release(Client& client, const Resources& resources);

    void addTotal(const Resources& resources);
    void removeTotal(const Resources& resources);

    // The lowest ranked client of the queue that `wants` accepts, or none.
    template <typename Predicate>
    Client* first(Queue queue, Predicate wants) const {
        for (Client* client : m_queues[queue]) {
            if (wants(*client)) {
                return client;
            }
        }
        return nullptr;
    }

private:
    struct Lower {
        bool operator()(const Client* a, const Client* b) const {
            return a->share != b->share ? a->share < b->share : a->id < b->id;
        }
    };
    using Ranking = std::set<Client*, Lower>;

    std::uint64_t shareOf(const Resources& allocated) const;
    void rerank(Client& client);
    void refreshBasis();

    std::array<Ranking, kQueues> m_queues;
    Resources m_total;
    // What shares are fractions of. It follows m_total only after a change of more than 1/64, so
    // that agents that come one by one do not re-rank everybody each time. Two clients with the
    // same dominant resource are ranked exactly whatever the basis.
    Resources m_basis;
};

} // namespace muster::allocator

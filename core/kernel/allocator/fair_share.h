// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel/allocator/quota.h"
#include "core/kernel/resources/quantities.h"

namespace muster::allocator {

// Ranks roles, and the clients (frameworks) within each, by dominant share: the largest part that
// one has of any one resource of the cluster (Ghodsi et al., NSDI'11), a role's divided by its
// weight. Lowest first; ties by the role's name and the client's number. What is offered counts
// like what is used, as in Mesos. It also keeps the quota of the roles: who is short of what it is
// guaranteed, who is at its limit, and how much must be held back. Not thread-safe.
// O(log roles + log clients) an update.
class FairShare {
public:
    // Two queues, because agents with GPUs go only to clients that ask for GPUs: so no walk ever
    // steps over the others.
    enum Queue { AnyAgent, GpuAgent, kQueues };

    struct Role;
    struct Client;

    template <typename Member>
    struct Ranked {
        std::uint64_t share = 0;
        Member* member = nullptr;
        bool operator<(const Ranked& other) const {
            return share != other.share ? share < other.share : member->before(*other.member);
        }
    };
    template <typename Member>
    using Ranking = std::set<Ranked<Member>>;
    // Where a member stands in one ranking, so that it leaves without a search.
    template <typename Member>
    struct Place {
        typename Ranking<Member>::iterator at;
        bool taken = false;
    };

    // A framework in one role. Owned by the caller: it stays where it is between join() and
    // leave().
    struct Client {
        std::uint32_t number = 0; // of the framework
        Role* role = nullptr;
        Quantities allocated; // used and offered
        std::uint64_t share = 0; // of kWhole
        std::array<Place<Client>, kQueues> places;
        bool before(const Client& other) const { return number < other.number; }
    };

    struct Role {
        std::string name;
        Milli weight = Milli::whole(1);
        Quantities allocated; // used and offered
        std::uint64_t share = 0; // of kWhole, divided by the weight
        std::array<Ranking<Client>, kQueues> clients; // that want offers
        std::size_t joined = 0; // clients
        std::array<Place<Role>, kQueues> open, unmet;
        bool before(const Role& other) const { return name < other.name; }

        Role* top = nullptr; // "a" of "a/b/c", which has the quota of them all; often itself
        // ---- of a top, with all that is beneath
        std::vector<Role*> members;
        Quota quota;
        Quantities reserved; // on all agents
        Quantities unreserved; // allocated of what is not reserved
        Quantities offered; // of that: outstanding in offers
        bool hasChanged = false; // since takeChanged()
        Quantities consumed() const { return reserved + unreserved; }
        Quantities used() const { return consumed() - offered; }
    };
    static constexpr std::uint64_t kWhole = std::uint64_t{1} << 40;

    // `excluded`: resource names that do not count for shares. `least`: an offer has all of one of
    // these, or is not made; none: every offer is worth making.
    explicit FairShare(std::set<std::string> excluded = {}, std::vector<Quantities> least = {});

    void join(Client& client, std::string_view role);
    void leave(Client& client); // REQUIRES: nothing is allocated to it
    void enqueue(Client& client, bool anyAgent, bool gpuAgent);

    void allocate(Client& client, const Resources& resources);
    void release(Client& client, const Resources& resources);
    void offer(Client& client, const Resources& resources); // allocates
    void withdraw(Client& client, const Resources& resources);
    // Held in the name of a role by nobody who is known any more.
    void allocate(std::string_view role, const Resources& resources);
    void release(std::string_view role, const Resources& resources);

    // Of one agent, its reservations included.
    void addTotal(const Resources& resources);
    void removeTotal(const Resources& resources);

    void setWeight(std::string_view role, Milli weight);
    void setQuota(std::string_view role, const Quota& quota);

    // Whom to ask, in this order: those short of their guarantee, then all that are not at their
    // limit.
    const Ranking<Role>& unmet(Queue queue) const { return m_unmet[queue]; }
    const Ranking<Role>& open(Queue queue) const { return m_open[queue]; }

    // What of an agent's free part may be offered to the role: with its own reservations and those
    // above it, under its limit, and without what is held back for the guarantees of others.
    // `guaranteed`: nothing, unless it brings the role nearer to its guarantee, which is not held
    // back.
    Resources offerable(const Role& role, const Resources& free, bool guaranteed) const;
    bool isWorthOffering(const Resources& resources) const;
    // Nothing is held back and the role has no limit: offerable() is all that is not reserved.
    bool isUnbounded(const Role& role) const;

    // Whether more may be offered than when this was last called: a limit or the headroom gave way.
    bool takeLoosened() { return m_loosened && canGive() && std::exchange(m_loosened, false); }
    // Whether some agent can have a part for a role that is not short of its guarantee.
    bool hasSurplus() const;

    // Tops with a quota that may use something else of it than when this was last called.
    std::vector<const Role*> takeChanged();

    Quantities total() const { return m_total; } // of the cluster
    // What the cluster lacks, free and not reserved, for guarantees that are not met.
    Quantities deficit() const { return (m_required - m_headroom).positive(); }
    const Role* find(std::string_view name) const;
    const std::map<std::string, Role, std::less<>>& roles() const { return m_roles; }

private:
    Role& role(std::string_view name);
    void forgetUnused(Role& role);
    void settle(Client& client);
    void settle(Role& role); // its share and its places, after a change
    std::uint64_t shareOf(const Quantities& allocated) const;
    void refreshBasis();

    // ---- quota
    static Quantities shortage(const Role& top); // of what it is guaranteed
    bool isExhausted(const Role& top) const;
    bool isWorth(const Quantities& quantities) const;
    bool canGive() const;
    template <typename Change>
    void consume(Role& top, Change change);
    void changeAllocation(Role& role, const Resources& resources, bool more);
    void changeTotal(const Resources& resources, bool more);

    std::array<Ranking<Role>, kQueues> m_open, m_unmet;
    std::map<std::string, Role, std::less<>> m_roles;
    std::array<bool, Resources::kKinds> m_counts{}; // for shares
    std::vector<Quantities> m_least;
    bool m_loosened = false;
    std::vector<Role*> m_changed; // in the order of their first change
    Quantities m_headroom; // unreserved and not allocated, of the whole cluster
    Quantities m_required; // of it, for guarantees that are not met

    Quantities m_total;
    // What shares are fractions of. It follows m_total only after a change of more than 1/64, so
    // that agents that come one by one do not re-rank everybody each time. Two members with the
    // same dominant resource are ranked exactly whatever the basis.
    Quantities m_basis;
    std::array<std::uint64_t, Resources::kKinds> m_scale{}; // 2^64 / m_basis: no division a share
};

} // namespace muster::allocator

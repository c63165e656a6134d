// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/fair_share.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace muster::allocator {

namespace {
__extension__ typedef unsigned __int128 Wide; // products of two 64-bit numbers

constexpr std::int64_t kDriftParts = 64;
constexpr auto kMostShare = std::numeric_limits<std::uint64_t>::max();

bool drifted(std::int64_t basis, std::int64_t total) {
    return total > basis + basis / kDriftParts || total < basis - basis / kDriftParts;
}

std::uint64_t clamped(Wide share) {
    return static_cast<std::uint64_t>(std::min<Wide>(share, kMostShare));
}

// Puts the member where it belongs, keeping its node.
template <typename Member>
void place(FairShare::Ranking<Member>& ranking, FairShare::Place<Member>& place, bool wanted,
    Member& member, std::uint64_t share) {
    if (place.taken && wanted) {
        if (place.at->share != share) {
            auto node = ranking.extract(place.at);
            node.value().share = share;
            place.at = ranking.insert(std::move(node)).position;
        }
    } else if (wanted) {
        place.at = ranking.insert({share, &member}).first;
    } else if (place.taken) {
        ranking.erase(place.at);
    }
    place.taken = wanted;
}

std::string_view topOf(std::string_view role) {
    return role.substr(0, role.find('/'));
}

bool mayUse(std::string_view role, std::string_view reservedFor) {
    return role.starts_with(reservedFor)
        && (role.size() == reservedFor.size() || role[reservedFor.size()] == '/');
}

// Half a GPU is of no use.
Quantities wholeGpus(Quantities quantities) {
    quantities[Resources::Gpus] -= quantities[Resources::Gpus] % 1000;
    return quantities;
}

} // namespace

FairShare::FairShare(std::set<std::string> excluded, std::vector<Quantities> least)
    : m_least(std::move(least)) {
    for (std::size_t kind = 0; kind < m_counts.size(); ++kind) {
        const auto name = Resources::name(static_cast<Resources::Kind>(kind));
        m_counts[kind] = !excluded.contains(std::string(name));
    }
}

// ---- roles

FairShare::Role& FairShare::role(std::string_view name) {
    const auto found = m_roles.find(name);
    if (found != m_roles.end()) {
        return found->second;
    }
    Role& made = m_roles.emplace(name, Role{}).first->second;
    made.name = name;
    made.top = topOf(name) == name ? &made : &role(topOf(name));
    made.top->members.push_back(&made);
    return made;
}

const FairShare::Role* FairShare::find(std::string_view name) const {
    const auto found = m_roles.find(name);
    return found == m_roles.end() ? nullptr : &found->second;
}

void FairShare::forgetUnused(Role& role) {
    const bool used = role.joined > 0 || !role.allocated.empty() || role.weight != Milli::whole(1)
        || !role.quota.isDefault() || !role.reserved.empty() || role.members.size() > 1;
    if (used) {
        return;
    }
    Role* top = role.top;
    if (role.hasChanged) {
        std::erase(m_changed, &role);
    }
    std::erase(top->members, &role);
    m_roles.erase(role.name);
    if (top != &role) {
        forgetUnused(*top);
    }
}

void FairShare::join(Client& client, std::string_view name) {
    client.role = &role(name);
    ++client.role->joined;
}

void FairShare::leave(Client& client) {
    enqueue(client, false, false);
    Role& role = *std::exchange(client.role, nullptr);
    --role.joined;
    forgetUnused(role);
}

void FairShare::setWeight(std::string_view name, Milli weight) {
    Role& changed = role(name);
    changed.weight = weight;
    settle(changed);
    forgetUnused(changed);
}

// ---- ranks

std::uint64_t FairShare::shareOf(const Quantities& allocated) const {
    std::uint64_t dominant = 0;
    for (std::size_t kind = 0; kind < m_scale.size(); ++kind) {
        if (allocated[kind] > 0) {
            const Wide scaled = static_cast<Wide>(allocated[kind]) * m_scale[kind];
            dominant = std::max(dominant, clamped(scaled >> 24));
        }
    }
    return dominant;
}

void FairShare::settle(Client& client) {
    client.share = shareOf(client.allocated);
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        place(client.role->clients[queue], client.places[queue], client.places[queue].taken, client,
            client.share);
    }
}

void FairShare::settle(Role& role) {
    const Wide share = shareOf(role.allocated);
    role.share = role.weight == Milli::whole(1)
        ? static_cast<std::uint64_t>(share)
        : clamped(share * 1000 / static_cast<std::uint64_t>(role.weight.value));
    const bool isOpen = !isExhausted(*role.top);
    const bool isUnmet = !shortage(*role.top).empty();
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        const bool wants = !role.clients[queue].empty();
        place(m_open[queue], role.open[queue], wants && isOpen, role, role.share);
        place(m_unmet[queue], role.unmet[queue], wants && isUnmet, role, role.share);
    }
}

void FairShare::enqueue(Client& client, bool anyAgent, bool gpuAgent) {
    const std::array<bool, kQueues> wanted{anyAgent, gpuAgent};
    client.share = shareOf(client.allocated);
    for (std::size_t queue = 0; queue < kQueues; ++queue) {
        place(
            client.role->clients[queue], client.places[queue], wanted[queue], client, client.share);
    }
    settle(*client.role);
}

void FairShare::allocate(Client& client, const Resources& resources) {
    client.allocated += quantitiesOf(resources);
    settle(client);
    changeAllocation(*client.role, resources, true);
}

void FairShare::release(Client& client, const Resources& resources) {
    client.allocated -= quantitiesOf(resources);
    settle(client);
    changeAllocation(*client.role, resources, false);
}

void FairShare::offer(Client& client, const Resources& resources) {
    client.role->top->offered += unreservedQuantities(resources);
    allocate(client, resources);
}

void FairShare::withdraw(Client& client, const Resources& resources) {
    client.role->top->offered -= unreservedQuantities(resources);
    release(client, resources);
}

void FairShare::allocate(std::string_view name, const Resources& resources) {
    changeAllocation(role(name), resources, true);
}

void FairShare::release(std::string_view name, const Resources& resources) {
    Role& holder = role(name);
    changeAllocation(holder, resources, false);
    forgetUnused(holder);
}

void FairShare::refreshBasis() {
    bool stale = false;
    for (std::size_t kind = 0; kind < m_scale.size(); ++kind) {
        stale = stale || drifted(m_basis[kind], m_total[kind]);
    }
    if (!stale) {
        return;
    }
    m_basis = m_total;
    for (std::size_t kind = 0; kind < m_scale.size(); ++kind) {
        const bool counts = m_counts[kind] && m_basis[kind] > 0;
        m_scale[kind] = counts ? kMostShare / static_cast<std::uint64_t>(m_basis[kind]) : 0;
    }
    for (auto& [name, role] : m_roles) {
        for (std::size_t queue = 0; queue < kQueues; ++queue) {
            Ranking<Client> former;
            former.swap(role.clients[queue]);
            for (const Ranked<Client>& ranked : former) {
                Client& client = *ranked.member;
                client.share = shareOf(client.allocated);
                client.places[queue].at = role.clients[queue].insert({client.share, &client}).first;
            }
        }
        settle(role);
    }
}

Quantities FairShare::shortage(const Role& top) {
    return (top.quota.guarantees - top.consumed()).positive();
}

// What the top has or may have changes.
template <typename Change>
void FairShare::consume(Role& top, Change change) {
    m_required -= shortage(top);
    change();
    m_required += shortage(top);
    if (!top.quota.isDefault() && !std::exchange(top.hasChanged, true)) {
        m_changed.push_back(&top);
    }
    for (Role* member : top.members) {
        settle(*member);
    }
}

std::vector<const FairShare::Role*> FairShare::takeChanged() {
    for (Role* top : m_changed) {
        top->hasChanged = false;
    }
    const auto changed = std::exchange(m_changed, {});
    return {changed.begin(), changed.end()};
}

void FairShare::setQuota(std::string_view name, const Quota& quota) {
    Role& top = *role(name).top;
    consume(top, [&] { top.quota = quota; });
    m_loosened = true;
    forgetUnused(top);
}

void FairShare::changeAllocation(Role& role, const Resources& resources, bool more) {
    Role& top = *role.top;
    const Quantities unreserved = unreservedQuantities(resources);
    const auto change = [&] {
        if (more) {
            role.allocated += quantitiesOf(resources);
            top.unreserved += unreserved;
            m_headroom -= unreserved;
        } else {
            role.allocated -= quantitiesOf(resources);
            top.unreserved -= unreserved;
            m_headroom += unreserved;
        }
    };
    if (top.quota.isDefault()) {
        change();
        settle(role);
    } else {
        consume(top, change);
    }
    m_loosened = m_loosened || (!more && !(m_required.empty() && top.quota.isDefault()));
}

void FairShare::addTotal(const Resources& resources) {
    changeTotal(resources, true);
}

void FairShare::removeTotal(const Resources& resources) {
    changeTotal(resources, false);
}

void FairShare::changeTotal(const Resources& resources, bool more) {
    const auto change
        = [more](Quantities& sum, const Quantities& by) { more ? sum += by : sum -= by; };
    change(m_total, quantitiesOf(resources));
    change(m_headroom, unreservedQuantities(resources));
    m_loosened = m_loosened || !m_required.empty();
    for (const Resource& item : resources.others()) {
        if (item.isReserved()) {
            Role& holder = role(item.role());
            consume(*holder.top,
                [&] { change(holder.top->reserved, reservedQuantities(Resources({item}))); });
            forgetUnused(holder);
        }
    }
    refreshBasis();
}

bool FairShare::isExhausted(const Role& top) const {
    if (m_least.empty() || top.quota.isDefault()) {
        return false;
    }
    const Quantities room = top.quota.room(top.consumed());
    return !isWorth(room);
}

bool FairShare::isUnbounded(const Role& role) const {
    return m_required.empty() && role.top->quota.isDefault();
}

bool FairShare::isWorthOffering(const Resources& resources) const {
    return m_least.empty() ? !resources.empty() : isWorth(quantitiesOf(resources));
}

bool FairShare::isWorth(const Quantities& quantities) const {
    return std::any_of(m_least.begin(), m_least.end(),
        [&quantities](const Quantities& one) { return quantities.contains(one); });
}

bool FairShare::hasSurplus() const {
    return m_required.empty() || m_least.empty() || isWorth(m_headroom - m_required);
}

bool FairShare::canGive() const {
    return hasSurplus() || !m_unmet[AnyAgent].empty() || !m_unmet[GpuAgent].empty();
}

Resources FairShare::offerable(const Role& role, const Resources& free, bool guaranteed) const {
    const Role& top = *role.top;
    const Quantities whole = unreservedQuantities(free);
    Quantities promised;
    if (guaranteed) {
        promised = wholeGpus(minimum(whole, shortage(top)));
        if (promised.empty()) {
            return {};
        }
    }
    Quantities more = minimum(whole - promised, top.quota.room(top.consumed() + promised));
    if (!m_required.empty()) {
        more = minimum(more, (m_headroom - m_required).positive());
    }
    const Quantities scalars = wholeGpus(promised + more);
    std::vector<Resource> others;
    std::copy_if(free.others().begin(), free.others().end(), std::back_inserter(others),
        [&role](
            const Resource& item) { return !item.isReserved() || mayUse(role.name, item.role()); });
    Resources out(std::move(others));
    for (std::size_t kind = 0; kind < scalars.of.size(); ++kind) {
        out.setScalar(static_cast<Resources::Kind>(kind), Milli{scalars[kind]});
    }
    return out;
}

} // namespace muster::allocator

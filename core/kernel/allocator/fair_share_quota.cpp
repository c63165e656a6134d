// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/kernel/allocator/fair_share.h"

namespace muster::allocator {

namespace {

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

Quantities FairShare::shortage(const Role& top) {
    return (top.quota.guarantees - top.consumed()).positive();
}

// What the top has or may have changes.
template <typename Change>
void FairShare::consume(Role& top, Change change) {
    m_required -= shortage(top);
    change();
    m_required += shortage(top);
    for (Role* member : top.members) {
        settle(*member);
    }
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

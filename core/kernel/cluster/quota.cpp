// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

using allocator::FairShare;

bool takesFrom(const Quantities& offered, const Quantities& excess) {
    for (std::size_t kind = 0; kind < offered.of.size(); ++kind) {
        if (offered[kind] > 0 && excess[kind] > 0) {
            return true;
        }
    }
    return false;
}

Quantities overLimit(const FairShare::Role& top) {
    Quantities out;
    const Quantities consumed = top.consumed();
    for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
        out[kind] = consumed[kind] > top.quota.limits[kind] ? consumed[kind] : 0;
    }
    return out;
}

} // namespace

void Master::State::handle(OperatorUpdateQuota& input) {
    const auto offered = [this](const FairShare::Role& top) { return offeredTo(top); };
    if (Status valid = roleSettings.validate(input.configs, input.force, offered); !valid) {
        outbox.answer(input.request, std::move(valid));
        return;
    }
    for (const QuotaConfig& config : input.configs) {
        outbox.audit(input.author, CommandKind::UpdateQuota, config.role,
            fmt::format("guarantees {}, limits {}", config.quota.guarantees.text(),
                limitsText(config.quota)));
        roleSettings.set(config);
        outbox.tell(QuotaChanged{config.role});
    }
    for (const QuotaConfig& config : input.configs) {
        rescindOverLimit(config.role);
    }
    rescindForGuarantees();
    outbox.answer(input.request, {});
}

void Master::State::rescindOverLimit(const std::string& role) {
    const FairShare::Role* top = share.find(role);
    if (!top || overLimit(*top).empty()) {
        return;
    }
    for (OfferEntry* entry : offers.youngestFirst()) {
        const bool counts = entry->client->role->top == top;
        if (counts && takesFrom(unreservedQuantities(entry->offer->resources), overLimit(*top))) {
            rescind(*entry);
        }
    }
}

// Of roles that are guaranteed nothing, as much as lacks.
void Master::State::rescindForGuarantees() {
    if (share.deficit().empty()) {
        return;
    }
    for (OfferEntry* entry : offers.youngestFirst()) {
        const bool guaranteed = !entry->client->role->top->quota.guarantees.empty();
        if (!guaranteed
            && takesFrom(unreservedQuantities(entry->offer->resources), share.deficit())) {
            rescind(*entry);
        }
    }
}

Quantities Master::State::offeredTo(const FairShare::Role& top) const {
    Quantities out;
    for (const auto& [number, entry] : offers.all()) {
        if (entry.client->role->top == &top) {
            out += unreservedQuantities(entry.offer->resources);
        }
    }
    return out;
}

void Master::State::handle(OperatorUpdateWeights& input) {
    if (Status valid = RoleSettings::validate(input.weights); !valid) {
        outbox.answer(input.request, std::move(valid));
        return;
    }
    bool isActive = false;
    for (const RoleWeight& weight : input.weights) {
        outbox.audit(input.author, CommandKind::UpdateWeight, weight.role, weight.weight.text());
        const FairShare::Role* role = share.find(weight.role);
        isActive = isActive || (role && role->joined > 0);
        roleSettings.set(weight);
        outbox.tell(WeightChanged{weight.role});
    }
    if (isActive) { // everything is given anew by the new weights
        for (OfferEntry* entry : offers.youngestFirst()) {
            rescind(*entry);
        }
    }
    outbox.answer(input.request, {});
}

std::vector<Master::RoleView> Master::roles() const {
    std::map<std::string, RoleView> found;
    const auto view = [&found](const std::string& name) -> RoleView& {
        RoleView& view = found[name];
        view.name = name;
        return view;
    };
    for (const auto& [name, role] : m_state->share.roles()) {
        RoleView& one = view(name);
        one.weight = role.weight;
        one.quota = role.quota;
        one.allocated = role.allocated;
        one.reserved = role.reserved;
        one.consumed = role.consumed();
    }
    for (const auto& [name, weight] : m_state->roleSettings.weights()) {
        view(name).weight = weight;
    }
    for (const auto& [number, entry] : m_state->offers.all()) {
        const Quantities offered = quantitiesOf(entry.offer->resources);
        RoleView& one = view(entry.offer->role);
        one.offered += offered;
        one.allocated -= offered;
    }
    for (const auto& [number, framework] : m_state->frameworks.inOrder()) {
        for (const std::string& role : framework->info.roles) {
            view(role).frameworks.push_back(framework->info.id);
        }
    }
    for (const auto& [number, entry] : m_state->offers.all()) {
        const FairShare::Role& top = *entry.client->role->top;
        view(top.name).consumed -= unreservedQuantities(entry.offer->resources);
    }
    std::vector<RoleView> all;
    for (auto& [name, one] : found) {
        all.push_back(std::move(one));
    }
    return all;
}

const std::map<std::string, allocator::Quota>& Master::quotas() const {
    return m_state->roleSettings.quotas();
}

const std::map<std::string, Milli>& Master::weights() const {
    return m_state->roleSettings.weights();
}

} // namespace muster::cluster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/framework_validation.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

using allocator::FairShare;
using allocator::Quota;

constexpr std::int64_t kExabyteInMebibytes = std::int64_t{1} << 40;
constexpr std::int64_t kTrillion = 1'000'000'000'000;

std::string limitsText(const Quota& quota) {
    Quantities shown;
    for (std::size_t kind = 0; kind < shown.of.size(); ++kind) {
        shown[kind] = quota.limits[kind] == Quota::kUnlimited ? 0 : quota.limits[kind];
    }
    return shown.text();
}

Status validateAmount(
    std::string_view field, std::string_view singular, Resources::Kind kind, std::int64_t milli) {
    const auto item
        = [&] { return fmt::format("{{'{}': {}}}", Resources::name(kind), Milli{milli}.text()); };
    const bool inMebibytes = kind == Resources::Mem || kind == Resources::Disk;
    if (inMebibytes && milli > kExabyteInMebibytes * 1000) {
        return failure(fmt::format("Invalid 'QuotaConfig.{}': {} is invalid: values greater than "
                                   "1 exabyte ({}) are not supported",
            field, item(), kExabyteInMebibytes));
    }
    if (!inMebibytes && milli > kTrillion * 1000) {
        return failure(fmt::format("Invalid 'QuotaConfig.{}': {} is invalid: values greater than "
                                   "1 trillion ({}) are not supported",
            field, item(), kTrillion));
    }
    if (milli < 0) {
        return failure(fmt::format(
            "Invalid {} configuration {}: Negative values not supported", singular, item()));
    }
    return {};
}

Status validateConfig(const QuotaConfig& config) {
    if (const Status valid = validateRole(config.role); !valid) {
        return failure("Invalid 'QuotaConfig.role'", valid.error());
    }
    const Quota& quota = config.quota;
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        Status valid = validateAmount("guarantees", "guarantee", kind, quota.guarantees[kind]);
        if (valid && quota.limits[kind] != Quota::kUnlimited) {
            valid = validateAmount("limits", "limit", kind, quota.limits[kind]);
        }
        if (!valid) {
            return valid;
        }
    }
    if (!quota.limits.contains(quota.guarantees)) {
        return failure(fmt::format("'QuotaConfig.guarantees' {} is not contained within the "
                                   "'QuotaConfig.limits' {}",
            quota.guarantees.text(), limitsText(quota)));
    }
    return {};
}

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

// Mesos' checks, in its order. Without `force`, what the role uses now has to fit under its new
// limit, and the guarantees of all into the cluster.
Status Master::State::validateQuotas(const std::vector<QuotaConfig>& configs, bool force) const {
    for (const QuotaConfig& config : configs) {
        if (config.role.find('/') != std::string::npos) {
            return failure(fmt::format(
                "Updating quota on nested role '{}' is not supported yet", config.role));
        }
        if (const Status valid = validateConfig(config); !valid) {
            return failure("Invalid QuotaConfig", valid.error());
        }
    }
    if (force) {
        return {};
    }
    std::map<std::string, Quota> all = quotas;
    for (const QuotaConfig& config : configs) {
        all[config.role] = config.quota;
        const FairShare::Role* top = share.find(config.role);
        const Quantities used = top ? top->consumed() - offeredTo(*top) : Quantities{};
        if (!config.quota.limits.contains(used)) {
            return failure(fmt::format("Invalid QuotaConfig: Role '{}' is already consuming '{}'; "
                                       "this is more than the requested limits '{}' (use 'force' "
                                       "flag to bypass this check)",
                config.role, used.text(), limitsText(config.quota)));
        }
    }
    Quantities guaranteed;
    for (const auto& [role, quota] : all) {
        guaranteed += quota.guarantees;
    }
    if (!share.total().contains(guaranteed)) {
        return failure(fmt::format("Invalid QuotaConfig: total quota guarantees '{}' exceed "
                                   "cluster capacity '{}' (use 'force' flag to bypass this check)",
            guaranteed.text(), share.total().text()));
    }
    return {};
}

void Master::State::handle(OperatorUpdateQuota& input) {
    if (Status valid = validateQuotas(input.configs, input.force); !valid) {
        outbox.answer(input.request, std::move(valid));
        return;
    }
    for (const QuotaConfig& config : input.configs) {
        outbox.audit(input.author, OperatorCommand::UpdateQuota, config.role,
            fmt::format("guarantees {}, limits {}", config.quota.guarantees.text(),
                limitsText(config.quota)));
        setQuota(config);
    }
    for (const QuotaConfig& config : input.configs) {
        rescindOverLimit(config.role);
    }
    rescindForGuarantees();
    outbox.answer(input.request, {});
}

void Master::State::setQuota(const QuotaConfig& config) {
    share.setQuota(config.role, config.quota);
    outbox.tell(QuotaChanged{config.role});
    if (config.quota.isDefault()) {
        quotas.erase(config.role);
    } else {
        quotas[config.role] = config.quota;
    }
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
    for (const RoleWeight& weight : input.weights) {
        if (const Status valid = validateRole(weight.role); !valid) {
            outbox.answer(input.request,
                failure(fmt::format("Failed to validate update weights request JSON: Invalid role "
                                    "'{}'",
                            weight.role),
                    valid.error()));
            return;
        }
        if (weight.weight <= Milli{}) {
            outbox.answer(input.request,
                failure(fmt::format("Failed to validate update weights request JSON for role "
                                    "'{}': Invalid weight '{}': Weights must be positive",
                    weight.role, weight.weight.text())));
            return;
        }
    }
    bool isActive = false;
    for (const RoleWeight& weight : input.weights) {
        outbox.audit(
            input.author, OperatorCommand::UpdateWeight, weight.role, weight.weight.text());
        const FairShare::Role* role = share.find(weight.role);
        isActive = isActive || (role && role->joined > 0);
        share.setWeight(weight.role, weight.weight);
        weights[weight.role] = weight.weight;
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
    for (const auto& [name, weight] : m_state->weights) {
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
    return m_state->quotas;
}

const std::map<std::string, Milli>& Master::weights() const {
    return m_state->weights;
}

} // namespace muster::cluster

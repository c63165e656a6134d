// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/role_settings.h"

#include <fmt/format.h>

#include "core/kernel/cluster/framework_validation.h"

namespace muster::cluster {

namespace {

using allocator::FairShare;
using allocator::Quota;

constexpr std::int64_t kExabyteInMebibytes = std::int64_t{1} << 40;
constexpr std::int64_t kTrillion = 1'000'000'000'000;

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

} // namespace

std::string limitsText(const allocator::Quota& quota) {
    Quantities shown;
    for (std::size_t kind = 0; kind < shown.of.size(); ++kind) {
        shown[kind] = quota.limits[kind] == Quota::kUnlimited ? 0 : quota.limits[kind];
    }
    return shown.text();
}

// In the order of Mesos.
Status RoleSettings::validate(
    const std::vector<QuotaConfig>& configs, bool force, const OfferedTo& offeredTo) const {
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
    std::map<std::string, Quota> all = m_quotas;
    for (const QuotaConfig& config : configs) {
        all[config.role] = config.quota;
        const FairShare::Role* top = m_share.find(config.role);
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
    if (!m_share.total().contains(guaranteed)) {
        return failure(fmt::format("Invalid QuotaConfig: total quota guarantees '{}' exceed "
                                   "cluster capacity '{}' (use 'force' flag to bypass this check)",
            guaranteed.text(), m_share.total().text()));
    }
    return {};
}

Status RoleSettings::validate(const std::vector<RoleWeight>& weights) {
    for (const RoleWeight& weight : weights) {
        if (const Status valid = validateRole(weight.role); !valid) {
            return failure(
                fmt::format("Failed to validate update weights request JSON: Invalid role "
                            "'{}'",
                    weight.role),
                valid.error());
        }
        if (weight.weight <= Milli{}) {
            return failure(fmt::format("Failed to validate update weights request JSON for role "
                                       "'{}': Invalid weight '{}': Weights must be positive",
                weight.role, weight.weight.text()));
        }
    }
    return {};
}

void RoleSettings::set(const QuotaConfig& config) {
    m_share.setQuota(config.role, config.quota);
    if (config.quota.isDefault()) {
        m_quotas.erase(config.role);
    } else {
        m_quotas[config.role] = config.quota;
    }
}

void RoleSettings::set(const RoleWeight& weight) {
    m_share.setWeight(weight.role, weight.weight);
    m_weights[weight.role] = weight.weight;
}

} // namespace muster::cluster

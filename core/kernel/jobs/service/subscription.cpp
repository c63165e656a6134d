// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/subscription.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace muster::services {
namespace {

constexpr Duration kFailoverTimeout = std::chrono::weeks(1);

} // namespace

void Subscription::connected() {
    m_phase = Phase::Connected;
}

void Subscription::disconnected() {
    m_phase = Phase::Disconnected;
}

cluster::Subscribe Subscription::subscribe(std::set<std::string> roles) {
    m_phase = Phase::Subscribing;
    m_roles = std::move(roles);
    if (m_roles.empty()) {
        m_roles.insert("*");
    }
    return {info(), {}};
}

void Subscription::subscribed(const FrameworkId& framework) {
    m_phase = Phase::Subscribed;
    m_framework = framework;
    m_awake = m_roles;
    m_filtered = m_roles; // what was refused on an earlier connection may still be
}

void Subscription::removed() {
    m_phase = Phase::Disconnected;
    m_framework = {};
}

std::optional<cluster::UpdateFramework> Subscription::enrol(const std::string& role) {
    if (!isUp() || !m_roles.insert(role).second) {
        return std::nullopt;
    }
    m_awake.insert(role);
    cluster::UpdateFramework update{info(), {}};
    std::ranges::set_difference(
        m_roles, m_awake, std::inserter(update.suppressedRoles, update.suppressedRoles.end()));
    return update;
}

std::vector<cluster::FrameworkCall> Subscription::settle(
    const std::set<std::string>& waiting, const std::set<std::string>& fresh) {
    cluster::Suppress suppress;
    cluster::Revive revive;
    for (const auto& role : m_roles) {
        if (!waiting.contains(role)) {
            if (m_awake.erase(role) > 0) {
                suppress.roles.insert(role);
            }
        } else if (!m_awake.contains(role) || (fresh.contains(role) && m_filtered.contains(role))) {
            m_awake.insert(role);
            m_filtered.erase(role);
            revive.roles.insert(role);
        }
    }
    std::vector<cluster::FrameworkCall> calls;
    // No roles at all would be every one.
    if (!suppress.roles.empty()) {
        calls.emplace_back(std::move(suppress));
    }
    if (!revive.roles.empty()) {
        calls.emplace_back(std::move(revive));
    }
    return calls;
}

cluster::FrameworkInfo Subscription::info() const {
    cluster::FrameworkInfo info;
    info.id = m_framework;
    info.name = "muster-services";
    info.user = m_user;
    info.roles = m_roles;
    info.failoverTimeout = kFailoverTimeout;
    info.eager = true; // an instance that is missing is not to wait for a round as well
    info.capabilities = {cluster::Capability::GpuResources, cluster::Capability::PartitionAware,
        cluster::Capability::TaskKillingState, cluster::Capability::MultiRole};
    return info;
}

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/alert.h"

#include <array>

namespace muster::alerts {
namespace {

constexpr std::array<RuleInfo, 13> kRules = {{
    {"gpu-unhealthy", Severity::Critical, ObjectKind::Gpu},
    {"gpu-lost", Severity::Critical, ObjectKind::Gpu},
    {"agent-unreachable", Severity::Critical, ObjectKind::Agent},
    {"gpu-hot", Severity::Warning, ObjectKind::Gpu},
    {"gpu-idle-hold", Severity::Warning, ObjectKind::Gpu},
    {"job-waits-long", Severity::Warning, ObjectKind::Job},
    {"gpu-occupied", Severity::Warning, ObjectKind::Gpu},
    {"node-cannot-launch", Severity::Critical, ObjectKind::Agent},
    {"driver-broken", Severity::Critical, ObjectKind::Agent},
    {"device-rules-changed", Severity::Critical, ObjectKind::Agent},
    {"gpu-claimed-twice", Severity::Critical, ObjectKind::Agent},
    {"disk-full", Severity::Critical, ObjectKind::Master},
    {"journal-older", Severity::Critical, ObjectKind::Master},
}};

} // namespace

const RuleInfo& info(Rule rule) {
    return kRules[static_cast<std::size_t>(rule)];
}

std::optional<Rule> ruleByName(std::string_view name) {
    for (std::size_t i = 0; i < kRules.size(); ++i) {
        if (kRules[i].name == name) {
            return static_cast<Rule>(i);
        }
    }
    return std::nullopt;
}

std::string_view name(Severity severity) {
    switch (severity) {
    case Severity::Critical:
        return "critical";
    case Severity::Warning:
        return "warning";
    }
    return "critical";
}

std::string_view name(ObjectKind kind) {
    switch (kind) {
    case ObjectKind::Gpu:
        return "gpu";
    case ObjectKind::Agent:
        return "agent";
    case ObjectKind::Job:
        return "job";
    case ObjectKind::Master:
        return "master";
    }
    return "gpu";
}

std::string idOf(Rule rule, std::string_view object) {
    return std::string(info(rule).name) + '/' + std::string(object);
}

} // namespace muster::alerts

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/kernel/base/defaults.h"
#include "core/kernel/base/metric.h"
#include "core/kernel/base/time.h"

namespace muster::alerts {

enum class Severity { Critical, Warning };

enum class ObjectKind { Gpu, Agent, Job, Master };

enum class Rule {
    GpuUnhealthy,
    GpuLost,
    AgentUnreachable,
    GpuHot,
    GpuIdleHold,
    JobWaitsLong,
    GpuOccupied,
    NodeCannotLaunch,
    DriverBroken,
    DeviceRulesChanged,
    GpuClaimedTwice,
    DiskFull,
    JournalOlder,
};

// What every screen, message and script calls a rule.
struct RuleInfo {
    std::string_view name; // "gpu-hot"
    Severity severity;
    ObjectKind kind; // of what it is about
};
const RuleInfo& info(Rule rule);
std::optional<Rule> ruleByName(std::string_view name);
std::string_view name(Severity severity); // "critical"
std::string_view name(ObjectKind kind); // "gpu"

// Whoever starts the master chooses them. A rule whose threshold is 0 is switched off.
struct Thresholds {
    MetricValue temperature
        = defaults::kAlertTemperature; // °C; a GPU that slows down to cool is hot at any
    Duration idleHold = defaults::kAlertIdleHold; // held, and used for 1 % at most
    Duration queueTime = defaults::kAlertQueueTime;
    bool operator==(const Thresholds&) const = default;
};

// Somebody has seen it. It stands until the alert ends; when it is muted, until then at least.
struct Acknowledgement {
    std::string author;
    Instant at;
    std::string note;
    std::optional<Instant> mutedUntil;
    bool operator==(const Acknowledgement&) const = default;
};

struct Alert {
    Rule rule = Rule::GpuLost;
    std::string object; // its id
    std::string name; // as people call it: "node-7:3"
    std::string text; // what is wrong, with the numbers and the remedy
    Instant since; // of its cause
    std::optional<Acknowledgement> seen;
    std::string holder = {}; // of the GPU that is idle: "<framework>/<task>"
    // Not an alert yet: its cause has lasted since then, and was seen last at this time.
    std::optional<Instant> counted = {};
    bool operator==(const Alert&) const = default;
};

std::string idOf(Rule rule, std::string_view object); // "gpu-hot/GPU-4f2c..."

} // namespace muster::alerts

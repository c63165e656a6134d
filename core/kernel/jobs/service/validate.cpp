// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/validate.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/kernel/jobs/service/constraint_rules.h"

namespace muster::services {
namespace {

constexpr Duration kLongest = std::chrono::hours(24 * 365);

bool isNameLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-'
        || letter == '.';
}

// "/a/b": no name is empty, starts or ends with a dash or a dot.
bool isPath(std::string_view path) {
    const auto isEdge = [](char letter) { return letter != '-' && letter != '.'; };
    if (path.empty() || path.front() != '/') {
        return false;
    }
    while (!path.empty()) {
        path.remove_prefix(1);
        const auto name = path.substr(0, path.find('/'));
        if (name.empty() || !std::ranges::all_of(name, isNameLetter) || !isEdge(name.front())
            || !isEdge(name.back())) {
            return false;
        }
        path.remove_prefix(name.size());
    }
    return true;
}

bool isPart(Milli value) {
    return value >= Milli{} && value <= Milli::whole(1);
}

bool isDuration(Duration duration) {
    return duration >= Duration(0) && duration <= kLongest;
}

Status checkResources(const AppSpec& spec) {
    if (!spec.resources.others().empty()) {
        return failure("An app asks for cpus, mem, disk and gpus only; it gets ports of its own");
    }
    if (spec.resources.empty()) {
        return failure("An app needs resources: set cpus or mem");
    }
    return validateGpus(spec.resources);
}

Status checkPorts(const AppSpec& spec) {
    std::set<std::uint16_t> hosts;
    for (const auto& port : spec.ports) {
        if (port.host.value_or(0) != 0 && !hosts.insert(*port.host).second) {
            return failure(fmt::format("Host port {} is asked for twice", *port.host));
        }
    }
    return {};
}

Status checkTimes(const AppSpec& spec) {
    const auto& [first, factor, most] = spec.backOff;
    if (!isDuration(first) || !isDuration(most) || factor < Milli::whole(1)
        || factor > Milli::whole(1000)) {
        return failure("The back-off takes times of up to a year and a factor of 1 to 1000");
    }
    if (spec.unreachable) {
        const auto& [inactive, expunge] = *spec.unreachable;
        if (!isDuration(inactive) || !isDuration(expunge) || inactive > expunge) {
            return failure(
                "unreachableStrategy: inactiveAfterSeconds must be less than or equal to "
                "expungeAfterSeconds");
        }
    }
    if (spec.killGrace && !isDuration(*spec.killGrace)) {
        return failure("The kill grace period takes up to a year");
    }
    return {};
}

Status checkScaling(const ScalingRule& rule) {
    if (rule.low < Milli{} || rule.high <= rule.low) {
        return failure("The scaling rule's range takes a low that is below its high");
    }
    if (rule.fewest < 1 || rule.most < rule.fewest || rule.most > kMostInstances) {
        return failure(fmt::format(
            "The scaling rule's limits are numbers of instances, 1 to {}", kMostInstances));
    }
    return isDuration(rule.coolDown) ? Status() : failure("The cool-down takes up to a year");
}

} // namespace

Status validate(const AppSpec& spec) {
    if (!isPath(spec.id.value) || spec.id.value.size() > kLongestAppId) {
        return failure(fmt::format(
            "App id '{}' must be a path of lower-case letters, digits, dots and dashes, such as "
            "'/group/app', of at most {} bytes",
            spec.id.value, kLongestAppId));
    }
    if (spec.instances < 0 || spec.instances > kMostInstances) {
        return failure(
            fmt::format("{} instances: 0 to {} are possible", spec.instances, kMostInstances));
    }
    if (!isPart(spec.upgrade.minimumHealthCapacity) || !isPart(spec.upgrade.maximumOverCapacity)) {
        return failure("The parts of upgradeStrategy are numbers from 0 to 1");
    }
    for (const auto& constraint : spec.constraints) {
        if (const auto valid = check(constraint); !valid) {
            return valid;
        }
    }
    for (const auto& part : {checkResources(spec), checkPorts(spec), checkTimes(spec),
             spec.scaling ? checkScaling(*spec.scaling) : Status()}) {
        if (!part) {
            return part;
        }
    }
    return {};
}

} // namespace muster::services

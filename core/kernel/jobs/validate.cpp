// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/validate.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/kernel/jobs/placement.h"

namespace muster::jobs {

namespace {

constexpr std::size_t kMostConstraints = 100;

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

// One line that people read and type again.
Status validateName(std::string_view what, std::string_view name) {
    if (name.size() > kLongestName) {
        return failure(fmt::format(
            "{} has {} bytes, at most {} are allowed", what, name.size(), kLongestName));
    }
    return std::any_of(name.begin(), name.end(), isControl)
        ? failure(fmt::format("{} contains control characters", what))
        : Status();
}

Status validateNames(const JobSpec& spec) {
    auto valid = validateName("The job's name", spec.name);
    valid = valid ? validateName("The job's user", spec.user) : valid;
    for (const auto& constraint : spec.constraints) {
        valid = valid ? validateName("A constraint's attribute", constraint.attribute) : valid;
        valid = valid ? validateName("A constraint's value", constraint.value) : valid;
    }
    return valid;
}

} // namespace

Status validate(const JobSpec& spec) {
    if (spec.name.empty()) {
        return failure("Job needs a name");
    }
    if (spec.constraints.size() > kMostConstraints) {
        return failure(fmt::format("The job has {} constraints, at most {} are allowed",
            spec.constraints.size(), kMostConstraints));
    }
    if (auto names = validateNames(spec); !names) {
        return names;
    }
    if (spec.payload.empty()) {
        return failure("Job needs a command");
    }
    if (auto gpus = validateGpus(spec.resources); !gpus) {
        return gpus;
    }
    if (spec.resources.empty()) {
        return failure("Job needs resources, such as cpus:1;mem:128");
    }
    if (spec.retries < 0 || spec.retries > kMaximumRetries) {
        return failure(
            fmt::format("Retries must be between 0 and {}, not {}", kMaximumRetries, spec.retries));
    }
    if (spec.timeLimit && (*spec.timeLimit <= Duration(0) || *spec.timeLimit > kMostTimeLimit)) {
        return failure(
            fmt::format("The job's time limit must be more than 0 and at most {}, not {}",
                durationText(kMostTimeLimit), durationText(*spec.timeLimit)));
    }
    if (spec.retryPause
        && (*spec.retryPause <= Duration(0) || *spec.retryPause > kLongestRetryPause)) {
        return failure(
            fmt::format("The pause before a retry must be more than 0 and at most {}, not {}",
                durationText(kLongestRetryPause), durationText(*spec.retryPause)));
    }
    if (spec.killGrace && !isKillGrace(*spec.killGrace)) {
        return failure(
            fmt::format("The job's grace period must be more than 0 and at most {}hrs, not {}",
                kMostKillGrace / std::chrono::hours(1), durationText(*spec.killGrace)));
    }
    for (const auto& constraint : spec.constraints) {
        if (auto valid = validate(constraint); !valid) {
            return valid;
        }
    }
    return {};
}

} // namespace muster::jobs

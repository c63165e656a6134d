// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/validate.h"

#include <fmt/format.h>

namespace muster::jobs {

Status validate(const JobSpec& spec) {
    if (spec.name.empty()) {
        return failure("Job needs a name");
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
    for (const auto& constraint : spec.constraints) {
        if (constraint.attribute.empty() || constraint.value.empty()) {
            return failure("A constraint needs an attribute and a value, such as gpu:K40");
        }
    }
    return {};
}

} // namespace muster::jobs

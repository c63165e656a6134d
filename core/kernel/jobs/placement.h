// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// Text attributes must be equal, a scalar at least as large, a range must hold the number. Of
// several attributes of one name one is enough.
bool matches(const Constraint& constraint, const Attributes& attributes);
// The same for who has looked before whether its value is a number.
bool matches(
    const Constraint& constraint, const std::optional<Milli>& number, const Attributes& attributes);
std::optional<Milli> numberOf(const Constraint& constraint);

// The agent's scalar attribute "nvlink_group": its largest set of GPUs that NVLink joins. 0: none.
std::int64_t linkedGroup(const Attributes& attributes);

bool fits(const JobSpec& spec, const Supply& supply);

// How tight a job would be with so much free there; the smallest is chosen: first none with GPUs
// for a job without, then the fewest GPUs left over, cpus, mem; ties by agent id. It lives as
// `supply`.
using Tightness = std::tuple<bool, Milli, Milli, Milli, std::string_view>;
Tightness tightness(const JobSpec& spec, const Supply& supply, const Resources& free);

// The tightest supply that fits, of an agent in `avoided` only if no other does. The index into
// `supplies`, or nothing.
std::optional<std::size_t> bestFit(
    const JobSpec& spec, std::span<const Supply> supplies, const std::set<AgentId>& avoided = {});

} // namespace muster::jobs

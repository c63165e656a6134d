// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/kernel/jobs/scheduler.h"

namespace re2 {
class RE2;
}

namespace muster::jobs {

// A constraint that is asked of many machines: its value is read once.
class AttributeTest {
public:
    explicit AttributeTest(const Constraint& constraint);

    // Of several attributes of that name one is enough.
    bool passes(const Attributes& attributes) const;

private:
    bool passesValue(const Attribute& attribute) const;

    std::string m_attribute;
    std::string m_value;
    Constraint::Operator m_operator;
    std::optional<Milli> m_number; // the value is one
    std::shared_ptr<const re2::RE2> m_regex; // of Like and Unlike
};

// Whether its value can be asked for; an error names what is wrong with a regular expression.
Status validate(const Constraint& constraint);
// "gpu:K40", "gpu LIKE K.*"
std::string constraintText(const Constraint& constraint);

// The agent's scalar attribute "nvlink_group": its largest set of GPUs that NVLink joins. 0: none.
std::int64_t linkedGroup(const Attributes& attributes);

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

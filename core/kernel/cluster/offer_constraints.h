// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/kernel/base/defaults.h"
#include "core/kernel/base/result.h"
#include "core/kernel/cluster/numbers.h"
#include "core/kernel/resources/resources.h"

namespace re2 {
class RE2;
}

// What a framework demands of an agent before anything of it is offered to it
// (doc/features.md B8). Facts: Mesos' scheduler.proto (AttributeConstraint),
// src/master/allocator/mesos/offer_constraints_filter.cpp.
namespace muster::cluster {

struct AgentInfo;

// One condition on an agent's first attribute of a name, or on what it has beside its attributes.
struct AttributeConstraint {
    // Numbers of mesos.v1.scheduler.AttributeConstraint. Agents of Muster have no region and zone.
    enum class Pseudo { Unknown, Hostname, Region, Zone };
    enum class Predicate {
        None,
        Exists,
        NotExists,
        TextEquals,
        TextNotEquals,
        TextMatches,
        TextNotMatches
    };
    std::variant<std::monostate, Pseudo, std::string> selector;
    Predicate predicate = Predicate::None;
    std::string text; // or the regular expression, in RE2's syntax, of the whole text
};

// By role: one of its groups has to hold, in which every condition does. A role that is not named
// takes every agent.
struct OfferConstraints {
    using Group = std::vector<AttributeConstraint>;
    std::map<std::string, std::vector<Group>> roles;
    std::string payload; // serialized mesos.v1.scheduler.OfferConstraints, for views
};

// What one regular expression may cost.
struct RegexLimits {
    std::int64_t memory = defaults::kRegexMemory; // bytes
    std::int64_t programSize = defaults::kRegexProgramSize; // as RE2 counts it
};

// The constraints of one role, checked and ready. Immutable; copies share it. Matching takes time
// linear in the text.
class AgentFilter {
public:
    // What is wrong with the groups, in Mesos' words.
    static Result<AgentFilter> make(const std::string& role,
        const std::vector<OfferConstraints::Group>& groups, const RegexLimits& limits);

    bool admits(const AgentInfo& agent) const;

private:
    struct Condition {
        AttributeConstraint constraint;
        std::shared_ptr<const re2::RE2> regex; // if it has one
    };
    static Result<Condition> condition(
        const AttributeConstraint& constraint, const RegexLimits& limits);
    static bool holds(const Condition& condition, const AgentInfo& agent);

    std::shared_ptr<const std::vector<std::vector<Condition>>> m_groups;
};
using AgentFilters = std::map<std::string, AgentFilter>; // by role

// Which agents a client wants. It is asked again and again of the same agents, so each answer is
// kept. Not thread-safe.
class WantedAgents {
public:
    WantedAgents() = default; // every agent
    explicit WantedAgents(AgentFilter filter) : m_filter(std::move(filter)) { }

    // `profile`: another one whenever something changes that constraints can name.
    bool admits(ProfileNumber profile, const AgentInfo& agent);

private:
    enum class Verdict : std::uint8_t { Unknown, Wanted, Unwanted };
    std::optional<AgentFilter> m_filter;
    std::vector<Verdict> m_verdicts; // by profile
};

// All of them, or Mesos' words for the first that is not valid. `roles`: that the framework has.
Result<AgentFilters> makeFilters(const OfferConstraints& constraints,
    const std::set<std::string>& roles, const RegexLimits& limits);

} // namespace muster::cluster

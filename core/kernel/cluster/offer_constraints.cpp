// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_constraints.h"

#include <algorithm>

#include <re2/re2.h>

#include "core/kernel/cluster/messages.h"

namespace muster::cluster {

namespace {

using Predicate = AttributeConstraint::Predicate;
using Pseudo = AttributeConstraint::Pseudo;

Result<std::shared_ptr<const re2::RE2>> regexOf(
    const std::string& pattern, const RegexLimits& limits) {
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_max_mem(limits.memory);
    auto regex = std::make_shared<const re2::RE2>(pattern, options);
    if (!regex->ok()) {
        return failure(fmt::format(
            "Failed to construct regex from pattern '{}': {}", pattern, regex->error()));
    }
    if (regex->ProgramSize() > limits.programSize) {
        return failure(fmt::format("Regex '{}' is too complex: program size of {} is larger than "
                                   "maximum of {} allowed",
            pattern, regex->ProgramSize(), limits.programSize));
    }
    return regex;
}

// What a selector finds on an agent. A text that is null: what is there is no text.
struct Found {
    bool exists = false;
    const std::string* text = nullptr;
};

Found find(const AttributeConstraint& constraint, const AgentInfo& agent) {
    const auto* name = std::get_if<std::string>(&constraint.selector);
    if (!name) {
        return std::get<Pseudo>(constraint.selector) == Pseudo::Hostname
            ? Found{true, &agent.hostname}
            : Found{};
    }
    const auto at = std::ranges::find(agent.attributes, *name, &Attribute::name);
    return at == agent.attributes.end() ? Found{}
                                        : Found{true, std::get_if<std::string>(&at->value)};
}

} // namespace

Result<AgentFilter::Condition> AgentFilter::condition(
    const AttributeConstraint& constraint, const RegexLimits& limits) {
    if (std::holds_alternative<std::monostate>(constraint.selector)) {
        return failure("Exactly one of 'AttributeConstraint::Selector::name' or "
                       "'AttributeConstraint::Selector::pseudoattribute_type' must be set");
    }
    const auto* pseudo = std::get_if<Pseudo>(&constraint.selector);
    if (pseudo && *pseudo == Pseudo::Unknown) {
        return failure("Unknown pseudoattribute type");
    }
    if (constraint.predicate == Predicate::None) {
        return failure("Unknown predicate type");
    }
    Condition out{constraint, nullptr};
    if (constraint.predicate == Predicate::TextMatches
        || constraint.predicate == Predicate::TextNotMatches) {
        auto regex = regexOf(constraint.text, limits);
        if (!regex) {
            return tl::unexpected(regex.error());
        }
        out.regex = std::move(*regex);
    }
    return out;
}

Result<AgentFilter> AgentFilter::make(const std::string& role,
    const std::vector<OfferConstraints::Group>& groups, const RegexLimits& limits) {
    if (groups.empty()) {
        return failure(fmt::format("'OfferConstraints::role_constraints' has an empty "
                                   "'RoleConstraints::groups' for role {}",
            role));
    }
    std::vector<std::vector<Condition>> made;
    for (const auto& group : groups) {
        if (group.empty()) { // without the blank: so says Mesos
            return failure(fmt::format("'OfferConstraints::RoleConstraints::groups' for role "
                                       "{}contains an empty RoleConstraints::Group",
                role));
        }
        auto& conditions = made.emplace_back();
        for (const AttributeConstraint& constraint : group) {
            auto one = condition(constraint, limits);
            if (!one) {
                return failure(fmt::format("A role {} has an invalid 'AttributeConstraint'", role),
                    one.error());
            }
            conditions.push_back(std::move(*one));
        }
    }
    AgentFilter out;
    out.m_groups = std::make_shared<const std::vector<std::vector<Condition>>>(std::move(made));
    return out;
}

// An attribute that is there and no text fulfils every predicate on text: the scheduler decides.
bool AgentFilter::holds(const Condition& condition, const AgentInfo& agent) {
    const auto [exists, text] = find(condition.constraint, agent);
    switch (condition.constraint.predicate) {
    case Predicate::None:
        return false; // make() lets none through
    case Predicate::Exists:
        return exists;
    case Predicate::NotExists:
        return !exists;
    case Predicate::TextEquals:
        return exists && (!text || *text == condition.constraint.text);
    case Predicate::TextNotEquals:
        return !text || *text != condition.constraint.text;
    case Predicate::TextMatches:
        return exists && (!text || re2::RE2::FullMatch(*text, *condition.regex));
    case Predicate::TextNotMatches:
        return !text || !re2::RE2::FullMatch(*text, *condition.regex);
    }
    return false;
}

bool AgentFilter::admits(const AgentInfo& agent) const {
    return std::ranges::any_of(*m_groups, [&](const auto& group) {
        return std::ranges::all_of(
            group, [&](const Condition& condition) { return holds(condition, agent); });
    });
}

bool WantedAgents::admits(ProfileNumber profile, const AgentInfo& agent) {
    if (!m_filter) {
        return true;
    }
    if (profile >= m_verdicts.size()) {
        m_verdicts.resize(profile + 1, Verdict::Unknown);
    }
    Verdict& verdict = m_verdicts[profile];
    if (verdict == Verdict::Unknown) {
        verdict = m_filter->admits(agent) ? Verdict::Wanted : Verdict::Unwanted;
    }
    return verdict == Verdict::Wanted;
}

Result<AgentFilters> makeFilters(const OfferConstraints& constraints,
    const std::set<std::string>& roles, const RegexLimits& limits) {
    for (const auto& [role, groups] : constraints.roles) {
        if (!roles.contains(role)) { // without the blank: so says Mesos
            return failure(fmt::format("Offer constraints specify `role_constraints` for a role "
                                       "'{}'not contained in the set of roles",
                role));
        }
    }
    AgentFilters out;
    for (const auto& [role, groups] : constraints.roles) {
        auto filter = AgentFilter::make(role, groups, limits);
        if (!filter) {
            return failure("Offer constraints are not valid", filter.error());
        }
        out.emplace(role, std::move(*filter));
    }
    return out;
}

} // namespace muster::cluster

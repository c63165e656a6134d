// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/constraint_rules.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <re2/re2.h>

namespace muster::services {
namespace {

// Facts: doc/features.md F10.
using Operator = Constraint::Operator;

std::optional<Attribute> fieldOf(const Place& place, const std::string& field) {
    if (field == "hostname" || field == "@hostname") {
        return Attribute{field, place.hostname};
    }
    const auto found = std::ranges::find(place.attributes, field, &Attribute::name);
    return found == place.attributes.end() ? std::nullopt : std::optional(*found);
}

std::optional<Milli> numberOf(const std::string& text) {
    const auto number = Milli::parse(text);
    return number ? std::optional(*number) : std::nullopt;
}

bool isCount(const std::string& text) {
    const auto number = numberOf(text);
    return number && number->isWhole() && *number > Milli{};
}

std::shared_ptr<const re2::RE2> patternOf(const Constraint& constraint) {
    if (constraint.op != Operator::Like && constraint.op != Operator::Unlike) {
        return nullptr;
    }
    return std::make_shared<const re2::RE2>(constraint.value, re2::RE2::Quiet);
}

// How many instances there are at each value of the field.
std::map<std::string, std::int64_t> countsOf(const std::string& field, Instances placed) {
    std::map<std::string, std::int64_t> counts;
    for (const auto* instance : placed) {
        if (const auto value = fieldOf({instance->host, instance->attributes}, field)) {
            ++counts[value->valueText()];
        }
    }
    return counts;
}

} // namespace

Status check(const Constraint& constraint) {
    const auto refuse = [&](std::string_view text) {
        return failure(fmt::format("Constraint on '{}': {}", constraint.field, text));
    };
    if (constraint.field.empty()) {
        return failure("A constraint names a field: hostname or an attribute of agents");
    }
    switch (constraint.op) {
    case Operator::Unique:
        return constraint.value.empty() ? Status() : refuse("UNIQUE takes no value");
    case Operator::Cluster:
        return {};
    case Operator::GroupBy:
        return constraint.value.empty() || isCount(constraint.value)
            ? Status()
            : refuse("GROUP_BY takes the number of groups, at least 1");
    case Operator::Like:
    case Operator::Unlike:
        return !constraint.value.empty() && patternOf(constraint)->ok()
            ? Status()
            : refuse("LIKE and UNLIKE take a regular expression in RE2's syntax");
    case Operator::MaxPer:
        return isCount(constraint.value) ? Status() : refuse("MAX_PER takes a number, at least 1");
    case Operator::Is:
        return !constraint.value.empty() ? Status() : refuse("IS takes a value");
    }
    return {};
}

ConstraintRules::ConstraintRules(const std::vector<Constraint>& constraints) {
    for (const auto& constraint : constraints) {
        m_rules.push_back({constraint, patternOf(constraint), numberOf(constraint.value)});
    }
}

bool ConstraintRules::admit(const Place& place, Instances placed) const {
    return mayAdmit(place) && std::ranges::all_of(m_rules, [&](const Rule& rule) {
        const auto value = fieldOf(place, rule.constraint.field);
        return !value || spreads(rule, value->valueText(), placed);
    });
}

bool ConstraintRules::mayAdmit(const Place& place) const {
    return std::ranges::all_of(m_rules, [&](const Rule& rule) {
        const auto value = fieldOf(place, rule.constraint.field);
        return value ? fits(rule, *value) : rule.constraint.op == Operator::Unlike;
    });
}

bool ConstraintRules::fits(const Rule& rule, const Attribute& value) {
    switch (rule.constraint.op) {
    case Operator::Like:
        return re2::RE2::FullMatch(value.valueText(), *rule.pattern);
    case Operator::Unlike:
        return !re2::RE2::FullMatch(value.valueText(), *rule.pattern);
    case Operator::Is:
        if (const auto* number = std::get_if<Milli>(&value.value)) {
            return rule.number == *number;
        }
        return value.valueText() == rule.constraint.value;
    case Operator::Cluster:
        return rule.constraint.value.empty() || value.valueText() == rule.constraint.value;
    case Operator::Unique:
    case Operator::GroupBy:
    case Operator::MaxPer:
        break;
    }
    return true;
}

bool ConstraintRules::spreads(const Rule& rule, const std::string& value, Instances placed) {
    const auto wanted = rule.number ? rule.number->wholeUnits() : 0;
    const auto counts = countsOf(rule.constraint.field, placed);
    const auto here = counts.find(value);
    switch (rule.constraint.op) {
    case Operator::Unique:
        return here == counts.end();
    case Operator::MaxPer:
        return here == counts.end() || here->second < wanted;
    case Operator::Cluster: // where the first is, there are all
        return counts.empty() || here != counts.end();
    case Operator::GroupBy: { // a new group, or the smallest once there are enough of them
        const auto isSmaller = [](const auto& a, const auto& b) { return a.second < b.second; };
        return here == counts.end()
            || (static_cast<std::int64_t>(counts.size()) >= wanted
                && here->second == std::ranges::min_element(counts, isSmaller)->second);
    }
    case Operator::Like:
    case Operator::Unlike:
    case Operator::Is:
        break;
    }
    return true;
}

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/placement.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <re2/re2.h>

namespace muster::jobs {
namespace {

constexpr std::string_view kLinkedGroup = "nvlink_group";

constexpr std::int64_t kRegexMemory = 1 << 20; // of one

bool holds(const Ranges& ranges, const std::optional<Milli>& number) {
    if (!number || !number->isWhole() || number->value < 0) {
        return false;
    }
    const auto units = static_cast<std::uint64_t>(number->wholeUnits());
    return ranges.contains(Ranges({{units, units}}));
}

std::shared_ptr<const re2::RE2> regexOf(const Constraint& constraint) {
    if (constraint.op == Constraint::Operator::Equals) {
        return nullptr;
    }
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_max_mem(kRegexMemory);
    return std::make_shared<const re2::RE2>(constraint.value, options);
}

// As Chronos calls them: doc/features.md G7.
std::string_view nameOf(Constraint::Operator op) {
    switch (op) {
    case Constraint::Operator::Equals:
        return "EQUALS";
    case Constraint::Operator::Like:
        return "LIKE";
    case Constraint::Operator::Unlike:
        return "UNLIKE";
    }
    return "";
}

bool meetsLinks(const JobSpec& spec, const Supply& supply) {
    return !spec.linked || linkedGroup(supply.attributes) >= spec.resources.gpus().wholeUnits();
}

} // namespace

AttributeTest::AttributeTest(const Constraint& constraint)
    : m_attribute(constraint.attribute), m_value(constraint.value), m_operator(constraint.op),
      m_regex(regexOf(constraint)) {
    if (const auto number = Milli::parse(constraint.value)) {
        m_number = *number;
    }
}

bool AttributeTest::passes(const Attributes& attributes) const {
    return std::ranges::any_of(attributes, [&](const Attribute& attribute) {
        return attribute.name == m_attribute && passesValue(attribute);
    });
}

bool AttributeTest::passesValue(const Attribute& attribute) const {
    const auto& value = attribute.value;
    const auto* text = std::get_if<std::string>(&value);
    switch (m_operator) {
    case Constraint::Operator::Equals:
        break;
    case Constraint::Operator::Like:
        return text != nullptr && re2::RE2::FullMatch(*text, *m_regex);
    case Constraint::Operator::Unlike:
        return text != nullptr && !re2::RE2::FullMatch(*text, *m_regex);
    }
    if (const auto* scalar = std::get_if<Milli>(&value)) {
        return m_number && *scalar >= *m_number;
    }
    return text != nullptr ? *text == m_value : holds(std::get<Ranges>(value), m_number);
}

Status validate(const Constraint& constraint) {
    if (constraint.attribute.empty() || constraint.value.empty()) {
        return failure("A constraint needs an attribute and a value, such as gpu:K40");
    }
    if (nameOf(constraint.op).empty()) {
        return failure(fmt::format(
            "The constraint on {} has an operator that is not known", constraint.attribute));
    }
    const auto regex = regexOf(constraint);
    return !regex || regex->ok()
        ? Status()
        : failure(fmt::format("The constraint {} is no regular expression: {}",
            constraintText(constraint), regex->error()));
}

std::string constraintText(const Constraint& constraint) {
    return constraint.op == Constraint::Operator::Equals
        ? fmt::format("{}:{}", constraint.attribute, constraint.value)
        : fmt::format("{} {} {}", constraint.attribute, nameOf(constraint.op), constraint.value);
}

std::int64_t linkedGroup(const Attributes& attributes) {
    std::int64_t size = 0;
    for (const auto& attribute : attributes) {
        const auto* value = std::get_if<Milli>(&attribute.value);
        if (value && attribute.name == kLinkedGroup) {
            size = std::max(size, value->wholeUnits());
        }
    }
    return size;
}

Tightness tightness(const JobSpec& spec, const Supply& supply, const Resources& free) {
    const bool wantsGpus = spec.resources.gpus() > Milli{};
    return {!wantsGpus && supply.hasGpus, free.gpus(), free.total("cpus"), free.total("mem"),
        supply.agent.value};
}

std::optional<std::size_t> bestFit(
    const JobSpec& spec, std::span<const Supply> supplies, const std::set<AgentId>& avoided) {
    const std::vector<AttributeTest> tests(spec.constraints.begin(), spec.constraints.end());
    const auto fits = [&](const Supply& supply) {
        return supply.free.contains(spec.resources) && meetsLinks(spec, supply)
            && std::ranges::all_of(
                tests, [&](const AttributeTest& test) { return test.passes(supply.attributes); });
    };
    const auto rank = [&](const Supply& supply) {
        return std::pair(avoided.contains(supply.agent), tightness(spec, supply, supply.free));
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < supplies.size(); ++i) {
        if (fits(supplies[i]) && (!best || rank(supplies[i]) < rank(supplies[*best]))) {
            best = i;
        }
    }
    return best;
}

} // namespace muster::jobs

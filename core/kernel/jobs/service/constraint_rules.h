// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/service/instance_table.h"

namespace re2 {
class RE2;
}

namespace muster::services {

// What constraints look at: an agent, or the one that an instance is on.
struct Place {
    const std::string& hostname;
    const Attributes& attributes;
};

Status check(const Constraint& constraint); // the error says what its value must be

// An app's constraints, ready to be held against agents. Immutable; copies share it. Facts:
// Marathon's Constraints.scala. An agent without the field meets UNLIKE only; agents of Muster have
// no @region and no @zone.
class ConstraintRules {
public:
    ConstraintRules() = default;
    explicit ConstraintRules(const std::vector<Constraint>& constraints); // REQUIRES: checked

    bool empty() const { return m_rules.empty(); }
    // Whether another instance may be started there. `placed`: those of the same configuration.
    bool admit(const Place& place, Instances placed) const;
    // As far as the agent alone decides it, wherever other instances are.
    bool mayAdmit(const Place& place) const;

private:
    struct Rule {
        Constraint constraint;
        std::shared_ptr<const re2::RE2> pattern; // of Like and Unlike
        std::optional<Milli> number; // the value, if it is one
    };
    static bool fits(const Rule& rule, const Attribute& value);
    static bool spreads(const Rule& rule, const std::string& value, Instances placed);

    std::vector<Rule> m_rules;
};

} // namespace muster::services

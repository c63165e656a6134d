// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/offer_constraints.h"

namespace muster::proto {
namespace {

using Constraint = mesos::v1::scheduler::AttributeConstraint;

cluster::AttributeConstraint constraintOf(const Constraint& in) {
    using Predicate = cluster::AttributeConstraint::Predicate;
    cluster::AttributeConstraint out;
    if (in.selector().has_attribute_name()) {
        out.selector = in.selector().attribute_name();
    } else if (in.selector().has_pseudoattribute_type()) {
        out.selector = static_cast<cluster::AttributeConstraint::Pseudo>(
            in.selector().pseudoattribute_type());
    }
    const auto& predicate = in.predicate();
    switch (predicate.predicate_case()) {
    case Constraint::Predicate::PREDICATE_NOT_SET:
        break;
    case Constraint::Predicate::kExists:
        out.predicate = Predicate::Exists;
        break;
    case Constraint::Predicate::kNotExists:
        out.predicate = Predicate::NotExists;
        break;
    case Constraint::Predicate::kTextEquals:
        out.predicate = Predicate::TextEquals;
        out.text = predicate.text_equals().value();
        break;
    case Constraint::Predicate::kTextNotEquals:
        out.predicate = Predicate::TextNotEquals;
        out.text = predicate.text_not_equals().value();
        break;
    case Constraint::Predicate::kTextMatches:
        out.predicate = Predicate::TextMatches;
        out.text = predicate.text_matches().regex();
        break;
    case Constraint::Predicate::kTextNotMatches:
        out.predicate = Predicate::TextNotMatches;
        out.text = predicate.text_not_matches().regex();
        break;
    }
    return out;
}

} // namespace

cluster::OfferConstraints fromProto(const mesos::v1::scheduler::OfferConstraints& in) {
    cluster::OfferConstraints out;
    for (const auto& [role, constraints] : in.role_constraints()) {
        auto& groups = out.roles[role];
        for (const auto& group : constraints.groups()) {
            auto& added = groups.emplace_back();
            for (const auto& constraint : group.attribute_constraints()) {
                added.push_back(constraintOf(constraint));
            }
        }
    }
    out.payload = in.SerializeAsString();
    return out;
}

} // namespace muster::proto

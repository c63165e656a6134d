// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/jobs/scheduler.h"
#include "core/proto/muster/v1/journal.pb.h"
#include "core/proto/muster/v1/view.pb.h"
#include "core/proto/time.h"

// The fields of a job that are written alike in every message that holds one.
namespace muster::agentd {

// The numbers of a constraint's operators on the wire are those of the kernel.
static_assert(
    static_cast<int>(jobs::Constraint::Operator::Like) == muster::v1::Job::Constraint::LIKE
    && static_cast<int>(jobs::Constraint::Operator::Unlike)
        == muster::v1::JobRow::Constraint::UNLIKE);

template <typename Message>
void addFields(const jobs::JobSpec& spec, Message& out) {
    out.set_name(spec.name);
    out.set_user(spec.user);
    for (const auto& constraint : spec.constraints) {
        auto& added = *out.add_constraints();
        added.set_attribute(constraint.attribute);
        added.set_value(constraint.value);
        using Added = std::remove_reference_t<decltype(added)>;
        added.set_op(static_cast<typename Added::Operator>(constraint.op));
    }
    out.set_linked(spec.linked);
    out.set_priority(spec.priority);
    out.set_retries(spec.retries);
    if (spec.killGrace) {
        out.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
            proto::nanoseconds(*spec.killGrace));
    }
}

template <typename Message>
jobs::JobSpec fieldsOf(const Message& in) {
    jobs::JobSpec out{.name = in.name(),
        .user = in.user(),
        .linked = in.linked(),
        .priority = in.priority(),
        .retries = in.retries()};
    if (in.kill_policy().has_grace_period()) {
        out.killGrace = proto::fromNanoseconds(in.kill_policy().grace_period().nanoseconds());
    }
    for (const auto& constraint : in.constraints()) {
        out.constraints.push_back({constraint.attribute(), constraint.value(),
            static_cast<jobs::Constraint::Operator>(constraint.op())});
    }
    return out;
}

} // namespace muster::agentd

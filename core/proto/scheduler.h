// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/resources.h"
#include "core/proto/task.h"

namespace muster::proto {

// Mesos v1 scheduler messages <-> the kernel's values. A call that lacks what its type needs is
// refused with Mesos' text ("Expecting 'accept' to be present"); facts: doc/wire.md,
// "Order of checks".
// The tasks of a launch are taken out of the call and stay in their payloads; nothing else is.
Result<cluster::FrameworkCall> fromProto(mesos::v1::scheduler::Call&& call);
inline Result<cluster::FrameworkCall> fromProto(const mesos::v1::scheduler::Call& call) {
    return fromProto(mesos::v1::scheduler::Call(call));
}
// What is wrong with the resources becomes the defect.
cluster::ChangeReservations changeOf(
    cluster::ChangeReservations::Kind kind, const ResourceList& resources);

// How an offer is written: for its framework by the capabilities of that one, else with all that
// there is.
struct OfferForm {
    ResourceFormat resources = ResourceFormat::Endpoint;
    bool allocation = true; // says for which role it is

    static OfferForm of(const cluster::FrameworkInfo& subscriber);
};
mesos::v1::scheduler::Event toProto(const cluster::FrameworkEvent& event, OfferForm form = {});
mesos::v1::Offer toProto(const cluster::Offer& offer, OfferForm form = {});

} // namespace muster::proto

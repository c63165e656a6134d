// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/resources/resources.h"
#include "core/proto/mesos/v1/mesos.pb.h"
#include "core/proto/muster/v1/values.pb.h"

namespace muster::proto {

using ResourceList = google::protobuf::RepeatedPtrField<mesos::v1::Resource>;
using AttributeList = google::protobuf::RepeatedPtrField<mesos::v1::Attribute>;

// What fits into thousandths.
bool possible(double amount);

// How a resource says for whom it is reserved: by `role` and `reservation`, as before Mesos' roles
// had roles beneath them; by the list `reservations`; or, as Mesos' endpoints do, by both.
// The first cannot say that one reservation refines another.
enum class ResourceFormat { PreRefinement, PostRefinement, Endpoint };

// Every item of the bundle, in Mesos' order of fields.
void append(const Resources& resources, ResourceList& list,
    ResourceFormat format = ResourceFormat::Endpoint);
ResourceList toProto(const Resources& resources);
void allocate(ResourceList& list, const std::string& role); // fills in allocation_info

// Of any format. Refuses what has no value of its type, a negative or non-finite scalar, an empty
// name, reservations that cannot be.
Result<Resources> fromProto(const ResourceList& list);

// On Muster's own wire. Refuses what the list above refuses, and what is no possible amount.
muster::v1::Resources toRow(const Resources& resources);
Result<Resources> fromProto(const muster::v1::Resources& in);
// Of a row that a master wrote: nothing of what cannot be.
Resources ofRow(const muster::v1::Resources& in);

void append(const Attributes& attributes, AttributeList& list);
// Refuses a scalar that is no possible amount.
Result<Attributes> fromProto(const AttributeList& list);
Attributes ofRow(const AttributeList& list); // as above

} // namespace muster::proto

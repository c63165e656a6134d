// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/resources/resources.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

using ResourceList = google::protobuf::RepeatedPtrField<mesos::v1::Resource>;
using AttributeList = google::protobuf::RepeatedPtrField<mesos::v1::Attribute>;

// Every item of the bundle, role included, in Mesos' order of fields.
void append(const Resources& resources, ResourceList& list);
ResourceList toProto(const Resources& resources);
void allocate(ResourceList& list, const std::string& role); // fills in allocation_info

// Refuses what has no value of its type, a negative or non-finite scalar, an empty name.
Result<Resources> fromProto(const ResourceList& list);

void append(const Attributes& attributes, AttributeList& list);
// Refuses a scalar that is no possible amount.
Result<Attributes> fromProto(const AttributeList& list);

} // namespace muster::proto

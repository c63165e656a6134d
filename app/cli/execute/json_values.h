// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/result.h"
#include "core/proto/mesos/v1/mesos.pb.h"

// Flags of mesos-execute whose value is a message of Mesos in JSON. Each takes the JSON itself or
// the name of a file that holds it: "file:///path" or "/path". Unknown fields are ignored, as Mesos
// does.
namespace muster::cli {

// The text, or what the file holds that it names.
Result<std::string> textOrFile(const std::string& text);

// Of a task the agent may be left out: it is known at launch.
Result<mesos::v1::TaskInfo> readTask(const std::string& text);
Result<mesos::v1::TaskGroupInfo> readTaskGroup(const std::string& text);
Result<google::protobuf::RepeatedPtrField<mesos::v1::Volume>> readVolumes(const std::string& text);
Result<mesos::v1::CapabilityInfo> readCapabilities(const std::string& text);
Result<mesos::v1::RLimitInfo> readLimits(const std::string& text);

} // namespace muster::cli

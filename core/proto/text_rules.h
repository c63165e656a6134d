// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"

namespace google::protobuf {
class Descriptor;
class Message;
} // namespace google::protobuf

// What the texts of a message from outside may be, whatever the message is: by its descriptors, so
// that a field that is added later is under the rules without a further line. An error names the
// field: "'kill.task_id': '../x' contains invalid characters". Any thread.
namespace muster::proto {

// Each id is one (validateId) or empty. Ids are the `value` of Mesos' ID messages and, in Muster's
// own messages, the fields that are named as such ("id", "framework_id", "uuid", "gpus"). A job is
// also found by its name, so `job_id` is none, nor is `alert_id`: neither names a file.
Status checkIds(const google::protobuf::Message& message);

// No text has a null byte: what the kernel is told as a path, a name or an argument would end
// there. Left out are what a task says of itself (TaskStatus), and the tasks and executors of a
// launch, each of which has a defect of its own (launch_checks.h).
Status checkNulls(const google::protobuf::Message& message);

// What whoever is connected may say: ids are such in Muster's own messages (Mesos' calls have each
// their own text for that), and what a client sends has no null byte (what an agent passes on of a
// task may have).
Status checkTexts(const google::protobuf::Message& message);

// The same of a message's bytes on the wire, which protobuf took as one of `type`: where they are
// at hand, since each of the above makes them.
Status checkNulls(std::string_view bytes, const google::protobuf::Descriptor& type);
Status checkIds(std::string_view bytes, const google::protobuf::Descriptor& type);
Status checkTexts(std::string_view bytes, const google::protobuf::Descriptor& type);

// For a string of proto2 protobuf takes any bytes; who gets it from us in proto3 or JSON does not.
bool hasUtf8Texts(std::string_view bytes, const google::protobuf::Descriptor& type);

// What is not UTF-8 in its texts becomes "\xe9": whoever gets it from us can read it.
void repairTexts(google::protobuf::Message& message);

// A call without what its type needs, in Mesos' words.
tl::unexpected<Error> missingField(std::string_view field);

} // namespace muster::proto

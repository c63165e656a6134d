// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace google::protobuf {
class Message;
}

// The JSON of Mesos' HTTP API, which is not protobuf's own: by reflection, for every message of
// mesos.v1. Facts: doc/wire.md, "JSON of messages", recordings of a Mesos 1.12, stout's
// protobuf.hpp. Any thread.
namespace muster::proto {

// Compact, fields in the order of their declaration; bytes as base64, enums by name, 64-bit
// integers as numbers, doubles with a fraction, maps as objects. An unset optional field is left
// out, unless the schema declares a default: that is written (but for "role"). An empty list is
// left out, but for those of GET_TASKS, GET_EXECUTORS, GET_FRAMEWORKS and GET_AGENTS.
void appendMesosJson(const google::protobuf::Message& message, std::string& out);
std::string toMesosJson(const google::protobuf::Message& message);

// Reads what clients of Mesos send, under the limits of encoding.h: null is unset, an unknown field
// is ignored, so is the unknown name of an optional enum; numbers and booleans may be quoted; one
// value may stand for a list of one. Of a key that comes twice the last one counts.
// Error: the body of Mesos' 400, "Failed to parse body into JSON: ...", or of what is JSON but not
// the message "Failed to convert JSON into Call protobuf: ...", the last such being "Missing
// required fields: ..."; the message then has what was read. Text with a null byte is an error,
// too.
Status readMesosJson(std::string_view json, google::protobuf::Message& message);

} // namespace muster::proto

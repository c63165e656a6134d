// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

// For the sources of this folder: what the JSON of a message has in which order.
namespace muster::proto {

struct JsonField;
using JsonLayout = std::vector<JsonField>; // in the order of declaration
struct JsonField {
    const google::protobuf::FieldDescriptor* descriptor;
    std::string key; // "name":
    bool shownUnset;
    const JsonLayout* layout; // of the field's own message, if it is one
};

// Made once a thread: a lock would cost more.
const JsonLayout& jsonLayout(const google::protobuf::Descriptor& message);

// The value alone, of a list in brackets.
void appendMesosJsonField(
    const google::protobuf::Message& message, const JsonField& field, std::string& out);

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace google::protobuf {
class Descriptor;
class EnumDescriptor;
} // namespace google::protobuf

namespace muster::web {

// What a connection of subprotocol muster.v1.json can carry: v1::Request, v1::Message and all that
// their fields name, each once, in the order in which the fields name them.
struct WireTypes {
    std::vector<const google::protobuf::Descriptor*> messages;
    std::vector<const google::protobuf::EnumDescriptor*> enums;
};
const WireTypes& wireTypes();

// In TypeScript: "JobConstraint" of v1::Job::Constraint, "MesosCommandInfo" of
// mesos.v1.CommandInfo.
std::string typeName(const google::protobuf::Descriptor& message);
std::string typeName(const google::protobuf::EnumDescriptor& type);

// An interface of each message and a union of names of each enum. As JSON of protobuf has them, a
// field that has its default is absent, 64-bit integers are texts and bytes are base64.
std::string wireDeclarations();

} // namespace muster::web

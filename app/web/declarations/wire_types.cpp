// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/wire_types.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/proto/muster/v1/console.pb.h"

namespace muster::web {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;

// Adds the types that the message names behind it. REQUIRES: it is not there yet.
void add(const Descriptor& message, WireTypes& types) {
    types.messages.push_back(&message);
    for (int i = 0; i < message.field_count(); ++i) {
        const auto& field = message.field(i)->is_map()
            ? *message.field(i)->message_type()->map_value()
            : *message.field(i);
        const auto* other = field.message_type();
        const auto* names = field.enum_type();
        if (other != nullptr && std::ranges::find(types.messages, other) == types.messages.end()) {
            add(*other, types);
        }
        if (names != nullptr && std::ranges::find(types.enums, names) == types.enums.end()) {
            types.enums.push_back(names);
        }
    }
}

// Names of Mesos get its name before them: it has a Task and an Offer, too.
template <typename Type>
std::string nameOf(const Type& type) {
    const std::string beginning = type.file()->package() == "mesos.v1" ? "Mesos" : "";
    std::string name = type.name();
    for (const auto* outer = type.containing_type(); outer != nullptr;
         outer = outer->containing_type()) {
        name.insert(0, outer->name());
    }
    return beginning + name;
}

std::string valueType(const FieldDescriptor& field) {
    switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_DOUBLE:
    case FieldDescriptor::CPPTYPE_FLOAT:
        return "number";
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_STRING: // and bytes
        return "string";
    case FieldDescriptor::CPPTYPE_BOOL:
        return "boolean";
    case FieldDescriptor::CPPTYPE_ENUM:
        return nameOf(*field.enum_type());
    case FieldDescriptor::CPPTYPE_MESSAGE:
        return nameOf(*field.message_type());
    }
    return "unknown";
}

// Mesos' required fields are always there; others are absent while they have their default. A map
// is an object.
std::string declaration(const FieldDescriptor& field) {
    if (field.is_map()) {
        return fmt::format("  {}?: Record<string, {}>;\n", field.name(),
            valueType(*field.message_type()->map_value()));
    }
    return fmt::format("  {}{}: {}{};\n", field.name(), field.is_required() ? "" : "?",
        valueType(field), field.is_repeated() ? "[]" : "");
}

std::string declaration(const Descriptor& message) {
    auto out = fmt::format("export interface {} {{\n", nameOf(message));
    for (int i = 0; i < message.field_count(); ++i) {
        out += declaration(*message.field(i));
    }
    return out + "}\n";
}

std::string declaration(const EnumDescriptor& type) {
    std::vector<std::string> names;
    for (int i = 0; i < type.value_count(); ++i) {
        names.push_back(fmt::format("\"{}\"", type.value(i)->name()));
    }
    return fmt::format("export type {} =\n  | {};\n", nameOf(type), fmt::join(names, "\n  | "));
}

} // namespace

const WireTypes& wireTypes() {
    static const auto all = [] {
        WireTypes types;
        add(*v1::Request::descriptor(), types);
        add(*v1::Message::descriptor(), types);
        add(*v1::Poll::descriptor(), types);
        add(*v1::PollAnswer::descriptor(), types);
        return types;
    }();
    return all;
}

std::string typeName(const Descriptor& message) {
    return nameOf(message);
}

std::string typeName(const EnumDescriptor& type) {
    return nameOf(type);
}

std::string wireDeclarations() {
    std::string out;
    for (const auto* message : wireTypes().messages) {
        out += declaration(*message) + '\n';
    }
    for (const auto* type : wireTypes().enums) {
        out += declaration(*type) + '\n';
    }
    return out;
}

} // namespace muster::web

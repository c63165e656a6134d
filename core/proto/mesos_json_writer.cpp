// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "core/proto/json_text.h"
#include "core/proto/mesos_json.h"
#include "core/proto/mesos_json_layout.h"

namespace muster::proto {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// The lists that Mesos writes by hand, and so also when they are empty.
constexpr std::array kShownEmpty = std::to_array<std::string_view>({
    "mesos.v1.agent.Response.GetExecutors.completed_executors",
    "mesos.v1.agent.Response.GetExecutors.executors",
    "mesos.v1.agent.Response.GetFrameworks.completed_frameworks",
    "mesos.v1.agent.Response.GetFrameworks.frameworks",
    "mesos.v1.agent.Response.GetTasks.completed_tasks",
    "mesos.v1.agent.Response.GetTasks.launched_tasks",
    "mesos.v1.agent.Response.GetTasks.pending_tasks",
    "mesos.v1.agent.Response.GetTasks.queued_tasks",
    "mesos.v1.agent.Response.GetTasks.terminated_tasks",
    "mesos.v1.master.Response.GetAgents.agents",
    "mesos.v1.master.Response.GetAgents.recovered_agents",
    "mesos.v1.master.Response.GetExecutors.executors",
    "mesos.v1.master.Response.GetFrameworks.completed_frameworks",
    "mesos.v1.master.Response.GetFrameworks.frameworks",
    "mesos.v1.master.Response.GetTasks.completed_tasks",
    "mesos.v1.master.Response.GetTasks.tasks",
    "mesos.v1.master.Response.GetTasks.unreachable_tasks",
});

void appendMessage(const Message& message, const JsonLayout& layout, std::string& out);

template <typename Integer>
void appendInteger(Integer value, std::string& out) {
    std::array<char, 24> buffer;
    auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    out.append(buffer.data(), end);
}

void appendBool(bool value, std::string& out) {
    out += value ? "true" : "false";
}

void appendText(const FieldDescriptor& field, const std::string& value, std::string& out) {
    if (field.type() == FieldDescriptor::TYPE_BYTES) {
        out += '"';
        appendBase64(value, out);
        out += '"';
    } else {
        appendQuoted(value, out);
    }
}

void appendEnum(const google::protobuf::EnumValueDescriptor& value, std::string& out) {
    appendQuoted(value.name(), out);
}

void appendSingle(const Message& in, const JsonField& place, std::string& out) {
    const auto* field = place.descriptor;
    const auto& reflection = *in.GetReflection();
    std::string scratch;
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
        return appendBool(reflection.GetBool(in, field), out);
    case FieldDescriptor::CPPTYPE_INT32:
        return appendInteger(reflection.GetInt32(in, field), out);
    case FieldDescriptor::CPPTYPE_INT64:
        return appendInteger(reflection.GetInt64(in, field), out);
    case FieldDescriptor::CPPTYPE_UINT32:
        return appendInteger(reflection.GetUInt32(in, field), out);
    case FieldDescriptor::CPPTYPE_UINT64:
        return appendInteger(reflection.GetUInt64(in, field), out);
    case FieldDescriptor::CPPTYPE_FLOAT:
        return appendDouble(reflection.GetFloat(in, field), out);
    case FieldDescriptor::CPPTYPE_DOUBLE:
        return appendDouble(reflection.GetDouble(in, field), out);
    case FieldDescriptor::CPPTYPE_ENUM:
        return appendEnum(*reflection.GetEnum(in, field), out);
    case FieldDescriptor::CPPTYPE_STRING:
        return appendText(*field, reflection.GetStringReference(in, field, &scratch), out);
    case FieldDescriptor::CPPTYPE_MESSAGE:
        return appendMessage(reflection.GetMessage(in, field), *place.layout, out);
    }
}

void appendElement(const Message& in, const JsonField& place, int at, std::string& out) {
    const auto* field = place.descriptor;
    const auto& reflection = *in.GetReflection();
    std::string scratch;
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL:
        return appendBool(reflection.GetRepeatedBool(in, field, at), out);
    case FieldDescriptor::CPPTYPE_INT32:
        return appendInteger(reflection.GetRepeatedInt32(in, field, at), out);
    case FieldDescriptor::CPPTYPE_INT64:
        return appendInteger(reflection.GetRepeatedInt64(in, field, at), out);
    case FieldDescriptor::CPPTYPE_UINT32:
        return appendInteger(reflection.GetRepeatedUInt32(in, field, at), out);
    case FieldDescriptor::CPPTYPE_UINT64:
        return appendInteger(reflection.GetRepeatedUInt64(in, field, at), out);
    case FieldDescriptor::CPPTYPE_FLOAT:
        return appendDouble(reflection.GetRepeatedFloat(in, field, at), out);
    case FieldDescriptor::CPPTYPE_DOUBLE:
        return appendDouble(reflection.GetRepeatedDouble(in, field, at), out);
    case FieldDescriptor::CPPTYPE_ENUM:
        return appendEnum(*reflection.GetRepeatedEnum(in, field, at), out);
    case FieldDescriptor::CPPTYPE_STRING:
        return appendText(
            *field, reflection.GetRepeatedStringReference(in, field, at, &scratch), out);
    case FieldDescriptor::CPPTYPE_MESSAGE:
        return appendMessage(reflection.GetRepeatedMessage(in, field, at), *place.layout, out);
    }
}

// Of the entry of a map, which is a message of these two.
std::pair<const JsonField&, const JsonField&> keyAndValue(const JsonLayout& entry) {
    return {entry[0], entry[1]};
}

// Sorted by key, so that the same message is the same text.
void appendMap(const Message& in, const JsonField& place, std::string& out) {
    const auto* field = place.descriptor;
    const auto& [keyPlace, valuePlace] = keyAndValue(*place.layout);
    std::vector<std::pair<std::string, const Message*>> entries;
    for (int i = 0; i < in.GetReflection()->FieldSize(in, field); ++i) {
        const auto& entry = in.GetReflection()->GetRepeatedMessage(in, field, i);
        std::string key;
        appendSingle(entry, keyPlace, key);
        if (!key.starts_with('"')) {
            key = '"' + key + '"';
        }
        entries.emplace_back(std::move(key), &entry);
    }
    std::ranges::sort(entries);
    char separator = '{';
    for (const auto& [key, entry] : entries) {
        out += separator;
        out += key;
        out += ':';
        appendSingle(*entry, valuePlace, out);
        separator = ',';
    }
    out += entries.empty() ? "{}" : "}";
}

void appendList(const Message& in, const JsonField& place, std::string& out) {
    const int size = in.GetReflection()->FieldSize(in, place.descriptor);
    out += '[';
    for (int i = 0; i < size; ++i) {
        if (i > 0) {
            out += ',';
        }
        appendElement(in, place, i, out);
    }
    out += ']';
}

void appendMessage(const Message& message, const JsonLayout& layout, std::string& out) {
    const auto& reflection = *message.GetReflection();
    bool first = true;
    out += '{';
    for (const auto& place : layout) {
        const auto* field = place.descriptor;
        const bool set = field->is_repeated() ? reflection.FieldSize(message, field) > 0
                                              : reflection.HasField(message, field);
        if (!set && !place.shownUnset) {
            continue;
        }
        if (!first) {
            out += ',';
        }
        first = false;
        out += place.key;
        appendMesosJsonField(message, place, out);
    }
    out += '}';
}

} // namespace

const JsonLayout& jsonLayout(const Descriptor& message) {
    thread_local std::unordered_map<const Descriptor*, JsonLayout> layouts;
    const auto [known, isNew] = layouts.try_emplace(&message);
    auto& layout = known->second; // stays where it is
    for (int i = 0; isNew && i < message.field_count(); ++i) {
        const auto* field = message.field(i);
        // Mesos does not write the default of a deprecated field, and those are named so.
        const bool shown = field->is_repeated()
            ? std::ranges::binary_search(kShownEmpty, std::string_view(field->full_name()))
            : field->has_default_value() && field->name() != "role";
        const auto* type = field->message_type();
        layout.push_back({field, fmt::format("\"{}\":", field->name()), shown,
            type == nullptr ? nullptr : &jsonLayout(*type)});
    }
    return layout;
}

void appendMesosJsonField(const Message& message, const JsonField& field, std::string& out) {
    if (!field.descriptor->is_repeated()) {
        appendSingle(message, field, out);
    } else if (field.descriptor->is_map()) {
        appendMap(message, field, out);
    } else {
        appendList(message, field, out);
    }
}

void appendMesosJson(const Message& message, std::string& out) {
    appendMessage(message, jsonLayout(*message.GetDescriptor()), out);
}

std::string toMesosJson(const Message& message) {
    std::string out;
    appendMesosJson(message, out);
    return out;
}

} // namespace muster::proto

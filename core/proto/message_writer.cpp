// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/message_writer.h"

#include <numeric>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message.h>
#include <google/protobuf/wire_format_lite.h>

#include "core/proto/mesos_json.h"
#include "core/proto/mesos_json_layout.h"

namespace muster::proto {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedOutputStream;

void appendVarint(std::uint64_t value, std::string& out) {
    std::uint8_t bytes[10];
    const auto* end = CodedOutputStream::WriteVarint64ToArray(value, bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes));
}

void appendHead(const FieldDescriptor& field, std::size_t length, std::string& out) {
    appendVarint(
        WireFormatLite::MakeTag(field.number(), WireFormatLite::WIRETYPE_LENGTH_DELIMITED), out);
    appendVarint(length, out);
}

void separate(const FieldDescriptor& field, std::string& out) {
    if (field.is_repeated() && !out.empty()) {
        out += ',';
    }
}

} // namespace

MessageWriter::MessageWriter(const google::protobuf::Descriptor& type, MesosEncoding encoding)
    : m_type(type), m_encoding(encoding), m_parts(static_cast<std::size_t>(type.field_count())) { }

MessageWriter::Part MessageWriter::part(std::string_view field) {
    const auto* found = m_type.FindFieldByName(std::string(field));
    return {found, m_parts[static_cast<std::size_t>(found->index())]};
}

void MessageWriter::add(std::string_view field, const google::protobuf::Message& value) {
    const auto [descriptor, bytes] = part(field);
    if (m_encoding == MesosEncoding::Json) {
        separate(*descriptor, bytes);
        return appendMesosJson(value, bytes);
    }
    const auto size = value.ByteSizeLong();
    appendHead(*descriptor, size, bytes);
    const auto before = bytes.size();
    bytes.resize(before + size);
    value.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes.data() + before));
}

void MessageWriter::add(std::string_view field, MessageWriter value) {
    const auto [descriptor, bytes] = part(field);
    const auto written = std::move(value).finish();
    if (m_encoding == MesosEncoding::Json) {
        separate(*descriptor, bytes);
    } else {
        appendHead(*descriptor, written.size(), bytes);
    }
    bytes += written;
}

void MessageWriter::add(const google::protobuf::Message& fields) {
    if (m_encoding == MesosEncoding::Binary) {
        fields.AppendPartialToString(&m_fields);
        return;
    }
    std::vector<const FieldDescriptor*> set;
    fields.GetReflection()->ListFields(fields, &set);
    for (const auto* field : set) {
        appendMesosJsonField(fields, *field, m_parts[static_cast<std::size_t>(field->index())]);
    }
}

std::string MessageWriter::finish() && {
    if (m_encoding == MesosEncoding::Json) {
        return finishJson();
    }
    std::string out = std::move(m_fields);
    out.reserve(std::transform_reduce(m_parts.begin(), m_parts.end(), out.size(), std::plus<>(),
        [](const std::string& bytes) { return bytes.size(); }));
    for (auto& bytes : m_parts) {
        out += std::exchange(bytes, {});
    }
    return out;
}

std::string MessageWriter::finishJson() {
    std::string out = "{";
    for (const auto& [field, key, shownUnset] : jsonLayout(m_type)) {
        auto bytes = std::exchange(m_parts[static_cast<std::size_t>(field->index())], {});
        if (bytes.empty() && !(shownUnset && field->is_repeated())) {
            continue;
        }
        if (out.size() > 1) {
            out += ',';
        }
        out += key;
        if (field->is_repeated()) {
            out += '[';
            out += bytes;
            out += ']';
        } else {
            out += bytes;
        }
    }
    out += '}';
    return out;
}

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/message_writer.h"

#include <algorithm>
#include <functional>
#include <iterator>
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

constexpr std::size_t kPiece = 1 << 20;

} // namespace

std::string& MessageWriter::Pieces::tail() {
    if (m_pieces.empty() || m_pieces.back().size() > kPiece) {
        m_pieces.emplace_back();
    }
    return m_pieces.back();
}

void MessageWriter::Pieces::take(Pieces other) {
    m_pieces.insert(m_pieces.end(), std::make_move_iterator(other.m_pieces.begin()),
        std::make_move_iterator(other.m_pieces.end()));
}

std::size_t MessageWriter::Pieces::size() const {
    return std::transform_reduce(m_pieces.begin(), m_pieces.end(), std::size_t{0}, std::plus<>(),
        [](const std::string& piece) { return piece.size(); });
}

std::string MessageWriter::Pieces::join() && {
    std::string out;
    out.reserve(size());
    for (auto& piece : m_pieces) {
        out += std::exchange(piece, {});
    }
    return out;
}

MessageWriter::MessageWriter(const google::protobuf::Descriptor& type, MesosEncoding encoding)
    : m_type(type), m_encoding(encoding), m_parts(static_cast<std::size_t>(type.field_count())) { }

MessageWriter::Part MessageWriter::part(std::string_view field) {
    const auto* found = m_type.FindFieldByName(std::string(field));
    return {found, m_parts[static_cast<std::size_t>(found->index())]};
}

void MessageWriter::separate(const Part& part) const {
    if (m_encoding == MesosEncoding::Json && part.field->is_repeated() && !part.bytes.empty()) {
        part.bytes.tail() += ',';
    }
}

void MessageWriter::add(std::string_view field, const google::protobuf::Message& value) {
    const auto place = part(field);
    separate(place);
    auto& bytes = place.bytes.tail();
    if (m_encoding == MesosEncoding::Json) {
        return appendMesosJson(value, bytes);
    }
    const auto size = value.ByteSizeLong();
    appendHead(*place.field, size, bytes);
    const auto before = bytes.size();
    bytes.resize(before + size);
    value.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(bytes.data() + before));
}

void MessageWriter::add(std::string_view field, MessageWriter value) {
    const auto place = part(field);
    separate(place);
    auto written = std::move(value).pieces();
    if (m_encoding == MesosEncoding::Binary) {
        appendHead(*place.field, written.size(), place.bytes.tail());
    }
    place.bytes.take(std::move(written));
}

void MessageWriter::add(const google::protobuf::Message& fields) {
    if (m_encoding == MesosEncoding::Binary) {
        fields.AppendPartialToString(&m_fields.tail());
        return;
    }
    std::vector<const FieldDescriptor*> set;
    fields.GetReflection()->ListFields(fields, &set);
    for (const auto& place : jsonLayout(m_type)) {
        if (std::ranges::find(set, place.descriptor) != set.end()) {
            appendMesosJsonField(fields, place, part(place.descriptor->name()).bytes.tail());
        }
    }
}

std::string MessageWriter::finish() && {
    return std::move(*this).pieces().join();
}

MessageWriter::Pieces MessageWriter::pieces() && {
    if (m_encoding == MesosEncoding::Json) {
        return jsonPieces();
    }
    Pieces out = std::move(m_fields);
    for (auto& part : m_parts) {
        out.take(std::move(part));
    }
    return out;
}

MessageWriter::Pieces MessageWriter::jsonPieces() {
    Pieces out;
    char separator = '{';
    for (const auto& [field, key, shownUnset, layout] : jsonLayout(m_type)) {
        auto& bytes = m_parts[static_cast<std::size_t>(field->index())];
        if (bytes.empty() && !(shownUnset && field->is_repeated())) {
            continue;
        }
        out.tail() += std::exchange(separator, ',') + key;
        out.tail() += field->is_repeated() ? "[" : "";
        out.take(std::move(bytes));
        out.tail() += field->is_repeated() ? "]" : "";
    }
    out.tail() += separator == '{' ? "{}" : "}";
    return out;
}

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/encoding.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include "core/proto/text_rules.h"

namespace muster::proto {
namespace {

// The JSON parser of protobuf recurses; brackets are counted before it sees them.
bool tooDeep(std::string_view json) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kMaximumDepth) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

Status decodeBinary(std::string_view bytes, google::protobuf::Message& message) {
    google::protobuf::io::CodedInputStream input(
        reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
    input.SetRecursionLimit(kMaximumNesting);
    message.Clear();
    const bool read = message.MergePartialFromCodedStream(&input) && input.ConsumedEntireMessage();
    const auto& type = *message.GetDescriptor();
    const bool checked // by protobuf itself
        = type.file()->syntax() == google::protobuf::FileDescriptor::SYNTAX_PROTO3;
    if (!read || (!checked && !hasUtf8Texts(bytes, type))) {
        return failure(fmt::format("Failed to parse body into {} protobuf", type.name()));
    }
    if (!message.IsInitialized()) {
        return failure(fmt::format("Not initialized: {}", message.InitializationErrorString()));
    }
    return {};
}

Status decodeJson(std::string_view bytes, google::protobuf::Message& message) {
    if (tooDeep(bytes)) {
        return failure(fmt::format(
            "Failed to parse body into JSON: nested deeper than {} levels", kMaximumDepth));
    }
    google::protobuf::util::JsonParseOptions options;
    options.ignore_unknown_fields = true;
    message.Clear();
    const auto status = google::protobuf::util::JsonStringToMessage(
        google::protobuf::StringPiece(bytes.data(), bytes.size()), &message, options);
    if (!status.ok()) {
        return failure(
            fmt::format("Failed to parse body into JSON: {}", status.message().ToString()));
    }
    if (!message.IsInitialized()) {
        return failure(fmt::format("Not initialized: {}", message.InitializationErrorString()));
    }
    return {};
}

} // namespace

std::string encode(const google::protobuf::Message& message, Encoding encoding) {
    std::string out;
    if (encoding == Encoding::Binary) {
        message.SerializeToString(&out);
        return out;
    }
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    const auto status = google::protobuf::util::MessageToJsonString(message, &out, options);
    return status.ok() ? out : std::string("{}");
}

Status parseBytes(std::string_view bytes, Encoding encoding, google::protobuf::Message& message,
    std::size_t maximum) {
    if (bytes.size() > maximum) {
        return failure(
            fmt::format("The message has {} bytes, at most {} are allowed", bytes.size(), maximum));
    }
    return encoding == Encoding::Binary ? decodeBinary(bytes, message) : decodeJson(bytes, message);
}

Status decode(std::string_view bytes, Encoding encoding, google::protobuf::Message& message,
    std::size_t maximum) {
    const auto parsed = parseBytes(bytes, encoding, message, maximum);
    if (!parsed || encoding == Encoding::Json) {
        return parsed ? checkTexts(message) : parsed;
    }
    const auto& type = *message.GetDescriptor();
    if (!hasUtf8Texts(bytes, type)) { // in a message of proto2 that it carries
        return failure(fmt::format("Failed to parse body into {} protobuf", type.name()));
    }
    return checkTexts(bytes, type);
}

Status decodeRepaired(
    std::string_view bytes, google::protobuf::Message& message, std::size_t maximum) {
    const auto parsed = parseBytes(bytes, Encoding::Binary, message, maximum);
    const auto& type = *message.GetDescriptor();
    if (!parsed || hasUtf8Texts(bytes, type)) {
        return parsed ? checkTexts(bytes, type) : parsed;
    }
    repairTexts(message);
    return checkTexts(message);
}

} // namespace muster::proto

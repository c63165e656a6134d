// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/kernel/base/time.h"
#include "core/net/http.h"
#include "core/proto/message_writer.h"

namespace google::protobuf {
class Message;
}

// What the Mesos endpoints share: bodies in and out in either media type, and Mesos' words for what
// is wrong with them (doc/wire.md, "Order of checks").
namespace muster::agentd::api {

enum class Media { Json, Protobuf };

std::string_view mediaType(Media media);
proto::MesosEncoding encodingOf(Media media);

// A refusal, ready to be sent.
template <typename T>
using OrRefusal = tl::expected<T, net::HttpResponse>;
tl::unexpected<net::HttpResponse> refusal(unsigned status, std::string text);

net::HttpResponse forbidden(); // in Mesos' words
// Of what the gate refused: forbidden(), or 503 where nobody knows now whether it is.
net::HttpResponse refusalAnswer(const Error& error);
unsigned statusOf(Error::Kind kind); // 400, 403, 404, 409, 503 or 500
// With that status, and its text.
net::HttpResponse errorAnswer(const Error& error);

// Of a header with parameters: "application/JSON; charset=utf-8" is "application/json".
std::string mediaTypeOf(std::string_view header);
std::optional<Media> mediaOf(std::string_view type);
inline constexpr std::string_view kRecordIo = "application/recordio";

inline constexpr Duration kHeartbeat = std::chrono::seconds(15); // to subscribers

// Whether an Accept header, which may be missing, allows that type.
bool accepts(std::string_view header, std::string_view type);
// JSON where it allows that or is missing, then protobuf.
std::optional<Media> mediaAcceptedBy(std::string_view header);

// Bytes of a client, under the limits of the wire; the error is Mesos' text.
Status parse(std::string_view bytes, Media media, google::protobuf::Message& call);

// The field with the body of an operator's call, or of its answer, has the name of its type:
// "get_flags".
std::string bodyName(const google::protobuf::Message& call);
// Whether a call says its type and has its body, unless that may be missing; a type without such a
// field needs none.
Status validateCall(const google::protobuf::Message& call, bool bodyMayBeMissing = false);

// Reads the body into the call by its Content-Type.
OrRefusal<Media> readCall(const net::HttpRequest& request, google::protobuf::Message& call);

// What the answer is written in.
OrRefusal<Media> acceptedMedia(const net::HttpRequest& request);

std::string encode(const google::protobuf::Message& message, Media media);
net::HttpResponse reply(const google::protobuf::Message& message, Media media);
net::HttpResponse reply(proto::MessageWriter message, Media media);
// One record of a RecordIO stream: to be sent as one chunk.
net::Payload record(const google::protobuf::Message& message, Media media);
net::Payload record(proto::MessageWriter message);

} // namespace muster::agentd::api

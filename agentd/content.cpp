// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/content.h"

#include <algorithm>

#include <google/protobuf/message.h>

#include "core/net/text.h"
#include "core/proto/encoding.h"
#include "core/proto/mesos_json.h"
#include "core/proto/recordio.h"
#include "core/proto/text_rules.h"

namespace muster::agentd::api {
namespace {

bool isRefused(std::string_view range) { // "text/html;q=0"
    const auto q = range.find("q=");
    return q != std::string_view::npos
        && range.find_first_of("123456789", q) == std::string_view::npos;
}

net::HttpResponse answer(std::string body, Media media) {
    net::HttpResponse response;
    response.contentType = mediaType(media);
    response.body = std::make_shared<const std::string>(std::move(body));
    return response;
}

} // namespace

proto::MesosEncoding encodingOf(Media media) {
    return media == Media::Json ? proto::MesosEncoding::Json : proto::MesosEncoding::Binary;
}

std::string_view mediaType(Media media) {
    return media == Media::Json ? "application/json" : "application/x-protobuf";
}

std::string mediaTypeOf(std::string_view header) {
    return net::lowerAscii(net::trimmed(header.substr(0, header.find(';'))));
}

std::optional<Media> mediaOf(std::string_view type) {
    for (const auto media : {Media::Json, Media::Protobuf}) {
        if (type == mediaType(media)) {
            return media;
        }
    }
    return std::nullopt;
}

bool accepts(std::string_view header, std::string_view type) {
    if (net::trimmed(header).empty()) {
        return true;
    }
    const auto family = std::string(type.substr(0, type.find('/'))) + "/*";
    while (!header.empty()) {
        const auto range = header.substr(0, header.find(','));
        header.remove_prefix(std::min(header.size(), range.size() + 1));
        const auto name = mediaTypeOf(range);
        if ((name == type || name == family || name == "*/*") && !isRefused(range)) {
            return true;
        }
    }
    return false;
}

std::optional<Media> mediaAcceptedBy(std::string_view header) {
    for (const auto media : {Media::Json, Media::Protobuf}) {
        if (accepts(header, mediaType(media))) {
            return media;
        }
    }
    return std::nullopt;
}

Status parse(std::string_view bytes, Media media, google::protobuf::Message& call) {
    if (media == Media::Json) {
        return proto::readMesosJson(bytes, call);
    }
    if (!proto::parseBytes(bytes, proto::Encoding::Binary, call)) {
        return failure("Failed to parse body into Call protobuf");
    }
    return proto::checkNulls(bytes, *call.GetDescriptor());
}

tl::unexpected<net::HttpResponse> refusal(unsigned status, std::string text) {
    return tl::unexpected(net::HttpResponse::text(status, std::move(text)));
}

net::HttpResponse forbidden() {
    return net::HttpResponse::text(403, "403 Forbidden.");
}

net::HttpResponse refusalAnswer(const Error& error) {
    return error.kind == Error::Kind::Denied ? forbidden() : errorAnswer(error);
}

unsigned statusOf(Error::Kind kind) {
    switch (kind) {
    case Error::Kind::Invalid:
        return 400;
    case Error::Kind::NotFound:
        return 404;
    case Error::Kind::Denied:
        return 403;
    case Error::Kind::Conflict:
        return 409;
    case Error::Kind::Unavailable:
    case Error::Kind::Timeout:
        return 503;
    case Error::Kind::Internal:
        return 500;
    }
    return 500;
}

net::HttpResponse errorAnswer(const Error& error) {
    return net::HttpResponse::text(statusOf(error.kind), error.message);
}

std::string bodyName(const google::protobuf::Message& call) {
    const auto* type = call.GetDescriptor()->FindFieldByName("type");
    return net::lowerAscii(call.GetReflection()->GetEnum(call, type)->name());
}

Status validateCall(const google::protobuf::Message& call, bool bodyMayBeMissing) {
    if (!call.IsInitialized()) {
        return failure("Not initialized: " + call.InitializationErrorString());
    }
    const auto& reflection = *call.GetReflection();
    if (!reflection.HasField(call, call.GetDescriptor()->FindFieldByName("type"))) {
        return proto::missingField("type");
    }
    const auto name = bodyName(call);
    const auto* field = call.GetDescriptor()->FindFieldByName(name);
    if (field != nullptr && !bodyMayBeMissing && !reflection.HasField(call, field)) {
        return proto::missingField(name);
    }
    return {};
}

OrRefusal<Media> readCall(const net::HttpRequest& request, google::protobuf::Message& call) {
    const auto header = request.header("Content-Type");
    if (header.empty()) {
        return refusal(400, "Expecting 'Content-Type' to be present");
    }
    const auto media = mediaOf(mediaTypeOf(header));
    if (!media) {
        return refusal(
            415, "Expecting 'Content-Type' of application/json or application/x-protobuf");
    }
    if (const auto status = parse(request.body, *media, call); !status) {
        return refusal(400, status.error().message);
    }
    return *media;
}

OrRefusal<Media> acceptedMedia(const net::HttpRequest& request) {
    if (const auto media = mediaAcceptedBy(request.headerList("Accept"))) {
        return *media;
    }
    return refusal(
        406, "Expecting 'Accept' to allow 'application/x-protobuf' or 'application/json'");
}

std::string encode(const google::protobuf::Message& message, Media media) {
    return media == Media::Json ? proto::toMesosJson(message) : message.SerializeAsString();
}

net::HttpResponse reply(const google::protobuf::Message& message, Media media) {
    return answer(encode(message, media), media);
}

net::HttpResponse reply(proto::MessageWriter message, Media media) {
    return answer(std::move(message).finish(), media);
}

net::Payload record(const google::protobuf::Message& message, Media media) {
    return std::make_shared<const std::string>(proto::encodeRecord(encode(message, media)));
}

net::Payload record(proto::MessageWriter message) {
    return std::make_shared<const std::string>(proto::encodeRecord(std::move(message).finish()));
}

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/muster_api.h"

#include <algorithm>

#include <google/protobuf/descriptor.h>
#include <nlohmann/json.hpp>

#include "agentd/clock.h"
#include "agentd/content.h"
#include "agentd/master/api/api_document.h"
#include "agentd/master/api/query.h"
#include "core/kernel/base/metric.h"
#include "core/net/text.h"
#include "core/proto/encoding.h"
#include "core/proto/error.h"
#include "core/proto/protocol.h"
#include "core/proto/time.h"

namespace muster::agentd::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using nlohmann::json;

constexpr std::size_t kMostBody = proto::kMaximumMessage;
constexpr std::int64_t kHourMs = 3'600'000; // of a history for which no period is named
constexpr std::uint32_t kUsualPoints = 720;

net::HttpResponse jsonAnswer(unsigned status, std::string text) {
    auto out = net::HttpResponse::json(std::move(text) + '\n');
    out.status = status;
    return out;
}

std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

net::HttpResponse refusal(unsigned status, const Error& error) {
    const auto said = proto::toProto(error);
    const json body{
        {"kind", muster::v1::Error::Kind_Name(said.kind())}, {"message", said.message()}};
    auto out = jsonAnswer(status, dump({{"error", body}}));
    if (error.kind == Error::Kind::Unavailable) {
        out.headers.push_back({"Retry-After", "1"});
    }
    return out;
}

net::HttpResponse refusal(const Error& error) {
    return refusal(statusOf(error.kind), error);
}

net::HttpResponse answerOf(const muster::v1::Reply& reply) {
    if (reply.has_error()) {
        return refusal(proto::fromProto(reply.error()));
    }
    const bool isNew = reply.has_job_submitted() && !reply.job_submitted().again();
    const auto* result = reply.GetReflection()->GetOneofFieldDescriptor(
        reply, muster::v1::Reply::descriptor()->FindOneofByName("result"));
    if (result == nullptr) {
        return jsonAnswer(200, reply.note().empty() ? "{}" : dump({{"note", reply.note()}}));
    }
    return jsonAnswer(isNew ? 201 : 200,
        proto::encode(reply.GetReflection()->GetMessage(reply, result), proto::Encoding::Json));
}

// Takes the reply to one request as the answer to an HTTP request.
class ReplySession : public net::Session {
public:
    using Done = std::function<void(net::HttpResponse)>;

    ReplySession(std::string remote, std::string principal, Done done)
        : m_remote(std::move(remote)), m_principal(std::move(principal)), m_done(std::move(done)) {
    }

    void send(net::Payload bytes, bool) override {
        if (!m_done) {
            return;
        }
        muster::v1::Message message;
        const bool isReply = message.ParseFromString(*bytes) && message.has_reply();
        std::exchange(m_done, nullptr)(isReply
                ? answerOf(message.reply())
                : refusal({"The answer cannot be read", Error::Kind::Internal}));
    }
    void close(unsigned, std::string_view reason) override {
        if (m_done) {
            std::exchange(m_done, nullptr)(
                refusal({std::string(reason), Error::Kind::Unavailable}));
        }
    }
    std::size_t queuedBytes() const override { return 0; }
    void onDrained(std::function<void()>) override { }
    const std::string& subprotocol() const override { return m_subprotocol; }
    const std::string& remote() const override { return m_remote; }
    const std::string& principal() const override { return m_principal; }

private:
    const std::string m_subprotocol{proto::kBinarySubprotocol};
    const std::string m_remote;
    const std::string m_principal;
    Done m_done;
};

Error invalid(std::string text) {
    return {std::move(text), Error::Kind::Invalid};
}

// What rows of a list are shown.
struct Filter {
    std::map<const FieldDescriptor*, std::string> values;
    std::int64_t limit = kUsualRows;
    std::int64_t offset = 0;

    bool shows(const Message& row) const {
        return std::ranges::all_of(values, [&](const auto& wanted) {
            const auto& [field, value] = wanted;
            const auto& reflection = *row.GetReflection();
            return field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM
                ? reflection.GetEnum(row, field)->name() == value
                : reflection.GetString(row, field) == value;
        });
    }
};

// The name of an enum's value that is meant, in any case.
Result<std::string> enumName(const FieldDescriptor& field, std::string_view text) {
    std::string known;
    for (int i = 0; i < field.enum_type()->value_count(); ++i) {
        const auto& name = field.enum_type()->value(i)->name();
        if (net::equalNoCase(name, text)) {
            return name;
        }
        known.append(known.empty() ? "" : ", ").append(name);
    }
    return failure(fmt::format("'{}' must be one of {}, not '{}'", field.name(), known, text));
}

Status setNumber(std::string_view name, const std::string& text, std::int64_t least,
    std::int64_t most, std::int64_t& out) {
    const auto number = parseNumber(text);
    if (!number || *number < least || *number > most) {
        return failure(fmt::format("'{}' must be a number from {} to {}", name, least, most));
    }
    out = *number;
    return {};
}

Result<Variables> parametersOf(std::string_view text) {
    const Query query(text);
    if (query.repeated()) {
        return failure(fmt::format("The parameter '{}' may be there only once", *query.repeated()));
    }
    return query.values();
}

tl::unexpected<Error> unknownParameter(
    const std::string& name, const Descriptor& type, bool isList) {
    std::string known = isList ? "limit, offset" : "";
    for (int i = 0; i < type.field_count(); ++i) {
        if (!isList || isFilter(*type.field(i))) {
            known.append(known.empty() ? "" : ", ").append(type.field(i)->name());
        }
    }
    return failure(fmt::format("Unknown parameter '{}', use {}", name, known));
}

// `isList`: of several rows, which come in pages.
Result<Filter> filterOf(const Descriptor& type, const Variables& asked, bool isList) {
    Filter out;
    for (const auto& [name, value] : asked) {
        Status status;
        const auto* field = type.FindFieldByName(name);
        if (!isList && (name == "limit" || name == "offset")) {
            return failure(fmt::format("'{}' is for lists, and this is one row", name));
        }
        if (name == "limit") {
            status = setNumber(name, value, 1, kMostRows, out.limit);
        } else if (name == "offset") {
            status
                = setNumber(name, value, 0, std::numeric_limits<std::int32_t>::max(), out.offset);
        } else if (field == nullptr || !isFilter(*field)) {
            return unknownParameter(name, type, true);
        } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
            const auto known = enumName(*field, value);
            status = known ? Status() : tl::unexpected(known.error());
            out.values[field] = known.value_or("");
        } else {
            out.values[field] = value;
        }
        if (!status) {
            return tl::unexpected(status.error());
        }
    }
    return out;
}

// Metrics have numbers on the wire and names for people.
Result<json> valueOf(const FieldDescriptor& field, const std::string& text) {
    if (field.full_name() == "muster.v1.QueryHistory.metric" && !parseNumber(text)) {
        const auto metric = metricByKey(text);
        if (!metric) {
            return failure(fmt::format("Unknown metric '{}'", text));
        }
        return json(static_cast<std::uint32_t>(*metric));
    }
    if (!field.is_repeated()) {
        return json(text);
    }
    auto out = json::array();
    for (std::string_view rest = text; !rest.empty();) {
        const auto part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        out.push_back(std::string(part));
    }
    return out;
}

// The fields of a request, as the query has them.
Status readQuery(std::string_view text, Message& out) {
    const auto& type = *out.GetDescriptor();
    auto fields = json::object();
    const auto parameters = parametersOf(text);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    for (const auto& [name, value] : *parameters) {
        const auto* field = type.FindFieldByName(name);
        if (field == nullptr) {
            return unknownParameter(name, type, false);
        }
        auto read = valueOf(*field, value);
        if (!read) {
            return tl::unexpected(read.error());
        }
        fields[name] = std::move(*read);
    }
    return proto::parseBytes(dump(fields), proto::Encoding::Json, out);
}

void fillIn(muster::v1::Request& request) {
    const auto fillPeriod = [](auto& query) {
        if (query.to_ms() == 0) {
            query.set_to_ms(proto::milliseconds(now().wall));
        }
        if (query.from_ms() == 0) {
            query.set_from_ms(query.to_ms() - kHourMs);
        }
        if (query.max_points() == 0) {
            query.set_max_points(kUsualPoints);
        }
    };
    if (request.has_query_history()) {
        fillPeriod(*request.mutable_query_history());
    } else if (request.has_query_cluster_history()) {
        fillPeriod(*request.mutable_query_cluster_history());
    }
}

void setVariables(const Variables& variables, Message& out) {
    for (const auto& [name, value] : variables) {
        out.GetReflection()->SetString(&out, out.GetDescriptor()->FindFieldByName(name), value);
    }
}

// As in Mesos' calls, under the token that all share.
void setAuthor(const net::HttpRequest& from, Message& out) {
    const auto* author = out.GetDescriptor()->FindFieldByName("author");
    const auto said = from.header(proto::kAuthorHeader);
    if (author != nullptr && !said.empty() && out.GetReflection()->GetString(out, author).empty()) {
        out.GetReflection()->SetString(&out, author, std::string(said));
    }
}

} // namespace

MusterApi::MusterApi(ConsoleEndpoint& consoles, const Gate& gate)
    : m_consoles(consoles), m_gate(gate),
      m_document(std::make_shared<const std::string>(apiDocument())) { }

GuardedRoutes MusterApi::routes() {
    auto out = m_gate.routes(Endpoint::ApiDocument, [this](const net::HttpRequest&) {
        auto response = net::HttpResponse::json("");
        response.body = m_document;
        return response;
    });
    for (const auto& call : musterCalls()) {
        const auto maximumBody = rowOf(call.endpoint).hasBody ? kMostBody : 0;
        std::ranges::move(
            m_gate.routes(
                call.endpoint, [this](const net::HttpRequest& request) { return answer(request); },
                maximumBody),
            std::back_inserter(out));
    }
    return out;
}

// The server knows a path up to its first variable.
net::HttpResponse MusterApi::answer(const net::HttpRequest& request) {
    const auto method = request.method == "HEAD" ? std::string("GET") : request.method;
    for (const auto& call : musterCalls()) {
        const auto row = rowOf(call.endpoint);
        if (row.method != method) {
            continue;
        }
        for (const auto path : row.paths) {
            if (const auto variables = matchPath(path, request.path)) {
                return call.rows != 0 ? list(call, request, *variables)
                                      : ask(call, request, *variables);
            }
        }
    }
    return refusal({fmt::format("There is no {} {}: GET /api/v1/openapi.json lists all calls",
                        method, request.path),
        Error::Kind::NotFound});
}

net::HttpResponse MusterApi::list(
    const MusterCall& call, const net::HttpRequest& request, const Variables& variables) const {
    auto asked = parametersOf(request.query);
    if (!asked) {
        return refusal(asked.error());
    }
    for (const auto& [name, value] : variables) {
        (*asked)[name] = value;
    }
    const auto filter = filterOf(rowTypeOf(call), *asked, variables.empty());
    if (!filter) {
        return refusal(filter.error());
    }
    const auto rows = m_consoles.rows(request.principal, call.rows,
        variables.empty() ? std::nullopt : std::optional(variables.begin()->second));
    if (!rows) {
        return refusal(rows.error());
    }
    const auto& reflection = *rows->GetReflection();
    const auto* field = muster::v1::Rows::descriptor()->FindFieldByNumber(call.rows);
    std::string items;
    std::int64_t total = 0;
    std::int64_t shown = 0;
    for (int i = 0; i < reflection.FieldSize(*rows, field); ++i) {
        const auto& row = reflection.GetRepeatedMessage(*rows, field, i);
        if (!filter->shows(row) || total++ < filter->offset || shown == filter->limit) {
            continue;
        }
        items.append(shown++ == 0 ? "" : ",\n").append(proto::encode(row, proto::Encoding::Json));
    }
    if (variables.empty()) {
        return jsonAnswer(200,
            fmt::format(
                R"({{"total":{},"offset":{},"items":[{}]}})", total, filter->offset, items));
    }
    const auto& name = variables.begin()->second;
    if (total > 1) { // ids of tasks are those of their frameworks
        return refusal({fmt::format("{} rows have the id '{}': add ?framework_id=", total, name),
            Error::Kind::Conflict});
    }
    return total == 0 ? refusal(unknownObject(call.object, name).value())
                      : jsonAnswer(200, std::move(items));
}

net::HttpResponse MusterApi::ask(
    const MusterCall& call, const net::HttpRequest& request, const Variables& variables) {
    const auto row = rowOf(call.endpoint);
    muster::v1::Request message;
    auto& body = *message.GetReflection()->MutableMessage(
        &message, muster::v1::Request::descriptor()->FindFieldByNumber(*row.request));
    if (row.hasBody && mediaTypeOf(request.header("Content-Type")) != "application/json") {
        return refusal(415, invalid("Send JSON, with the header 'Content-Type: application/json'"));
    }
    if (row.hasBody && !request.query.empty()) {
        return refusal(invalid("This call has no parameters: send them in the body"));
    }
    const auto read = row.hasBody ? proto::parseBytes(request.body, proto::Encoding::Json, body)
                                  : readQuery(request.query, body);
    if (!read) {
        return refusal(read.error());
    }
    setVariables(variables, body);
    setAuthor(request, body);
    fillIn(message);
    net::HttpResponse out;
    out.later = [this, message = std::move(message), remote = request.remote,
                    principal = request.principal](ReplySession::Done done) {
        m_consoles.ask({std::make_shared<ReplySession>(remote, principal, std::move(done)),
                           proto::Encoding::Binary, 1},
            message);
    };
    return out;
}

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/rest_client.h"

#include "app/cli/agent_api.h"
#include "app/cli/operator_command.h"
#include "core/proto/protocol.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

constexpr std::size_t kLongestAnswer = 512 << 20; // all schedules of a large cluster

// "/cpus: must be a number; ...": a text, or a list of places with what is wrong there.
std::string detailsOf(const Json& details) {
    if (details.is_string())
        return details.get<std::string>();
    std::string out;
    for (const auto& detail : details) {
        const auto path = textOf(detail, "path");
        for (const auto& error : memberOf(detail, "errors")) {
            out += out.empty() ? "" : "; ";
            out += path.empty() || path == "/" ? "" : path + ": ";
            out += error.is_string() ? error.get<std::string>() : error.dump();
        }
    }
    return out;
}

// {"message":"No schedule 'x'"}, {"message":"Object is not valid","details":[...]}; else what the
// server itself says.
Error errorOf(const net::HttpReply& reply) {
    constexpr unsigned kUnprocessable = 422;
    auto out = AgentApi::errorOf(reply.status, reply.body);
    if (reply.status == kUnprocessable)
        out.kind = Error::Kind::Invalid;
    const auto body = Json::parse(reply.body, nullptr, false);
    if (const auto message = textOf(body, "message"); !message.empty()) {
        const auto details = detailsOf(memberOf(body, "details"));
        out.message = details.empty() ? message : message + ": " + details;
    }
    return out;
}

} // namespace

Result<RestClient> RestClient::find(
    const MasterFlags& flags, const CliContext& here, std::string base) {
    const auto master = findMaster(flags, here, "/");
    if (!master)
        return tl::unexpected(master.error());
    return RestClient({.master = master->master, .token = master->token, .caFile = master->caFile},
        authorOf(here), std::move(base));
}

Result<RestClient::Json> RestClient::ask(
    const std::string& method, const std::string& call, const std::string& body) const {
    net::ClientRequest request{.method = method, .target = m_base + call, .body = body};
    request.headers = {{proto::kAuthorHeader, m_author}};
    if (!body.empty())
        request.headers.push_back({"Content-Type", "application/json"});
    const auto reply = net::askHttp(m_options, std::move(request), kLongestAnswer);
    if (!reply)
        return tl::unexpected(reply.error());
    if (reply->status < 200 || reply->status > 299)
        return tl::unexpected(errorOf(*reply));
    auto answer = Json::parse(reply->body, nullptr, false);
    return answer.is_discarded() ? Json() : answer;
}

const Json& memberOf(const Json& object, const char* key) {
    static const Json none;
    if (!object.is_object())
        return none;
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

std::string textOf(const Json& object, const char* key) {
    const auto& member = memberOf(object, key);
    return member.is_string() ? member.get<std::string>() : "";
}

std::int64_t numberOf(const Json& object, const char* key) {
    const auto& member = memberOf(object, key);
    return member.is_number() ? member.get<std::int64_t>() : 0;
}

bool truthOf(const Json& object, const char* key) {
    const auto& member = memberOf(object, key);
    return member.is_boolean() && member.get<bool>();
}

std::string clock(const std::string& time) {
    const auto dot = time.find('.');
    return dot == std::string::npos ? time : time.substr(0, dot) + 'Z';
}

} // namespace muster::cli

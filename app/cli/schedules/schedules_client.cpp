// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedules/schedules_client.h"

#include "app/cli/agent_api.h"
#include "app/cli/operator_command.h"
#include "core/proto/protocol.h"

namespace muster::cli {

namespace {

constexpr const char* kBase = "/chronos/v1/scheduler";
constexpr std::size_t kLongestAnswer = 512 << 20; // all schedules of a large cluster

// {"status":"Not Found","message":"No schedule 'x'"}; else what the server itself says.
Error errorOf(const net::HttpReply& reply) {
    auto out = AgentApi::errorOf(reply.status, reply.body);
    const auto body = SchedulesClient::Json::parse(reply.body, nullptr, false);
    if (body.is_object() && body.contains("message") && body["message"].is_string())
        out.message = body["message"].get<std::string>();
    return out;
}

} // namespace

Result<SchedulesClient> SchedulesClient::find(const MasterFlags& flags, const CliContext& here) {
    const auto master = findMaster(flags, here, "/");
    if (!master)
        return tl::unexpected(master.error());
    return SchedulesClient(
        {.master = master->master, .token = master->token, .caFile = master->caFile},
        authorOf(here));
}

Result<SchedulesClient::Json> SchedulesClient::ask(
    const std::string& method, const std::string& call, const std::string& body) const {
    net::ClientRequest request{.method = method, .target = kBase + call, .body = body};
    request.headers = {{proto::kAuthorHeader, m_author}};
    if (!body.empty())
        request.headers.push_back({"Content-Type", "application/json"});
    const auto reply = net::askHttp(m_options, std::move(request), kLongestAnswer);
    if (!reply)
        return tl::unexpected(reply.error());
    if (reply->status != 200 && reply->status != 204)
        return tl::unexpected(errorOf(*reply));
    auto answer = Json::parse(reply->body, nullptr, false);
    return answer.is_discarded() ? Json() : answer;
}

} // namespace muster::cli

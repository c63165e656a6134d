// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/agent_api.h"

#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/protocol.h"
#include "core/proto/recordio.h"

namespace muster::cli {

namespace {

constexpr const char* kProtobuf = "application/x-protobuf";
constexpr const char* kRecordIo = "application/recordio";
constexpr std::size_t kMaximumAnswer = 256 << 20; // GET_AGENTS and GET_TASKS of large clusters

net::ClientRequest postTo(const std::string& target) {
    return {.method = "POST", .target = target};
}

} // namespace

Error AgentApi::errorOf(unsigned status, const std::string& body) {
    const auto text = body.substr(0, body.find_last_not_of("\r\n") + 1);
    if (status == 401 || status == 403)
        return {"The master denied the request: " + (text.empty() ? std::to_string(status) : text),
            Error::Kind::Denied};
    const auto kind = status == 404 ? Error::Kind::NotFound
        : status == 400             ? Error::Kind::Invalid
        : status == 409             ? Error::Kind::Conflict
        : status >= 502             ? Error::Kind::Unavailable
                                    : Error::Kind::Internal;
    return {text.empty() ? fmt::format("The master answered {}", status) : text, kind};
}

Result<AgentApi::Response> AgentApi::read(unsigned status, const std::string& body) {
    if (status != 200)
        return tl::unexpected(errorOf(status, body));
    Response response;
    if (!response.ParseFromString(body))
        return failure("Cannot parse the agent's answer", Error::Kind::Internal);
    return response;
}

Result<AgentApi> AgentApi::find(const net::WebSocketClientOptions& master, const std::string& agent,
    const std::string& author) {
    const net::HttpClientOptions options{
        .master = master.master, .token = master.token, .caFile = master.caFile};
    mesos::v1::master::Call call;
    call.set_type(mesos::v1::master::Call::GET_AGENTS);
    auto request = postTo("/api/v1");
    request.headers = {{"Content-Type", kProtobuf}, {"Accept", kProtobuf}};
    request.body = call.SerializeAsString();
    const auto reply = net::askHttp(options, std::move(request), kMaximumAnswer);
    if (!reply)
        return tl::unexpected(reply.error());
    mesos::v1::master::Response response;
    if (reply->status != 200)
        return tl::unexpected(errorOf(reply->status, reply->body));
    if (!response.ParseFromString(reply->body))
        return failure("Cannot parse the master's answer", Error::Kind::Internal);
    for (const auto& row : response.get_agents().agents()) {
        if (row.agent_info().id().value() == agent) // "slave(1)@127.0.0.1:5050"
            return AgentApi(options, "/" + row.pid().substr(0, row.pid().find('@')), author);
    }
    return failure(fmt::format("The agent of node {}, which runs it, is not connected", agent),
        Error::Kind::Unavailable);
}

Result<AgentApi::Response> AgentApi::ask(const Call& call) const {
    const auto reply = net::askHttp(m_options, request(call), kMaximumAnswer);
    return reply ? read(reply->status, reply->body) : tl::unexpected(reply.error());
}

Result<AgentApi::Running> AgentApi::runningTask(const Target& target) const {
    Call call;
    call.set_type(Call::GET_TASKS);
    const auto response = ask(call);
    if (!response)
        return tl::unexpected(response.error());
    for (const auto& task : response->get_tasks().launched_tasks()) {
        if (task.task_id().value() != target.task
            || task.framework_id().value() != target.framework)
            continue;
        for (auto status = task.statuses().rbegin(); status != task.statuses().rend(); ++status) {
            if (status->container_status().has_container_id())
                return Running{
                    status->container_status().container_id(), task.container().has_tty_info()};
        }
    }
    return failure(fmt::format("The agent has no container for task '{}'", target.task),
        Error::Kind::NotFound);
}

net::ClientRequest AgentApi::post(std::vector<net::Header> headers) const {
    auto out = postTo(m_base + "/api/v1");
    out.headers = std::move(headers);
    out.headers.push_back({proto::kAuthorHeader, m_author});
    return out;
}

net::ClientRequest AgentApi::request(const Call& call) const {
    auto out = post({{"Content-Type", kProtobuf}, {"Accept", kProtobuf}});
    out.body = call.SerializeAsString();
    return out;
}

net::ClientRequest AgentApi::streamRequest(const Call& call) const {
    auto out
        = post({{"Content-Type", kProtobuf}, {"Accept", kRecordIo}, {"Message-Accept", kProtobuf}});
    out.body = call.SerializeAsString();
    return out;
}

net::ClientRequest AgentApi::inputRequest() const {
    auto out = post(
        {{"Content-Type", kRecordIo}, {"Message-Content-Type", kProtobuf}, {"Accept", kProtobuf}});
    out.streams = true;
    return out;
}

net::ClientRequest AgentApi::download(const std::string& path) const {
    return {.target = m_base + "/files/download?path=" + net::percentEncoded(path)};
}

std::string AgentApi::record(const Call& call) {
    return proto::encodeRecord(call.SerializeAsString());
}

} // namespace muster::cli

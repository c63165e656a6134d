// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/log_relay.h"

namespace muster::agentd {

LogRelay::LogRelay(AgentEndpoint& agents) : m_agents(agents) {
    m_agents.onLog = [this](const auto& agent, const auto& data) { onData(agent, data); };
    m_agents.onGone.push_back([this](const AgentId& agent) { onGone(agent); });
}

Status LogRelay::start(
    const Caller& caller, const Source& source, const muster::v1::ReadLog& request) {
    if (request.file() != "stdout" && request.file() != "stderr") {
        return failure("A task's files are 'stdout' and 'stderr'");
    }
    const auto stream = ++m_last;
    muster::v1::AgentCommand command;
    auto& read = *command.mutable_read_log();
    read.set_stream(stream);
    read.set_framework_id(source.task.framework.value);
    read.set_task_id(source.task.task.value);
    read.set_sandbox(source.sandbox);
    read.set_file(request.file());
    read.set_offset(request.offset());
    read.set_follow(request.follow());
    read.set_window(request.window());
    if (!m_agents.send(source.agent, command)) {
        return failure(
            fmt::format(
                "Agent {}, which ran the task, is not connected: its files are on that node",
                source.agent.value),
            Error::Kind::Unavailable);
    }
    cancel(caller.session, caller.id);
    m_streams.emplace(stream, Stream{caller, source.agent});
    m_ids.emplace(std::pair(caller.session, caller.id), stream);
    return {};
}

void LogRelay::taken(const net::SessionPtr& session, const muster::v1::LogTaken& taken) {
    const auto id = m_ids.find({session, taken.request_id()});
    if (id == m_ids.end() || taken.bytes() == 0) {
        return;
    }
    muster::v1::AgentCommand command;
    command.mutable_log_taken()->set_stream(id->second);
    command.mutable_log_taken()->set_bytes(taken.bytes());
    m_agents.send(m_streams.at(id->second).agent, command);
}

void LogRelay::cancel(const net::SessionPtr& session, std::uint64_t request) {
    if (const auto id = m_ids.find({session, request}); id != m_ids.end()) {
        cancel(id);
    }
}

void LogRelay::cancelAll(const net::SessionPtr& session) {
    auto id = m_ids.lower_bound({session, 0});
    while (id != m_ids.end() && id->first.first == session) {
        id = cancel(id);
    }
}

LogRelay::Ids::iterator LogRelay::cancel(Ids::iterator request) {
    const auto stream = m_streams.find(request->second);
    muster::v1::AgentCommand command;
    command.set_cancel_log(stream->first);
    m_agents.send(stream->second.agent, command);
    m_streams.erase(stream);
    return m_ids.erase(request);
}

LogRelay::Streams::iterator LogRelay::erase(Streams::iterator stream) {
    const auto& caller = stream->second.caller;
    m_ids.erase({caller.session, caller.id});
    return m_streams.erase(stream);
}

void LogRelay::onData(const AgentId& agent, const muster::v1::AgentMessage::LogData& data) {
    const auto stream = m_streams.find(data.stream());
    if (stream == m_streams.end() || stream->second.agent != agent) {
        return;
    }
    const auto& caller = stream->second.caller;
    if (!data.error().empty()) {
        caller.reply(failure(data.error(), Error::Kind::NotFound));
        erase(stream);
        return;
    }
    muster::v1::Reply out;
    out.mutable_log()->set_offset(data.offset());
    out.mutable_log()->set_data(data.data());
    out.mutable_log()->set_end(data.end());
    caller.reply(std::move(out));
    if (data.end()) {
        erase(stream);
    }
}

void LogRelay::onGone(const AgentId& agent) {
    for (auto stream = m_streams.begin(); stream != m_streams.end();) {
        if (stream->second.agent != agent) {
            ++stream;
            continue;
        }
        stream->second.caller.reply(
            failure("The agent lost its connection; read the log again when it is back",
                Error::Kind::Unavailable));
        stream = erase(stream);
    }
}

} // namespace muster::agentd

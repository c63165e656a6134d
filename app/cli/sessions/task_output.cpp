// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/task_output.h"

#include <array>
#include <ostream>

#include <boost/asio/steady_timer.hpp>

#include "app/cli/conversation.h"
#include "app/cli/log_writer.h"
#include "app/cli/sessions/end_of_container.h"

namespace muster::cli {

namespace {

using muster::v1::Message;
using muster::v1::Request;

// For the news of the end, when all is read. It does not come for a task that shares its container
// with others.
constexpr auto kPatience = std::chrono::seconds(5);

class Watch {
public:
    Watch(const net::WebSocketClientOptions& master, const Target& target, const CliContext& here)
        : m_target(target), m_here(here),
          m_conversation(master, here), m_logs{Log{"stdout", {here.out, here.terminal, &here.err}},
                                            Log{"stderr",
                                                {here.err, here.errTerminal, &here.err}}} { }

    ExitCode run(
        const AgentApi& agent, const mesos::v1::ContainerID& container, const std::string& again);

private:
    struct Log {
        const char* file;
        LogWriter writer;
        bool isPlaced = false; // where it ends was found; from there on it is followed
        bool over = false;
    };

    Request read(std::size_t log, std::int64_t offset) const;
    std::optional<ExitCode> answer(const Message& message);
    std::optional<ExitCode> code();

    const Target& m_target;
    const CliContext& m_here;
    Conversation m_conversation;
    std::array<Log, 2> m_logs; // the first request has id 1
    boost::asio::steady_timer m_timer{m_conversation.io()};
    std::optional<Result<ExitCode>> m_end;
};

ExitCode Watch::run(
    const AgentApi& agent, const mesos::v1::ContainerID& container, const std::string& again) {
    const EndOfContainer end(m_conversation.io(), agent, container, [this](auto how) {
        m_end = std::move(how);
        if (const auto done = code())
            m_conversation.end(*done);
    });
    m_conversation.keepErrors();
    const auto code = m_conversation.run({read(0, -1), read(1, -1)},
        [this](Conversation&, const Message& message) { return answer(message); });
    if (m_conversation.wasCut())
        m_here.err << again << std::flush;
    return code;
}

Request Watch::read(std::size_t log, std::int64_t offset) const {
    Request request;
    request.set_id(log + 1);
    auto& read = *request.mutable_read_log();
    read.set_framework_id(m_target.framework);
    read.set_task_id(m_target.task);
    read.set_file(m_logs[log].file);
    read.set_offset(offset);
    read.set_follow(m_logs[log].isPlaced);
    return request;
}

std::optional<ExitCode> Watch::answer(const Message& message) {
    const auto index = message.reply().id() - 1;
    if (!message.has_reply() || index >= m_logs.size())
        return std::nullopt;
    auto& log = m_logs[index];
    if (message.reply().has_error()) {
        fail(m_here, message.reply().error());
        log.over = true;
        return code();
    }
    const auto& chunk = message.reply().log();
    if (log.isPlaced) {
        log.writer.writeAt(chunk.offset(), chunk.data());
        log.over = chunk.end();
        return log.over ? code() : std::nullopt;
    }
    if (chunk.end()) {
        const auto next = chunk.offset() + static_cast<std::int64_t>(chunk.data().size());
        log.isPlaced = true;
        log.writer.startAt(next);
        m_conversation.send(read(index, next));
    }
    return std::nullopt;
}

std::optional<ExitCode> Watch::code() {
    if (!m_logs[0].over || !m_logs[1].over)
        return std::nullopt;
    if (m_end)
        return *m_end ? **m_end : fail(m_here, m_end->error(), exitCodeOf(m_end->error().kind));
    m_timer.expires_after(kPatience);
    m_timer.async_wait([this](const auto& error) {
        if (!error)
            m_conversation.end(fail(m_here,
                Error{"The task has ended, but its container has not: see 'muster tasks'"},
                ExitCode::Failed));
    });
    return std::nullopt;
}

} // namespace

ExitCode watchTask(const net::WebSocketClientOptions& master, const AgentApi& agent,
    const Target& target, const mesos::v1::ContainerID& container, const std::string& again,
    const CliContext& here) {
    return Watch(master, target, here).run(agent, container, again);
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/logs.h"

#include <ostream>

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::uint64_t kEndedRequest = 1;
constexpr std::uint64_t kLogRequest = 2;
constexpr std::int64_t kTailBytes = 4 << 20; // in which the lines of --tail are looked for

} // namespace

CommandLine Logs::line() {
    CommandLine line;
    line.flags = {
        {"-f,--follow", &m_follow, "Go on as it grows, until the task has ended"},
        {"--stderr", &m_stderr, "Its stderr in place of its stdout"},
        {"--tail", &m_tail, "Only so many lines from the end", "N"},
    };
    line.arguments = {{"TASK_OR_JOB", &m_id, "The id of a task or a job, or a job's name"}};
    m_master.addTo(line);
    line.examples = "  muster logs -f job-1\n  muster logs --stderr --tail=20 gpu-test";
    return line;
}

// A job is looked for among the live ones, then among the ended ones; else the id is a task's.
ExitCode Logs::run(const Surroundings& here) {
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    std::vector<Request> requests(2);
    requests[0].mutable_subscribe()->set_once(true);
    requests[1].set_id(kEndedRequest);
    requests[1].mutable_query_ended()->set_limit(1000);
    LogWriter log(here.out, here.terminal, &here.err);
    return Conversation(std::move(*master), here)
        .run(requests, [&](Conversation& conversation, const Message& message) {
            return answer(conversation, message, log);
        });
}

std::optional<ExitCode> Logs::answer(
    Conversation& conversation, const Message& message, LogWriter& log) {
    if (message.reply().has_log())
        return chunk(conversation, message.reply().log(), log);
    if (message.has_snapshot() && m_task.empty() && find(message.snapshot().rows()))
        read(conversation, m_tail < 0 ? 0 : -kTailBytes, m_follow && m_tail < 0);
    if (message.reply().id() == kEndedRequest && m_task.empty()) {
        if (!find(message.reply().ended()))
            m_task = m_id;
        read(conversation, m_tail < 0 ? 0 : -kTailBytes, m_follow && m_tail < 0);
    }
    return std::nullopt;
}

// By its id, else the newest of that name.
bool Logs::find(const muster::v1::Rows& rows) {
    const muster::v1::Job* found = nullptr;
    for (const auto& job : rows.jobs()) {
        const bool named = job.name() == m_id
            && (found == nullptr || found->submitted_ms() < job.submitted_ms());
        if (!job.task_id().empty() && (job.id() == m_id || named))
            found = &job;
        if (job.id() == m_id)
            break;
    }
    if (found == nullptr)
        return false;
    m_framework = found->framework_id();
    m_task = found->task_id();
    return true;
}

void Logs::read(Conversation& conversation, std::int64_t offset, bool follow) {
    Request request;
    request.set_id(kLogRequest);
    auto& read = *request.mutable_read_log();
    read.set_framework_id(m_framework);
    read.set_task_id(m_task);
    read.set_file(m_stderr ? "stderr" : "stdout");
    read.set_offset(offset);
    read.set_follow(follow);
    conversation.send(request);
}

std::optional<ExitCode> Logs::chunk(
    Conversation& conversation, const muster::v1::LogChunk& chunk, LogWriter& log) {
    if (m_tail < 0)
        log.writeAt(chunk.offset(), chunk.data());
    else
        m_kept += chunk.data();
    if (!chunk.end())
        return std::nullopt;
    if (m_tail < 0)
        return ExitCode::Ok;
    log.write(lastLines(m_kept, static_cast<std::size_t>(m_tail)));
    m_tail = -1;
    if (!m_follow)
        return ExitCode::Ok;
    const auto next = chunk.offset() + static_cast<std::int64_t>(chunk.data().size());
    log.startAt(next);
    read(conversation, next, true);
    return std::nullopt;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/logs.h"

#include <ostream>

#include "app/cli/text.h"
#include "core/proto/failure_card.h"

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::uint64_t kEndedRequest = 1;
constexpr std::uint64_t kLogRequest = 2;
constexpr std::uint64_t kEndRequest = 3;
constexpr std::uint32_t kEndedLimit = 1000;
constexpr std::int64_t kTailBytes = 4 << 20; // in which the lines of --tail are looked for

std::string cardText(const std::vector<cluster::FailureLine>& card) {
    std::string text;
    for (const auto& line : card)
        text += fmt::format("  {:<13} {}\n", fmt::format("{}:", line.label),
            escaped(line.words.empty() ? line.text : std::string(line.words)));
    return text;
}

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
    requests[1].mutable_query_ended()->set_limit(kEndedLimit);
    LogWriter log(here.out, here.terminal, &here.err);
    Conversation conversation(std::move(*master), here);
    conversation.keepErrors();
    return conversation.run(
        requests, [&](Conversation& open, const Message& message) -> std::optional<ExitCode> {
            const auto& reply = message.reply();
            if (reply.has_error() && reply.id() != kLogRequest)
                return fail(here, reply.error());
            if (reply.id() == kEndRequest)
                return explain(here, reply.ended());
            return answer(open, message, log);
        });
}

std::optional<ExitCode> Logs::answer(
    Conversation& conversation, const Message& message, LogWriter& log) {
    const auto& reply = message.reply();
    if (reply.has_error() && reply.id() == kLogRequest) {
        m_problem = reply.error();
        return end(conversation);
    }
    if (reply.has_log())
        return chunk(conversation, reply.log(), log);
    if (message.has_snapshot() && m_task.empty() && find(message.snapshot().rows()))
        read(conversation, m_tail < 0 ? 0 : -kTailBytes, m_follow && m_tail < 0);
    if (reply.id() == kEndedRequest && m_task.empty()) {
        if (!find(reply.ended()))
            m_task = m_id;
        read(conversation, m_tail < 0 ? 0 : -kTailBytes, m_follow && m_tail < 0);
    }
    return std::nullopt;
}

// Without output the question is how it ended; while it was read it may have.
std::optional<ExitCode> Logs::end(Conversation& conversation) {
    if (m_written)
        return ExitCode::Ok;
    Request request;
    request.set_id(kEndRequest);
    request.mutable_query_ended()->set_limit(kEndedLimit);
    conversation.send(request);
    return std::nullopt;
}

// On stderr: it is no output of the task's. What cannot be read stays an error where nothing
// failed.
std::optional<ExitCode> Logs::explain(
    const Surroundings& here, const muster::v1::Rows& rows) const {
    std::vector<cluster::FailureLine> card;
    for (const auto& task : rows.tasks()) {
        const bool named
            = task.id() == m_task && (m_framework.empty() || task.framework_id() == m_framework);
        if (named && card.empty())
            card = proto::failureCard(task); // the newest is first
    }
    const bool missing = m_problem && kindOf(*m_problem) == Error::Kind::NotFound;
    if (m_problem && (card.empty() || !missing))
        fail(here, *m_problem);
    if (!card.empty())
        here.err << fmt::format("{} has no {}:\n{}", escaped(m_task),
            m_problem      ? "output"
                : m_stderr ? "stderr"
                           : "stdout",
            cardText(card));
    return m_problem && (card.empty() || !missing) ? exitCodeOf(kindOf(*m_problem)) : ExitCode::Ok;
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
    m_written = m_written || !chunk.data().empty();
    if (m_tail < 0)
        log.writeAt(chunk.offset(), chunk.data());
    else
        m_kept += chunk.data();
    if (!chunk.end())
        return std::nullopt;
    if (m_tail < 0)
        return end(conversation);
    log.write(lastLines(m_kept, static_cast<std::size_t>(m_tail)));
    m_tail = -1;
    if (!m_follow)
        return end(conversation);
    const auto next = chunk.offset() + static_cast<std::int64_t>(chunk.data().size());
    log.startAt(next);
    read(conversation, next, true);
    return std::nullopt;
}

} // namespace muster::cli

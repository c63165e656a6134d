// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/logs.h"

#include <chrono>
#include <functional>
#include <ostream>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "app/cli/log_writer.h"
#include "app/cli/text.h"
#include "core/kernel/base/elapsed.h"
#include "core/proto/failure_card.h"
#include "core/proto/protocol.h"

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::uint64_t kLogRequest = 1;
constexpr std::uint64_t kEndRequest = 2;
constexpr std::uint32_t kEndedLimit = 1000;
constexpr std::int64_t kTailBytes = 4 << 20; // in which the lines of --tail are looked for

std::string cardText(const std::vector<cluster::FailureLine>& card) {
    std::string text;
    for (const auto& line : card)
        text += fmt::format("  {:<13} {}\n", fmt::format("{}:", line.label),
            escaped(line.words.empty() ? line.text : std::string(line.words)));
    return text;
}

Instant now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

} // namespace

// Prints on a thread of its own: whoever reads the output may take any time, and meanwhile the
// connection has to be served, or the master takes it for dead. All is printed when it is gone,
// unless the thread was stopped.
struct Logs::Output {
    LogWriter log;
    boost::asio::thread_pool thread{1};

    explicit Output(const CliContext& here) : log(here.out, here.terminal, &here.err) { }
    ~Output() { thread.join(); }
    void print(std::function<void(LogWriter&)> write) {
        boost::asio::post(thread, [this, write = std::move(write)] { write(log); });
    }
};

CommandLine Logs::line() {
    CommandLine line;
    line.flags = {
        {"-f,--follow", &m_follow, "Follow the output until the task has ended"},
        {"--stderr", &m_stderr, "Show stderr instead of stdout"},
        {"--tail", &m_tail, "Show only this many lines from the end", "N"},
        frameworkFlag(m_name.framework),
    };
    line.arguments
        = {{"TASK_OR_JOB", &m_name.typed, "The id or name of a task or job", true, Names::Tasks}};
    m_master.addTo(line);
    line.examples = "  muster logs -f job-1\n  muster logs --stderr --tail=20 gpu-test";
    return line;
}

ExitCode Logs::run(const CliContext& here) {
    if (m_tail < -1)
        return fail(here, Error{"'--tail' must be a number of lines, 0 or more"}, ExitCode::Usage);
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    const auto view = askForTasks(*master, here);
    if (!view)
        return view.error();
    auto target = findTarget(*view, m_name, Wanted::RanOrRuns, now());
    const bool isUnknown = !target && target.error().kind == Error::Kind::NotFound;
    if (!target && !isUnknown)
        return fail(here, target.error(), exitCodeOf(target.error().kind));
    // The master also knows tasks that ended long ago, by their ids.
    m_target = target ? std::move(*target) : Target{m_name.framework, m_name.typed, {}, {}};
    Conversation conversation(std::move(*master), here);
    conversation.keepErrors();
    Output output(here);
    const auto first = readLog(m_tail < 0 ? 0 : -kTailBytes, m_follow && m_tail < 0);
    const auto code = conversation.run(
        {first}, [&](Conversation& open, const Message& message) -> std::optional<ExitCode> {
            const auto& reply = message.reply();
            if (reply.has_error() && isUnknown
                && reply.error().kind() == muster::v1::Error::NOT_FOUND)
                return fail(here, target.error(), ExitCode::NotFound);
            if (reply.has_error() && (reply.id() != kLogRequest || m_written))
                return fail(here, reply.error());
            if (reply.id() == kEndRequest)
                return explain(here, reply.ended());
            return answer(open, message, output);
        });
    if (code == ExitCode::Interrupted)
        output.thread.stop();
    return code;
}

std::optional<ExitCode> Logs::answer(
    Conversation& conversation, const Message& message, Output& output) {
    const auto& reply = message.reply();
    if (reply.has_error()) {
        m_problem = reply.error();
        return end(conversation);
    }
    return reply.has_log() ? chunk(conversation, reply.log(), output) : std::nullopt;
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

// On stderr: it is no output of the task's. What cannot be read stays an error, but of a task that
// failed before it started: it has no files.
std::optional<ExitCode> Logs::explain(const CliContext& here, const muster::v1::Rows& rows) const {
    const muster::v1::Task* ended = nullptr; // the newest is first
    for (const auto& task : rows.tasks()) {
        const bool named = task.id() == m_target.task
            && (m_target.framework.empty() || task.framework_id() == m_target.framework);
        if (named && !ended)
            ended = &task;
    }
    const auto card = ended ? proto::failureCard(*ended) : std::vector<cluster::FailureLine>();
    const bool isMissing = m_problem && m_problem->kind() == muster::v1::Error::NOT_FOUND;
    const bool isError = m_problem && (card.empty() || !isMissing || ended->started_ms() != 0);
    const auto code = isError ? fail(here, *m_problem) : ExitCode::Ok;
    if (isMissing && ended && ended->started_ms() != 0)
        here.err << fmt::format("The task ended {} ago\n",
            elapsedText(now() - Instant(std::chrono::milliseconds(ended->ended_ms()))));
    if (!card.empty())
        here.err << fmt::format("{} has no {}:\n{}", escaped(m_target.task),
            m_problem      ? "output"
                : m_stderr ? "stderr"
                           : "stdout",
            cardText(card));
    return code;
}

Request Logs::readLog(std::int64_t offset, bool follow) const {
    Request request;
    request.set_id(kLogRequest);
    auto& read = *request.mutable_read_log();
    read.set_framework_id(m_target.framework);
    read.set_task_id(m_target.task);
    read.set_file(m_stderr ? "stderr" : "stdout");
    read.set_offset(offset);
    read.set_follow(follow);
    read.set_window(proto::kLogWindow);
    return request;
}

std::optional<ExitCode> Logs::chunk(
    Conversation& conversation, const muster::v1::LogChunk& chunk, Output& output) {
    m_written = m_written || !chunk.data().empty();
    const auto size = chunk.data().size();
    if (m_tail < 0) {
        output.print([this, &conversation, chunk](LogWriter& log) {
            log.writeAt(chunk.offset(), chunk.data());
            boost::asio::post(conversation.io(),
                [this, &conversation, size = chunk.data().size()] { taken(conversation, size); });
        });
    } else {
        m_kept += chunk.data();
        taken(conversation, size);
    }
    if (!chunk.end())
        return std::nullopt;
    if (m_tail < 0)
        return end(conversation);
    const auto next = chunk.offset() + static_cast<std::int64_t>(size);
    output.print([tail = std::string(lastLines(m_kept, static_cast<std::size_t>(m_tail))), next](
                     LogWriter& log) {
        log.write(tail);
        log.startAt(next);
    });
    m_tail = -1;
    if (!m_follow)
        return end(conversation);
    m_taken = 0; // another stream
    conversation.send(readLog(next, true));
    return std::nullopt;
}

void Logs::taken(Conversation& conversation, std::uint64_t bytes) {
    m_taken += bytes;
    if (m_taken < proto::kLogConfirmed)
        return;
    Request request; // without an id: nobody waits for a reply
    request.mutable_log_taken()->set_request_id(kLogRequest);
    request.mutable_log_taken()->set_bytes(std::exchange(m_taken, 0));
    conversation.send(std::move(request));
}

} // namespace muster::cli

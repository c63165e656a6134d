// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/logs.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <ostream>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "app/cli/log_writer.h"
#include "app/cli/reconnect.h"
#include "app/cli/text.h"
#include "core/kernel/base/elapsed.h"
#include "core/proto/error.h"
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
    // Until all is printed. What is said on stderr comes after it, and never at the same time.
    void drain() {
        std::promise<void> printed;
        boost::asio::post(thread, [&printed] { printed.set_value(); });
        printed.get_future().wait();
    }
};

// The log on one connection. The thread that prints confirms what it has printed, unless the
// connection was lost meanwhile: its successor counts anew.
struct Logs::Stream {
    explicit Stream(Conversation& open) : conversation(&open) { }

    void printed(const std::shared_ptr<Stream>& self, std::uint64_t bytes) {
        const std::lock_guard lock(mutex);
        if (conversation)
            boost::asio::post(conversation->io(), [self, bytes] { self->taken(bytes); });
    }
    void taken(std::uint64_t bytes) { // on the conversation's thread
        unconfirmed += bytes;
        if (unconfirmed < proto::kLogConfirmed)
            return;
        Request request; // without an id: nobody waits for a reply
        request.mutable_log_taken()->set_request_id(kLogRequest);
        request.mutable_log_taken()->set_bytes(std::exchange(unconfirmed, 0));
        conversation->send(std::move(request));
    }
    void close() {
        const std::lock_guard lock(mutex);
        conversation = nullptr;
    }

    std::mutex mutex;
    Conversation* conversation;
    std::uint64_t unconfirmed = 0;
};

CommandLine Logs::line() {
    CommandLine line;
    line.flags = {
        {"-f,--follow", &m_follow,
            "Follow the output until the task has ended, also while the master is restarted"},
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
    if (!target && target.error().kind != Error::Kind::NotFound)
        return fail(here, target.error(), exitCodeOf(target.error().kind));
    // The master also knows tasks that ended long ago, by their ids.
    if (!target)
        m_unknown = target.error();
    m_target = target ? std::move(*target) : Target{m_name.framework, m_name.typed, {}, {}};
    Output output(here);
    auto code = ExitCode::Ok;
    bool isAgain = false;
    LastingTalk lasting;
    lasting.talk = [&](Conversation& conversation, bool& answered) {
        return read(conversation, std::exchange(isAgain, true), answered, output, here);
    };
    lasting.onLost = [&] { output.drain(); };
    lasting.afterwards
        = fmt::format("Follow it again with 'muster logs -f {}'\n", escaped(m_name.typed));
    if (m_follow) {
        code = keepTalking(m_master, here, lasting);
    } else {
        Conversation conversation(std::move(*master), here);
        conversation.keepCuts();
        bool answered = false;
        code = lasting.talk(conversation, answered);
        if (const auto& cut = conversation.wasCut())
            m_failure = cut;
    }
    if (code == ExitCode::Interrupted)
        output.thread.stop();
    if (!m_failure)
        return code;
    output.drain();
    return fail(here, *m_failure, code);
}

ExitCode Logs::read(Conversation& conversation, bool isAgain, bool& answered, Output& output,
    const CliContext& here) {
    m_kept.clear();
    conversation.keepErrors();
    AskAgain again(conversation);
    const auto stream = std::make_shared<Stream>(conversation);
    const auto code = conversation.run(
        {readLog()}, [&](Conversation& open, const Message& message) -> std::optional<ExitCode> {
            const auto& reply = message.reply();
            answered = answered || message.has_reply();
            if (reply.has_error() && reply.id() == 0) // an earlier master knows no LogTaken
                return std::nullopt;
            if (isAgain && reply.has_error() && reply.id() == kLogRequest
                && again.later(reply, [&] { open.send(readLog()); }))
                return std::nullopt;
            if (reply.has_error() && m_unknown
                && reply.error().kind() == muster::v1::Error::NOT_FOUND)
                return fails(*m_unknown);
            if (reply.has_error() && (reply.id() != kLogRequest || m_written))
                return fails(proto::fromProto(reply.error()));
            if (reply.id() == kEndRequest)
                return explain(here, reply.ended());
            return answer(stream, message, output);
        });
    stream->close();
    return code;
}

ExitCode Logs::fails(Error why) {
    const auto code = exitCodeOf(why.kind);
    m_failure = std::move(why);
    return code;
}

std::optional<ExitCode> Logs::answer(
    const StreamPtr& stream, const Message& message, Output& output) {
    const auto& reply = message.reply();
    if (reply.has_error()) {
        m_problem = reply.error();
        return end(*stream->conversation);
    }
    return reply.has_log() ? chunk(stream, reply.log(), output) : std::nullopt;
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

// With --tail first all that its lines are looked for in, then what follows.
Request Logs::readLog() const {
    Request request;
    request.set_id(kLogRequest);
    auto& read = *request.mutable_read_log();
    read.set_framework_id(m_target.framework);
    read.set_task_id(m_target.task);
    read.set_file(m_stderr ? "stderr" : "stdout");
    read.set_offset(m_tail < 0 ? m_next : -kTailBytes);
    read.set_follow(m_follow && m_tail < 0);
    read.set_window(proto::kLogWindow);
    return request;
}

std::optional<ExitCode> Logs::chunk(
    const StreamPtr& stream, const muster::v1::LogChunk& chunk, Output& output) {
    const auto size = chunk.data().size();
    const auto next = chunk.offset() + static_cast<std::int64_t>(size);
    m_written = m_written || size > 0;
    if (m_tail < 0) {
        m_next = std::max(m_next, next);
        output.print([stream, chunk](LogWriter& log) {
            log.writeAt(chunk.offset(), chunk.data());
            stream->printed(stream, chunk.data().size());
        });
    } else {
        m_kept += chunk.data();
        stream->taken(size);
    }
    if (!chunk.end())
        return std::nullopt;
    if (m_tail < 0)
        return end(*stream->conversation);
    output.print([tail = std::string(lastLines(m_kept, static_cast<std::size_t>(m_tail))), next](
                     LogWriter& log) {
        log.write(tail);
        log.startAt(next);
    });
    m_tail = -1;
    m_next = next;
    if (!m_follow)
        return end(*stream->conversation);
    stream->unconfirmed = 0; // another stream
    stream->conversation->send(readLog());
    return std::nullopt;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/job_command.h"

#include <chrono>
#include <map>
#include <ostream>
#include <random>
#include <thread>
#include <utility>

#include <boost/asio/steady_timer.hpp>

#include "app/cli/jobs/explain.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::uint64_t kSubmitRequest = 1;
constexpr std::uint64_t kLogRequest = 2; // of the first stream, and on
constexpr std::array<const char*, 2> kStreams = {"stdout", "stderr"};

constexpr std::uint64_t kEndedRequest = kLogRequest + kStreams.size();
constexpr std::uint32_t kEndedLimit = 1000;

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kBeforeAgain{1};
constexpr std::chrono::minutes kPatience{10}; // for a master that was lost

// 128 bits that nobody has used before.
std::string newKey() {
    std::random_device random;
    std::string out;
    for (int i = 0; i < 4; ++i)
        out += fmt::format("{:08x}", random());
    return out;
}

std::optional<ExitCode> endOf(muster::v1::Job::State state) {
    using muster::v1::Job;
    if (state == Job::FINISHED)
        return ExitCode::Ok;
    return state == Job::FAILED || state == Job::KILLED ? std::optional(ExitCode::Failed)
                                                        : std::nullopt;
}

} // namespace

void JobCommand::addTo(CommandLine& line) {
    const std::vector<Flag> flags = {
        {"--check", &m_check,
            "Do not submit: show where the job would be placed, or why it would be pending (exit "
            "status 6)"},
        {"-o,--output", &m_output, "Output format of --check", "FORMAT", false, {"table", "json"}},
        {"--wait", &m_wait,
            "Wait until the job has ended; exit status 0 if it finished, that of its command if it "
            "failed with 1 to 125, otherwise 1"},
        {"--follow", &m_follow,
            "Show its output until it has ended, with its stderr on stderr; exit status as with "
            "--wait"},
        {"-q,--parsable", &m_parsable, "Print only the id of the job, for scripts"},
        {"--key", &m_key,
            "An idempotency key for scripts: a second submission with the same key within a day is "
            "the same job",
            "TEXT"},
    };
    line.flags.insert(line.flags.end(), flags.begin(), flags.end());
    m_master.addTo(line);
}

ExitCode JobCommand::send(muster::v1::SubmitJob job, const CliContext& here) {
    if (m_parsable && (m_check || m_follow))
        return fail(here,
            Error{fmt::format(
                "'--parsable' cannot be combined with '{}'", m_check ? "--check" : "--follow")},
            ExitCode::Usage);
    if (m_check) {
        muster::v1::Explain question;
        *question.mutable_job() = std::move(job);
        question.set_machines(kShownMachines);
        return explain(question, m_output, m_check, m_master, here);
    }
    if (m_output != "table")
        return fail(here, Error{"'--output' can only be used with '--check'"}, ExitCode::Usage);
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    Request request;
    request.set_id(kSubmitRequest);
    *request.mutable_submit_job() = std::move(job);
    request.mutable_submit_job()->set_author(authorOf(here));
    request.mutable_submit_job()->set_key(m_key.empty() ? newKey() : m_key);
    Writers writers{
        {{here.out, here.terminal, &here.err}, {here.err, here.errTerminal, &here.err}}};
    for (const bool last : {false, true}) {
        Conversation conversation(*master, here);
        conversation.keepCuts();
        const auto code
            = conversation.run({request}, [&](Conversation& self, const Message& message) {
                  return answer(self, message, here, writers);
              });
        const auto& cut = conversation.wasCut();
        if (cut && !m_job.empty())
            return reconnect(here, writers, *cut);
        if (cut && last)
            fail(here, *cut, code);
        const bool isUnknown = m_job.empty() && code == ExitCode::Unreachable;
        if (last && isUnknown)
            here.err << fmt::format("It is unknown whether the job was accepted: repeat the "
                                    "command with --key={} to run it at most once\n",
                request.submit_job().key());
        if (last || !cut)
            return code;
        here.err << fmt::format(
            "muster: {}, before the master answered: trying again\n", escaped(cut->message));
        std::this_thread::sleep_for(kBeforeAgain);
    }
    return ExitCode::Failed;
}

std::optional<ExitCode> JobCommand::answer(
    Conversation& conversation, const Message& message, const CliContext& here, Writers& writers) {
    if (message.reply().has_job_submitted())
        return submitted(conversation, message.reply().job_submitted(), here);
    if (message.reply().has_log()) {
        const auto& chunk = message.reply().log();
        const auto stream = message.reply().id() - kLogRequest;
        if (stream >= writers.size())
            return std::nullopt;
        writers[stream].writeAt(chunk.offset(), chunk.data());
        m_reading.set(stream, !chunk.end());
        return exitCode();
    }
    if (message.reply().has_ended()) {
        m_asksStatus = false;
        m_status = m_status.value_or(0); // what is not there is not known
        return changed(conversation, message.reply().ended(), here, writers);
    }
    if (message.has_snapshot())
        return changed(conversation, message.snapshot().rows(), here, writers);
    return message.has_delta() ? changed(conversation, message.delta().changed(), here, writers)
                               : std::nullopt;
}

std::optional<ExitCode> JobCommand::submitted(
    Conversation& conversation, const muster::v1::JobSubmitted& taken, const CliContext& here) {
    const auto& id = m_job = taken.job_id();
    auto& words = m_follow ? here.err : here.out; // with --follow stdout is the job's
    words << (m_parsable ? escaped(id) + '\n'
                         : fmt::format("Submitted {}{}\n", escaped(id),
                             taken.again() ? " earlier: it runs only once" : ""));
    if (!m_wait && !m_follow) {
        if (!m_parsable)
            words << fmt::format("Follow it with 'muster logs -f {}'\n", escaped(id));
        return ExitCode::Ok;
    }
    words << std::flush;
    Request request;
    request.mutable_subscribe();
    conversation.send(request);
    return std::nullopt;
}

// Once the last log is read.
std::optional<ExitCode> JobCommand::exitCode() const {
    constexpr int kLargest = 125; // a shell gives those above a meaning of its own
    if (m_reading.any() || m_asksStatus)
        return std::nullopt;
    const int status = m_status.value_or(0);
    return m_ended == ExitCode::Failed && status >= 1 && status <= kLargest
        ? static_cast<ExitCode>(status)
        : m_ended;
}

// Reads the logs of each attempt; the end of the job counts when the last one is read.
std::optional<ExitCode> JobCommand::changed(Conversation& conversation,
    const muster::v1::Rows& rows, const CliContext& here, Writers& writers) {
    for (const auto& job : rows.jobs()) {
        if (job.id() != m_job)
            continue;
        const bool started = !job.task_id().empty() && job.started_ms() != 0;
        if (m_follow && started && m_reading.none() && job.task_id() != m_readTask) {
            m_readFramework = job.framework_id();
            m_readTask = job.task_id();
            for (std::size_t stream = 0; stream < kStreams.size(); ++stream) {
                m_reading.set(stream);
                writers[stream].startAt(0);
                conversation.send(readLog(stream, 0));
            }
        }
        if (m_attempt != job.task_id()) {
            m_attempt = job.task_id();
            m_status.reset();
        }
        const bool isNews = !m_ended;
        m_ended = endOf(job.state());
        const auto& why = job.why().empty() ? job.message() : job.why();
        if (isNews && m_ended && !why.empty())
            here.err << escaped(job.name()) << " " << proto::word(job.state()) << ": "
                     << escaped(why) << std::endl;
        m_framework = job.framework_id();
    }
    for (const auto& task : rows.tasks()) {
        if (task.id() == m_attempt && task.framework_id() == m_framework && task.ended_ms() != 0)
            m_status = task.exit_code();
    }
    if (m_ended == ExitCode::Failed && !m_attempt.empty() && !m_status && !m_asksStatus) {
        m_asksStatus = true;
        conversation.send(queryEnded());
    }
    return exitCode();
}

Request JobCommand::queryEnded() {
    Request request;
    request.set_id(kEndedRequest);
    request.mutable_query_ended()->set_limit(kEndedLimit);
    return request;
}

Request JobCommand::readLog(std::size_t stream, std::int64_t offset) const {
    Request request;
    request.set_id(kLogRequest + stream);
    auto& read = *request.mutable_read_log();
    read.set_framework_id(m_readFramework);
    read.set_task_id(m_readTask);
    read.set_file(kStreams[stream]);
    read.set_offset(offset);
    read.set_follow(true);
    return request;
}

ExitCode JobCommand::reconnect(const CliContext& here, Writers& writers, Error lost) {
    auto code = exitCodeOfConnection(lost.kind);
    auto until = Clock::now();
    for (m_isBack = true; code == ExitCode::Unreachable && (m_isBack || Clock::now() < until);) {
        if (std::exchange(m_isBack, false)) {
            until = Clock::now() + kPatience;
            here.err << fmt::format(
                "muster: Connection lost, reconnecting... ({})", escaped(lost.message))
                     << std::endl;
        }
        std::this_thread::sleep_for(kBeforeAgain);
        auto master = findMaster(m_master, here, "/ws/console"); // the token may be a new one
        if (!master)
            return fail(here, master.error(), ExitCode::Usage);
        Conversation conversation(std::move(*master), here);
        code = goOn(conversation, here, writers);
        if (!conversation.wasCut())
            return code;
        lost = *conversation.wasCut();
    }
    fail(here, lost, code);
    here.err << fmt::format(
        "{0} goes on without this command: follow it with 'muster logs -f {0}'\n", escaped(m_job));
    return code;
}

// What was being read is read on from where it was read to. The agent may be back later than the
// master, and a job that has ended may be known to the journal only.
ExitCode JobCommand::goOn(Conversation& conversation, const CliContext& here, Writers& writers) {
    const auto until = Clock::now() + kPatience;
    bool isFound = false;
    m_asksStatus = false; // what was asked went with the connection
    const auto ask = [&](std::uint64_t id) {
        const auto stream = id - kLogRequest;
        conversation.send(
            stream < kStreams.size() ? readLog(stream, writers[stream].next()) : queryEnded());
    };
    std::map<std::uint64_t, boost::asio::steady_timer> again; // by the id of the request
    const auto askLater = [&](std::uint64_t id) {
        auto& timer = again.try_emplace(id, conversation.io()).first->second;
        timer.expires_after(kBeforeAgain);
        timer.async_wait([&ask, id](const auto& error) {
            if (!error)
                ask(id);
        });
    };
    const auto look = [&](const muster::v1::Rows& rows) {
        for (const auto& job : rows.jobs())
            isFound = isFound || job.id() == m_job;
        return isFound;
    };
    const auto received = [&](const Message& message) -> std::optional<ExitCode> {
        const auto& reply = message.reply();
        if (reply.has_error()) {
            if (reply.error().kind() != muster::v1::Error::UNAVAILABLE || Clock::now() >= until)
                return fail(here, reply.error());
            askLater(reply.id());
        } else if (reply.has_ended()) {
            if (!look(reply.ended()))
                return fail(here, Error{fmt::format("The master does not know {} any more", m_job)},
                    ExitCode::NotFound);
        } else if (message.has_snapshot()) {
            for (std::size_t stream = 0; stream < kStreams.size(); ++stream) {
                if (!m_isBack && m_reading.test(stream))
                    ask(kLogRequest + stream);
            }
            if (!look(message.snapshot().rows()) && !m_isBack)
                ask(kEndedRequest);
            m_isBack = true;
        }
        return answer(conversation, message, here, writers);
    };
    conversation.keepLosses();
    conversation.keepErrors();
    Request subscription;
    subscription.mutable_subscribe();
    return conversation.run(
        {subscription}, [&](Conversation&, const Message& message) { return received(message); });
}

} // namespace muster::cli

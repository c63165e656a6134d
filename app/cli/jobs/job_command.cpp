// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/job_command.h"

#include <ostream>
#include <random>
#include <thread>

#include "app/cli/jobs/explain.h"
#include "app/cli/operator_command.h"
#include "app/cli/reconnect.h"
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
constexpr std::uint64_t kExplainRequest = kEndedRequest + 1;

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
            "status 6); without it what no node can run is submitted with a warning"},
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
        conversation.keepErrors();
        const auto code = conversation.run(
            {request}, [&](Conversation& self, const Message& message) -> std::optional<ExitCode> {
                const auto& reply = message.reply();
                return reply.has_error() && reply.id() != kExplainRequest
                    ? fail(here, reply.error())
                    : answer(self, message, here, writers);
            });
        const auto& cut = conversation.wasCut();
        if (cut && !m_job.empty())
            return m_wait || m_follow ? reconnect(here, writers, *cut) : ExitCode::Ok;
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
    if (message.has_reply() && message.reply().id() == kExplainRequest) {
        warn(message.reply().explanation(), here);
        return m_wait || m_follow ? std::nullopt : std::optional(ExitCode::Ok);
    }
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
    const bool stays = m_wait || m_follow;
    if (!stays && !m_parsable)
        words << fmt::format("Follow it with 'muster logs -f {}'\n", escaped(id));
    words << std::flush;
    Request question;
    question.set_id(kExplainRequest);
    question.mutable_explain()->set_job_id(id);
    question.mutable_explain()->set_machines(1); // the nearest to serving it
    conversation.send(std::move(question));
    if (stays) {
        Request request;
        request.mutable_subscribe();
        conversation.send(request);
    }
    return std::nullopt;
}

void JobCommand::warn(const muster::v1::Explanation& explanation, const CliContext& here) const {
    if (explanation.machines_size() == 0 || explanation.machines(0).could_serve())
        return;
    std::string remedy;
    for (const auto& change : explanation.would_start())
        remedy += (remedy.empty() ? ". It would start " : ", or ") + escaped(change);
    here.err << fmt::format("muster: warning: no node can ever run {0}: {1}{2}. 'muster jobs "
                            "explain {0}' compares the nodes, 'muster kill {0}' removes it\n",
        escaped(m_job), escaped(explanation.sentence()), remedy)
             << std::flush;
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

ExitCode JobCommand::reconnect(const CliContext& here, Writers& writers, const Error& lost) {
    LastingTalk lasting;
    lasting.talk = [&](Conversation& conversation, bool& answered) {
        return goOn(conversation, answered, here, writers);
    };
    lasting.afterwards = fmt::format(
        "{0} goes on without this command: follow it with 'muster logs -f {0}'\n", escaped(m_job));
    return keepTalking(m_master, here, lasting, lost);
}

// What was being read is read on from where it was read to. The agent may be back later than the
// master, and a job that has ended may be known to the journal only.
ExitCode JobCommand::goOn(
    Conversation& conversation, bool& answered, const CliContext& here, Writers& writers) {
    bool isFound = false;
    m_asksStatus = false; // what was asked went with the connection
    const auto ask = [&](std::uint64_t id) {
        const auto stream = id - kLogRequest;
        conversation.send(
            stream < kStreams.size() ? readLog(stream, writers[stream].next()) : queryEnded());
    };
    AskAgain again(conversation);
    const auto look = [&](const muster::v1::Rows& rows) {
        for (const auto& job : rows.jobs())
            isFound = isFound || job.id() == m_job;
        return isFound;
    };
    const auto received = [&](const Message& message) -> std::optional<ExitCode> {
        const auto& reply = message.reply();
        if (reply.has_error()) {
            if (!again.later(reply, [&ask, id = reply.id()] { ask(id); }))
                return fail(here, reply.error());
        } else if (reply.has_ended()) {
            if (!look(reply.ended()))
                return fail(here, Error{fmt::format("The master does not know {} any more", m_job)},
                    ExitCode::NotFound);
        } else if (message.has_snapshot()) {
            for (std::size_t stream = 0; stream < kStreams.size(); ++stream) {
                if (!answered && m_reading.test(stream))
                    ask(kLogRequest + stream);
            }
            if (!look(message.snapshot().rows()) && !answered)
                ask(kEndedRequest);
            answered = true;
        }
        return answer(conversation, message, here, writers);
    };
    conversation.keepErrors();
    Request subscription;
    subscription.mutable_subscribe();
    return conversation.run(
        {subscription}, [&](Conversation&, const Message& message) { return received(message); });
}

} // namespace muster::cli

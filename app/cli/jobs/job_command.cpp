// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/job_command.h"

#include <chrono>
#include <ostream>
#include <random>
#include <thread>

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

constexpr std::chrono::seconds kBeforeAgain{1};

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
        {"--wait", &m_wait, "Wait until the job has ended; exit status 0 if it finished"},
        {"--follow", &m_follow, "Show its output until it has ended, with its stderr on stderr"},
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
        if (cut && (last || !m_job.empty()))
            fail(here, *cut, code);
        const bool isUnknown = m_job.empty() && code == ExitCode::Unreachable;
        if (last && isUnknown)
            here.err << fmt::format("It is unknown whether the job was accepted: repeat the "
                                    "command with --key={} to run it at most once\n",
                request.submit_job().key());
        if (last || !cut || !m_job.empty())
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
        return m_reading.any() ? std::nullopt : m_ended;
    }
    if (message.has_snapshot())
        return changed(conversation, message.snapshot().rows(), here);
    return message.has_delta() ? changed(conversation, message.delta().changed(), here)
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

// Reads the logs of each attempt; the end of the job counts when the last one is read.
std::optional<ExitCode> JobCommand::changed(
    Conversation& conversation, const muster::v1::Rows& rows, const CliContext& here) {
    for (const auto& job : rows.jobs()) {
        if (job.id() != m_job)
            continue;
        const bool started = !job.task_id().empty() && job.started_ms() != 0;
        if (m_follow && started && m_reading.none() && job.task_id() != m_readTask) {
            m_readTask = job.task_id();
            for (std::size_t stream = 0; stream < kStreams.size(); ++stream) {
                m_reading.set(stream);
                Request request;
                request.set_id(kLogRequest + stream);
                auto& read = *request.mutable_read_log();
                read.set_framework_id(job.framework_id());
                read.set_task_id(job.task_id());
                read.set_file(kStreams[stream]);
                read.set_follow(true);
                conversation.send(request);
            }
        }
        m_ended = endOf(job.state());
        const auto& why = job.why().empty() ? job.message() : job.why();
        if (m_ended && !why.empty())
            here.err << escaped(job.name()) << " " << proto::word(job.state()) << ": "
                     << escaped(why) << std::endl;
    }
    return m_reading.any() ? std::nullopt : m_ended;
}

} // namespace muster::cli

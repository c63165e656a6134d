// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/submit.h"

#include <ostream>

#include "app/cli/jobs/explain.h"
#include "app/cli/text.h"
#include "core/kernel/resources/resources.h"

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::uint64_t kSubmitRequest = 1;
constexpr std::uint64_t kLogRequest = 2; // and above: one for each attempt

Result<Resources> resourcesOf(const SubmitFlags& flags) {
    const bool single = flags.gpus || flags.cpus || flags.memory;
    if (flags.resources && single)
        return failure("Give either --resources or --gpus, --cpus and --mem");
    std::string text = flags.resources.value_or(
        fmt::format("cpus:{};mem:{}", flags.cpus.value_or("1"), flags.memory.value_or("128")));
    if (flags.gpus)
        text += ";gpus:" + *flags.gpus;
    auto parsed = Resources::parse(text);
    if (!parsed)
        return failure("The resources are wrong", parsed.error());
    if (auto whole = validateGpus(*parsed); !whole)
        return tl::unexpected(whole.error());
    return parsed;
}

Status addConstraints(const SubmitFlags& flags, muster::v1::SubmitJob& job) {
    for (const auto& text : flags.constraints) {
        const auto colon = text.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
            return failure(fmt::format(
                "'--constraint={}' needs an attribute and a value, such as gpu:K40", text));
        auto* constraint = job.add_constraints();
        constraint->set_attribute(text.substr(0, colon));
        constraint->set_value(text.substr(colon + 1));
    }
    return {};
}

Status addCommand(const SubmitFlags& flags, mesos::v1::CommandInfo& command) {
    const bool silent = !flags.command && flags.argv.empty();
    if (silent ? !flags.image : flags.command && !flags.argv.empty())
        return failure("Give the command either after '--', to run it as it stands, or as one "
                       "--command, to run it through /bin/sh -c; an --image may have its own");
    command.set_shell(flags.command.has_value());
    if (!silent)
        command.set_value(flags.command ? *flags.command : flags.argv.front());
    for (const auto& argument : flags.argv)
        command.add_arguments(argument);
    for (const auto& uri : flags.uris)
        command.add_uris()->set_value(uri);
    for (const auto& text : flags.env) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(fmt::format("'--env={}' must be NAME=VALUE", text));
        auto* variable = command.mutable_environment()->add_variables();
        variable->set_name(text.substr(0, equals));
        variable->set_value(text.substr(equals + 1));
    }
    return {};
}

// The first word without its folders, or the image's name without its tag.
std::string defaultName(const SubmitFlags& flags) {
    const auto word = flags.command ? flags.command->substr(0, flags.command->find(' '))
        : !flags.argv.empty()       ? flags.argv.front()
                                    : *flags.image;
    auto name = word.substr(word.rfind('/') + 1);
    if (!flags.command && flags.argv.empty())
        name.resize(std::min(name.find_first_of(":@"), name.size()));
    return name.empty() ? "job" : name;
}

std::optional<ExitCode> endOf(const std::string& state) {
    if (state == "finished")
        return ExitCode::Ok;
    return state == "failed" || state == "killed" ? std::optional(ExitCode::Failed) : std::nullopt;
}

} // namespace

Result<muster::v1::SubmitJob> planSubmit(
    const SubmitFlags& flags, const std::string& caller, TerminalSize size) {
    const auto resources = resourcesOf(flags);
    if (!resources)
        return tl::unexpected(resources.error());
    muster::v1::SubmitJob job;
    if (auto added = addCommand(flags, *job.mutable_command()); !added)
        return tl::unexpected(added.error());
    if (auto added = addConstraints(flags, job); !added)
        return tl::unexpected(added.error());
    auto container = planContainer(flags.container, !flags.image.value_or("").empty());
    if (!container)
        return tl::unexpected(container.error());
    if (*container)
        *job.mutable_container() = std::move(**container);
    if (flags.terminal)
        askForTerminal(*job.mutable_container(), size);
    job.set_name(flags.name.value_or(defaultName(flags)));
    job.set_user(flags.user.value_or(caller));
    job.set_resources(resources->text());
    job.set_linked(flags.linked);
    job.set_priority(flags.priority);
    job.set_retries(flags.retries);
    job.set_image(flags.image.value_or(""));
    return job;
}

CommandLine Submit::line() {
    auto& f = m_flags;
    CommandLine line;
    line.flags = {
        {"--name", &f.name, "Its name; default: the first word of the command", "NAME"},
        {"--gpus", &f.gpus, "How many GPUs", "N"},
        {"--cpus", &f.cpus, "How many cpus; default 1", "N"},
        {"--mem", &f.memory, "How much memory; default 128", "MiB"},
        {"--resources", &f.resources, "All of it in one: cpus:1;mem:128;gpus:2", "RESOURCES"},
        {"--constraint", &f.constraints, "Only on machines with this attribute; may be repeated",
            "NAME:VALUE"},
        {"--linked", &f.linked, "Only GPUs that NVLink connects with each other"},
        {"--priority", &f.priority, "Higher ones start first", "N"},
        {"--retries", &f.retries, "How often to start it again when it fails", "N"},
        {"--image", &f.image, "The image to run it in, as Docker names it: busybox:1.36", "IMAGE"},
        {"--env", &f.env, "A variable of its environment; may be repeated", "NAME=VALUE"},
        {"--uri", &f.uris,
            "A file or archive for its sandbox; '#sha256=HEX' at its end checks it; may be "
            "repeated",
            "URI"},
        {"--user", &f.user, "Who runs it; default: the caller", "USER"},
        {"--command", &f.command, "One text for /bin/sh -c, in place of words after '--'", "TEXT"},
        {"--check", &m_check,
            "Submit nothing: say where it would be placed, or why it would wait; exit with 6 then"},
        {"-t,--tty", &f.terminal, "It runs on a terminal: 'muster attach' comes to it"},
        {"--wait", &m_wait, "Wait until it has ended; exit with 0 when it finished"},
        {"--follow", &m_follow, "Show its output until it has ended"},
    };
    f.container.addTo(line);
    m_master.addTo(line);
    line.rest = &f.argv;
    line.examples
        = "  muster submit --gpus=2 --constraint=gpu:K40 -- python3 train.py --epochs 10\n"
          "  muster submit --follow --command='nvidia-smi; sleep 5'\n"
          "  muster submit --gpus=1 --image=nvcr.io/nvidia/pytorch:23.10-py3 -- python train.py\n"
          "  muster submit --image=busybox --read-only --tmpfs=/tmp:size=64m "
          "--volume=/data/sets:/sets:ro -- ls /sets";
    return line;
}

ExitCode Submit::run(const Surroundings& here) {
    auto job = planSubmit(m_flags, here.user, terminalSize(here.input));
    if (!job)
        return fail(here, job.error(), ExitCode::Usage);
    if (m_check) {
        muster::v1::Explain question;
        *question.mutable_job() = std::move(*job);
        question.set_machines(kShownMachines);
        return explain(question, "table", m_check, m_master, here);
    }
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    Request request;
    request.set_id(kSubmitRequest);
    *request.mutable_submit_job() = std::move(*job);
    LogWriter log(here.out, here.terminal, &here.err);
    return Conversation(std::move(*master), here)
        .run({request}, [&](Conversation& conversation, const Message& message) {
            return answer(conversation, message, here, log);
        });
}

std::optional<ExitCode> Submit::answer(
    Conversation& conversation, const Message& message, const Surroundings& here, LogWriter& log) {
    if (message.reply().has_job_submitted())
        return submitted(conversation, message.reply().job_submitted().job_id(), here);
    if (message.reply().has_log()) {
        log.writeAt(message.reply().log().offset(), message.reply().log().data());
        m_reading = !message.reply().log().end();
        return m_reading ? std::nullopt : m_ended;
    }
    if (message.has_snapshot())
        return changed(conversation, message.snapshot().rows(), here);
    return message.has_delta() ? changed(conversation, message.delta().changed(), here)
                               : std::nullopt;
}

std::optional<ExitCode> Submit::submitted(
    Conversation& conversation, const std::string& id, const Surroundings& here) {
    m_job = id;
    auto& words = m_follow ? here.err : here.out; // with --follow stdout is the job's
    words << fmt::format("Submitted {}\n", escaped(id));
    if (!m_wait && !m_follow) {
        words << fmt::format("Follow it with 'muster logs -f {}'\n", escaped(id));
        return ExitCode::Ok;
    }
    words << std::flush;
    Request request;
    request.mutable_subscribe();
    conversation.send(request);
    return std::nullopt;
}

// Reads the log of each attempt; the end of the job counts when the last one is read.
std::optional<ExitCode> Submit::changed(
    Conversation& conversation, const muster::v1::Rows& rows, const Surroundings& here) {
    for (const auto& job : rows.jobs()) {
        if (job.id() != m_job)
            continue;
        const bool started = !job.task_id().empty() && job.started_ms() != 0;
        if (m_follow && started && !m_reading && job.task_id() != m_readTask) {
            m_readTask = job.task_id();
            m_reading = true;
            Request request;
            request.set_id(kLogRequest);
            auto& read = *request.mutable_read_log();
            read.set_framework_id(job.framework_id());
            read.set_task_id(job.task_id());
            read.set_file("stdout");
            read.set_follow(true);
            conversation.send(request);
        }
        m_ended = endOf(job.state());
        const auto& why = job.why().empty() ? job.message() : job.why();
        if (m_ended && !why.empty())
            here.err << escaped(job.name()) << " " << escaped(job.state()) << ": " << escaped(why)
                     << std::endl;
    }
    return m_reading ? std::nullopt : m_ended;
}

} // namespace muster::cli

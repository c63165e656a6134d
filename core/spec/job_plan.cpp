// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/job_plan.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <google/protobuf/util/message_differencer.h>

#include "core/kernel/jobs/validate.h"
#include "core/proto/resources.h"
#include "core/proto/time.h"
#include "core/spec/container_text.h"
#include "core/spec/resource_text.h"
#include "core/spec/sizes.h"

namespace muster::spec {

using muster::v1::SubmitJob;

namespace {

constexpr const char* kNoCommand
    = "Specify the command either as arguments after '--', or as one --command for /bin/sh -c; an "
      "--image may have a default command";

// Reads the job part by part and goes on after a defect, so that a form can show all of them.
class Planner {
public:
    Planner(const JobText& text, TerminalSize size) : m_text(text), m_size(size) {
        m_container.set_type(mesos::v1::ContainerInfo::MESOS);
        planResources();
        planCommand();
        planNumbers();
        planKillGrace();
        planConstraints();
        planContainer();
    }

    SubmitJob job;
    std::vector<Defect> defects;

private:
    void planResources();
    void planSingle(Part part, const Text& amount);
    void planCommand();
    void planEnvironment();
    void planNumbers();
    void planKillGrace();
    void planConstraints();
    void planContainer();
    void needImage();

    void say(Part part, std::string text, std::string flagText) {
        const auto same = [part](const Defect& other) { return other.part == part; };
        if (std::none_of(defects.begin(), defects.end(), same))
            defects.push_back({part, std::move(text), std::move(flagText)});
    }
    void say(Part part, const std::string& sentence) { say(part, sentence, sentence); }
    // `why` goes on after what was given.
    void refuse(Part part, const std::string& given, const char* why) {
        say(part, fmt::format("'{}' {}", given, why),
            fmt::format("'--{}={}' {}", rowOf(part).flag, given, why));
    }
    template <typename Add>
    void addAll(Part part, const Texts& texts, const Add& add, const char* why) {
        for (const auto& text : texts) {
            if (!add(m_container, text))
                refuse(part, text, why);
        }
    }

    const JobText& m_text;
    TerminalSize m_size;
    mesos::v1::ContainerInfo m_container; // until something is asked of it
};

void Planner::planSingle(Part part, const Text& amount) {
    if (!amount)
        return;
    if (part == Part::Memory && !mebibytesOf(*amount))
        refuse(part, *amount, kSizeRule);
    else if (const auto parsed = parseResources(fmt::format("{}:{}", rowOf(part).key, *amount));
             !parsed)
        say(part, parsed.error().message);
    else if (part == Part::Cpus && parsed->scalar(Resources::Cpus) == Milli{})
        refuse(part, *amount, "must be more than 0");
}

void Planner::planResources() {
    const bool single = m_text.gpus || m_text.cpus || m_text.memory;
    if (m_text.resources && single)
        return say(Part::Resources, "Use either resources or gpus, cpus and mem",
            "Use either --resources or --gpus, --cpus and --mem");
    planSingle(Part::Cpus, m_text.cpus);
    planSingle(Part::Memory, m_text.memory);
    planSingle(Part::Gpus, m_text.gpus);
    if (!defects.empty())
        return;
    auto text = m_text.resources.value_or(
        fmt::format("cpus:{};mem:{}", m_text.cpus.value_or("1"), m_text.memory.value_or("128")));
    if (m_text.gpus)
        text += ";gpus:" + *m_text.gpus;
    const auto parsed = parseResources(text);
    if (!parsed)
        return say(Part::Resources, parsed.error().message);
    *job.mutable_resources() = proto::toRow(*parsed);
}

// The first word without its folders, or the image's name without its tag.
std::string defaultName(const JobText& text) {
    const auto word = text.command ? text.command->substr(0, text.command->find(' '))
        : !text.argv.empty()       ? text.argv.front()
                                   : text.image.value_or("");
    auto name = word.substr(word.rfind('/') + 1);
    if (!text.command && text.argv.empty())
        name.resize(std::min(name.find_first_of(":@"), name.size()));
    return name.empty() ? "job" : name;
}

void Planner::planCommand() {
    const bool silent = !m_text.command && m_text.argv.empty();
    if (silent ? !m_text.image : m_text.command && !m_text.argv.empty())
        say(Part::Command,
            silent ? "Enter a command, or choose an image with a default command" : kNoCommand,
            kNoCommand);
    auto& command = *job.mutable_command();
    command.set_shell(m_text.command.has_value());
    if (!silent)
        command.set_value(m_text.command ? *m_text.command : m_text.argv.front());
    for (const auto& argument : m_text.argv)
        command.add_arguments(argument);
    for (const auto& uri : m_text.uris)
        command.add_uris()->set_value(uri);
    planEnvironment();
    job.set_image(m_text.image.value_or(""));
    job.set_name(m_text.name.value_or(defaultName(m_text)));
}

void Planner::planEnvironment() {
    for (const auto& text : m_text.env) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0) {
            refuse(Part::Env, text, "must be NAME=VALUE");
            continue;
        }
        auto& variable = *job.mutable_command()->mutable_environment()->add_variables();
        variable.set_name(text.substr(0, equals));
        variable.set_value(text.substr(equals + 1));
    }
}

void Planner::planNumbers() {
    const auto number = [this](Part part, const Text& text, int least, const char* why) {
        int value = 0;
        const auto* begin = text ? text->data() : nullptr;
        const auto* end = text ? begin + text->size() : nullptr;
        if (text) {
            const auto [rest, error] = std::from_chars(begin, end, value);
            if (error != std::errc{} || rest != end || value < least)
                refuse(part, *text, why);
        }
        return value;
    };
    job.set_priority(number(Part::Priority, m_text.priority, std::numeric_limits<int>::min(),
        "must be a whole number: jobs with a higher priority start first"));
    job.set_retries(number(Part::Retries, m_text.retries, 0,
        "must be a whole number: how many times it is restarted"));
    job.set_linked(m_text.linked);
}

void Planner::planKillGrace() {
    if (!m_text.killGrace)
        return;
    const auto grace = parseDuration(*m_text.killGrace);
    if (!grace || !jobs::isKillGrace(*grace))
        return refuse(Part::KillGrace, *m_text.killGrace,
            "must be a time with a unit, such as 30s or 5m: more than 0, at most 24h");
    job.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(proto::nanoseconds(*grace));
}

void Planner::planConstraints() {
    for (const auto& text : m_text.constraints) {
        const auto colon = text.find(':');
        if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
            refuse(Part::Constraints, text, "needs an attribute and a value, such as gpu:K40");
            continue;
        }
        auto& constraint = *job.add_constraints();
        constraint.set_attribute(text.substr(0, colon));
        constraint.set_value(text.substr(colon + 1));
    }
}

void Planner::needImage() {
    if (!m_text.image.value_or("").empty())
        return;
    const auto need = [this](Part part, bool wanted) {
        constexpr const char* why
            = "needs an image: without one a task uses the host's file system";
        if (wanted)
            say(part, fmt::format("This {}", why), fmt::format("--{} {}", rowOf(part).flag, why));
    };
    need(Part::ReadOnly, m_text.readOnly);
    need(Part::Tmpfs, !m_text.tmpfs.empty());
    need(Part::Volumes, !m_text.volumes.empty());
}

void Planner::planContainer() {
    needImage();
    const auto empty = m_container.ByteSizeLong();
    if (m_text.readOnly)
        m_container.mutable_linux_info()->set_read_only_root(true);
    addAll(Part::Tmpfs, m_text.tmpfs, addTmpfs,
        "is not an absolute path, with or without options as in /tmp:size=64m,mode=1777,exec");
    addAll(Part::Volumes, m_text.volumes, addVolume,
        "must be HOST:PATH, HOST:PATH:ro or HOST:PATH:rw, with absolute paths on the host and in "
        "the container");
    addAll(Part::Ulimits, m_text.ulimits, addUlimit,
        "must be NAME=SOFT or NAME=SOFT:HARD as in nofile=1024:4096, soft not above hard, -1 for "
        "unlimited");
    if (m_text.shmSize)
        addAll(Part::ShmSize, {*m_text.shmSize}, setSharedMemory,
            "must be a whole number of MiB: 64m or 1g");
    constexpr const char* noCapability = "is not a capability: use a name such as IPC_LOCK, or ALL";
    addAll(Part::CapDrop, m_text.capDrop, dropCapability, noCapability);
    addAll(Part::CapAdd, m_text.capAdd, addCapability, noCapability);
    if (m_text.terminal)
        askForTerminal(m_container, m_size);
    if (m_container.ByteSizeLong() > empty)
        *job.mutable_container() = m_container;
}

// The three single amounts if they say all of it.
void writeResources(const Resources& wanted, JobText& out) {
    Resources single;
    for (const auto kind : {Resources::Cpus, Resources::Mem, Resources::Gpus})
        single.setScalar(kind, wanted.scalar(kind));
    const auto cpus = single.scalar(Resources::Cpus);
    const auto memory = single.scalar(Resources::Mem);
    const auto gpus = single.scalar(Resources::Gpus);
    if (single != wanted || cpus == Milli{} || memory == Milli{}) {
        out.resources = wanted.text();
        return;
    }
    out.cpus = cpus.text();
    out.memory = memory.text();
    out.gpus = gpus == Milli{} ? std::nullopt : Text(gpus.text());
}

void writeCommand(const mesos::v1::CommandInfo& command, JobText& out) {
    if (command.shell()) {
        out.command = command.value();
    } else {
        out.argv.assign(command.arguments().begin(), command.arguments().end());
        if (out.argv.empty() && !command.value().empty())
            out.argv.push_back(command.value());
    }
    for (const auto& uri : command.uris())
        out.uris.push_back(uri.value());
    for (const auto& variable : command.environment().variables())
        out.env.push_back(variable.name() + "=" + variable.value());
}

Text unlessEmpty(const std::string& text) {
    return text.empty() ? std::nullopt : Text(text);
}

Text unlessZero(int number) {
    return number == 0 ? std::nullopt : Text(std::to_string(number));
}

// Whether the words say all of it.
bool isSame(const JobText& written, const SubmitJob& job) {
    const auto& window = job.container().tty_info().window_size();
    auto again = plan(written, job.user(), {window.rows(), window.columns()});
    if (!again)
        return false;
    auto wanted = job;
    *wanted.mutable_resources() = proto::toRow(proto::ofRow(job.resources()));
    if (!wanted.command().has_shell())
        wanted.mutable_command()->set_shell(wanted.command().shell());
    return google::protobuf::util::MessageDifferencer::Equals(*again, wanted);
}

} // namespace

void askForTerminal(mesos::v1::ContainerInfo& container, TerminalSize size) {
    container.set_type(mesos::v1::ContainerInfo::MESOS);
    auto& window = *container.mutable_tty_info()->mutable_window_size();
    window.set_rows(size.rows > 0 ? size.rows : 24);
    window.set_columns(size.columns > 0 ? size.columns : 80);
}

std::vector<Defect> defects(const JobText& job) {
    return Planner(job, {}).defects;
}

Result<SubmitJob> plan(const JobText& job, const std::string& caller, TerminalSize size) {
    Planner planner(job, size);
    if (!planner.defects.empty())
        return failure(planner.defects.front().flagText);
    planner.job.set_user(job.user.value_or(caller));
    return std::move(planner.job);
}

Written textOf(const SubmitJob& job) {
    Written out;
    auto& text = out.job;
    text.name = unlessEmpty(job.name());
    text.image = unlessEmpty(job.image());
    writeCommand(job.command(), text);
    if (const auto wanted = proto::ofRow(job.resources()); !wanted.empty())
        writeResources(wanted, text);
    for (const auto& constraint : job.constraints())
        text.constraints.push_back(constraint.attribute() + ":" + constraint.value());
    text.linked = job.linked();
    text.priority = unlessZero(job.priority());
    text.retries = unlessZero(job.retries());
    if (const auto& grace = job.kill_policy(); grace.has_grace_period())
        text.killGrace
            = durationText(proto::fromNanoseconds(grace.grace_period().nanoseconds()));
    text.user = unlessEmpty(job.user());
    writeContainer(job.container(), text);
    out.whole = isSame(text, job);
    return out;
}

} // namespace muster::spec

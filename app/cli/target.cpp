// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/target.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <span>

#include <fmt/ranges.h>

#include "app/cli/conversation.h"
#include "core/kernel/base/elapsed.h"
#include "core/kernel/base/nearest.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Job;
using muster::v1::Task;

namespace {

constexpr std::uint64_t kEndedRequest = 1;
constexpr std::uint32_t kEndedLimit = 1000;

bool runs(const Task& task) {
    return task.state() == Task::TASK_RUNNING || task.state() == Task::TASK_KILLING;
}

bool hasEnded(const auto& row) {
    return row.ended_ms() != 0;
}

std::string ago(std::int64_t milliseconds, Instant now) {
    return elapsedText(now - Instant(std::chrono::milliseconds(milliseconds))) + " ago";
}

Target targetOf(const Task& task) {
    return {task.framework_id(), task.id(), task.agent_id(), task.hostname()};
}

tl::unexpected<Error> ended(std::string_view what, const std::string& id, std::string_view state,
    std::int64_t at, const std::string& message, Instant now) {
    return failure(fmt::format("The {} '{}' ended {}: {}{}{}", what, id, ago(at, now), state,
                       message.empty() ? "" : ", ", message),
        Error::Kind::Conflict);
}

tl::unexpected<Error> unfit(const Task& task, Instant now) {
    if (hasEnded(task))
        return ended("task", task.id(), proto::word(task.state()), task.ended_ms(),
            task.why().empty() ? task.message() : task.why(), now);
    return failure(
        fmt::format("The task '{}' is not running: it is {}", task.id(), proto::word(task.state())),
        Error::Kind::Conflict);
}

Result<Target> targetOf(const Task& task, Wanted wanted, Instant now) {
    if (wanted == Wanted::Running && !runs(task))
        return unfit(task, now);
    return targetOf(task);
}

Result<Target> targetOf(const ClusterView& view, const Job& job, Wanted wanted, Instant now) {
    const auto task = view.tasks().find({job.framework_id(), job.task_id()});
    if (!job.task_id().empty() && task != view.tasks().end()
        && (wanted == Wanted::RanOrRuns || runs(task->second)))
        return targetOf(task->second);
    if (!job.task_id().empty() && wanted == Wanted::RanOrRuns)
        return Target{job.framework_id(), job.task_id(), job.agent_id(), view.node(job.agent_id())};
    if (job.ended_ms() != 0)
        return ended("job", job.id(), proto::word(job.state()), job.ended_ms(),
            job.why().empty() ? job.message() : job.why(), now);
    if (job.state() != Job::QUEUED)
        return failure(fmt::format("The job '{}' is not running: it is {}", job.id(),
                           proto::word(job.state())),
            Error::Kind::Conflict);
    const std::string_view why
        = job.wait_text().empty() ? proto::word(job.wait_reason()) : job.wait_text();
    return failure(fmt::format("The job '{}' {}{}{}. See 'muster jobs explain {}'", job.id(),
                       job.attempts() == 0 ? "has not started" : "is waiting for its next attempt",
                       why.empty() ? "" : ": ", why, job.id()),
        Error::Kind::Conflict);
}

bool isOf(const auto& row, const std::string& framework) {
    return framework.empty() || row.framework_id() == framework;
}

const Job* jobWithId(const ClusterView& view, const TaskName& name) {
    const auto job = view.jobs().find(name.typed);
    return job != view.jobs().end() && isOf(job->second, name.framework) ? &job->second : nullptr;
}

bool isOfJob(const ClusterView& view, const Task& task) {
    return std::ranges::any_of(view.jobs(), [&](const auto& entry) {
        return entry.second.task_id() == task.id()
            && entry.second.framework_id() == task.framework_id();
    });
}

// By their id, else by their name or that of their job. Those that run before those that have
// ended, the newest first.
std::vector<const Task*> tasksOf(const ClusterView& view, const TaskName& name) {
    std::vector<const Task*> withId;
    std::vector<const Task*> withName;
    const auto jobHas = [&](const Task& task) {
        return std::any_of(view.jobs().begin(), view.jobs().end(), [&](const auto& entry) {
            const Job& job = entry.second;
            return job.name() == name.typed && job.task_id() == task.id()
                && job.framework_id() == task.framework_id();
        });
    };
    for (const auto& [key, task] : view.tasks()) {
        if (!isOf(task, name.framework))
            continue;
        if (task.id() == name.typed)
            withId.push_back(&task);
        else if (task.name() == name.typed || jobHas(task))
            withName.push_back(&task);
    }
    auto& out = withId.empty() ? withName : withId;
    std::stable_sort(out.begin(), out.end(), [](const Task* a, const Task* b) {
        return std::pair(hasEnded(*a), -a->created_ms())
            < std::pair(hasEnded(*b), -b->created_ms());
    });
    return std::move(out);
}

// An id says which, unless several frameworks have it.
tl::unexpected<Error> ambiguous(const std::string& typed, std::span<const Task* const> tasks) {
    std::vector<std::string> words;
    for (const auto* task : tasks) {
        const bool isAlone = std::ranges::count(tasks, task->id(), &Task::id) == 1;
        words.push_back(isAlone
                ? task->id()
                : fmt::format("{} --framework={}", task->id(), task->framework_id()));
    }
    return failure(fmt::format(
        "{} tasks are named '{}': choose one, {}", tasks.size(), typed, fmt::join(words, " or ")));
}

// "job-7 (running, submitted 5 min ago)", the newest first.
tl::unexpected<Error> ambiguous(
    const std::string& typed, std::vector<const Job*> jobs, Instant now) {
    constexpr std::size_t kMostNamed = 5;
    std::ranges::stable_sort(jobs, std::greater(), &Job::submitted_ms);
    std::vector<std::string> words;
    for (const auto* job : std::span(jobs).first(std::min(jobs.size(), kMostNamed)))
        words.push_back(fmt::format("{} ({}, submitted {})", job->id(), proto::word(job->state()),
            ago(job->submitted_ms(), now)));
    return failure(fmt::format("{} jobs are named '{}': use the id of one, {}{}", jobs.size(),
        typed, fmt::join(words, " or "), jobs.size() > kMostNamed ? " or an older one" : ""));
}

// Of jobs and tasks that have not ended.
std::vector<std::string> near(const ClusterView& view, const TaskName& name) {
    std::vector<std::string> names;
    for (const auto& [id, job] : view.jobs()) {
        if (job.ended_ms() == 0 && isOf(job, name.framework))
            names.insert(names.end(), {id, job.name()});
    }
    for (const auto& [key, task] : view.tasks()) {
        if (!hasEnded(task) && isOf(task, name.framework))
            names.insert(names.end(), {task.id(), task.name()});
    }
    return nearestNames(name.typed, std::move(names));
}

tl::unexpected<Error> unknown(const TaskName& name, const std::vector<std::string>& near) {
    return failure(
        fmt::format("No job or task '{}'{}{}", name.typed,
            name.framework.empty() ? "" : fmt::format(" of framework '{}'", name.framework),
            near.empty() ? ": see 'muster jobs' and 'muster tasks'"
                         : fmt::format(". Did you mean '{}'?", fmt::join(near, "' or '"))),
        Error::Kind::NotFound);
}

} // namespace

Instant now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

Flag frameworkFlag(std::string& into) {
    return {"--framework", &into, "The framework, if several have a task of this name", "ID"};
}

bool isJobId(std::string_view typed) {
    constexpr std::string_view kPrefix = "job-";
    return typed.starts_with(kPrefix) && typed.size() > kPrefix.size()
        && typed.find_first_not_of("0123456789", kPrefix.size()) == std::string_view::npos;
}

Result<const Job*> findJob(const ClusterView& view, const TaskName& name, Instant now) {
    if (const auto* job = jobWithId(view, name))
        return job;
    std::vector<const Job*> named;
    for (const auto& [id, job] : view.jobs()) {
        if (job.name() == name.typed && isOf(job, name.framework))
            named.push_back(&job);
    }
    if (named.size() > 1) {
        const auto isOpen = [](const Job* job) { return !hasEnded(*job); };
        if (std::ranges::count_if(named, isOpen) != 1)
            return ambiguous(name.typed, std::move(named), now);
        return *std::ranges::find_if(named, isOpen);
    }
    return named.empty() ? nullptr : named.front();
}

Result<Target> findTarget(
    const ClusterView& view, const TaskName& name, Wanted wanted, Instant now) {
    if (const auto* job = jobWithId(view, name))
        return targetOf(view, *job, wanted, now);
    const auto found = tasksOf(view, name);
    const bool isTask = std::ranges::any_of(found, [&](const Task* task) {
        return task->id() == name.typed || (!hasEnded(*task) && !isOfJob(view, *task));
    });
    const auto job = isTask ? Result<const Job*>(nullptr) : findJob(view, name, now);
    if (!job)
        return tl::unexpected(job.error());
    if (*job)
        return targetOf(view, **job, wanted, now);
    if (found.empty())
        return unknown(name, near(view, name));
    const auto live
        = std::ranges::count_if(found, [](const Task* task) { return !hasEnded(*task); });
    if (live > 1)
        return ambiguous(name.typed, std::span(found).first(static_cast<std::size_t>(live)));
    return targetOf(*found.front(), wanted, now);
}

tl::expected<ClusterView, ExitCode> lookAround(
    const net::WebSocketClientOptions& master, const CliContext& here) {
    muster::v1::Request request;
    request.mutable_subscribe()->set_once(true);
    ClusterView view;
    Conversation conversation(master, here);
    conversation.keepErrors();
    const auto code
        = conversation.run({request}, [&](Conversation&, const muster::v1::Message& message) {
              view.apply(message);
              return view.hasSnapshot() || message.has_reply() ? std::optional(ExitCode::Ok)
                                                               : std::nullopt;
          });
    if (code != ExitCode::Ok)
        return tl::unexpected(code);
    return view;
}

tl::expected<ClusterView, ExitCode> askForTasks(
    const net::WebSocketClientOptions& master, const CliContext& here) {
    std::vector<muster::v1::Request> requests(2);
    requests[0].mutable_subscribe()->set_once(true);
    requests[1].set_id(kEndedRequest);
    requests[1].mutable_query_ended()->set_limit(kEndedLimit);
    ClusterView view;
    muster::v1::Message ended;
    const auto code = Conversation(master, here)
                          .run(requests, [&](Conversation&, const muster::v1::Message& message) {
                              if (message.reply().has_ended())
                                  ended = message;
                              else
                                  view.apply(message);
                              return ended.has_reply() && view.hasSnapshot()
                                  ? std::optional(ExitCode::Ok)
                                  : std::nullopt;
                          });
    if (code != ExitCode::Ok)
        return tl::unexpected(code);
    view.apply(ended);
    return view;
}

tl::expected<Target, ExitCode> askForTarget(const net::WebSocketClientOptions& master,
    const CliContext& here, const TaskName& name, Wanted wanted) {
    const auto view = askForTasks(master, here);
    if (!view)
        return tl::unexpected(view.error());
    auto target = findTarget(*view, name, wanted, now());
    if (!target)
        return tl::unexpected(fail(here, target.error(), exitCodeOf(target.error().kind)));
    return std::move(*target);
}

ExitCode failUnknown(const net::WebSocketClientOptions& master, const CliContext& here,
    const TaskName& name, const muster::v1::Error& said) {
    const auto names = near(lookAround(master, here).value_or(ClusterView()), name);
    return names.empty() ? fail(here, said)
                         : fail(here, unknown(name, names).value(), ExitCode::NotFound);
}

ExitCode askAboutJob(const MasterFlags& flags, const CliContext& here, const std::string& job,
    muster::v1::Request request, const std::function<ExitCode(const muster::v1::Reply&)>& answer) {
    const auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    request.set_id(1);
    std::optional<muster::v1::Error> notFound;
    Conversation conversation(*master, here);
    conversation.keepErrors();
    const auto code = conversation.run({request},
        [&](Conversation&, const muster::v1::Message& message) -> std::optional<ExitCode> {
            const auto& reply = message.reply();
            if (!message.has_reply())
                return std::nullopt;
            if (!reply.has_error())
                return answer(reply);
            if (reply.error().kind() != muster::v1::Error::NOT_FOUND)
                return fail(here, reply.error());
            notFound = reply.error();
            return ExitCode::NotFound;
        });
    return notFound ? failUnknown(*master, here, {job}, *notFound) : code;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/target.h"

#include <algorithm>
#include <chrono>

#include <fmt/ranges.h>

#include "app/cli/conversation.h"
#include "core/kernel/base/nearest.h"

namespace muster::cli {

using muster::v1::Job;
using muster::v1::Task;

namespace {

constexpr std::uint64_t kEndedRequest = 1;
constexpr std::uint32_t kEndedLimit = 1000;

bool runs(const Task& task) {
    return task.state() == "TASK_RUNNING" || task.state() == "TASK_KILLING";
}

bool hasEnded(const Task& task) {
    return task.ended_ms() != 0;
}

std::string ago(std::int64_t milliseconds, Instant now) {
    const auto since = now - Instant(std::chrono::milliseconds(milliseconds));
    const auto seconds = std::max<std::int64_t>(
        std::chrono::duration_cast<std::chrono::seconds>(since).count(), 0);
    return seconds < 120   ? fmt::format("{} s ago", seconds)
        : seconds < 7200   ? fmt::format("{} min ago", seconds / 60)
        : seconds < 172800 ? fmt::format("{} h ago", seconds / 3600)
                           : fmt::format("{} days ago", seconds / 86400);
}

Target targetOf(const Task& task) {
    return {task.framework_id(), task.id(), task.agent_id(), task.hostname()};
}

tl::unexpected<Error> ended(std::string_view what, const std::string& id, const std::string& state,
    std::int64_t at, const std::string& message, Instant now) {
    return failure(fmt::format("The {} '{}' ended {}: {}{}{}", what, id, ago(at, now), state,
                       message.empty() ? "" : ", ", message),
        Error::Kind::Conflict);
}

tl::unexpected<Error> unfit(const Task& task, Instant now) {
    if (hasEnded(task))
        return ended("task", task.id(), task.state(), task.ended_ms(),
            task.why().empty() ? task.message() : task.why(), now);
    return failure(fmt::format("The task '{}' does not run: it is {}", task.id(), task.state()),
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
    if (job.ended_ms() != 0 && wanted == Wanted::Running)
        return ended("job", job.id(), job.state(), job.ended_ms(),
            job.why().empty() ? job.message() : job.why(), now);
    if (!job.task_id().empty() && wanted == Wanted::RanOrRuns)
        return Target{job.framework_id(), job.task_id(), job.agent_id(), view.node(job.agent_id())};
    const auto& why = job.wait_text().empty() ? job.wait_reason() : job.wait_text();
    return failure(fmt::format("The job '{}' does not run: it is {}{}{}", job.id(), job.state(),
                       why.empty() ? "" : ", ", why),
        Error::Kind::Conflict);
}

// Those that run before those that have ended, the newest first.
std::vector<const Task*> named(const ClusterView& view, const std::string& name) {
    std::vector<const Task*> out;
    const auto jobHas = [&](const Task& task) {
        return std::any_of(view.jobs().begin(), view.jobs().end(), [&](const auto& entry) {
            const Job& job = entry.second;
            return job.name() == name && job.task_id() == task.id()
                && job.framework_id() == task.framework_id();
        });
    };
    for (const auto& [key, task] : view.tasks()) {
        if (task.name() == name || jobHas(task))
            out.push_back(&task);
    }
    std::stable_sort(out.begin(), out.end(), [](const Task* a, const Task* b) {
        return std::pair(hasEnded(*a), -a->created_ms())
            < std::pair(hasEnded(*b), -b->created_ms());
    });
    return out;
}

tl::unexpected<Error> unknown(const ClusterView& view, const std::string& typed) {
    std::vector<std::string> names;
    for (const auto& [id, job] : view.jobs()) {
        if (job.ended_ms() == 0)
            names.insert(names.end(), {id, job.name()});
    }
    for (const auto& [key, task] : view.tasks()) {
        if (!hasEnded(task))
            names.insert(names.end(), {task.id(), task.name()});
    }
    const auto near = nearestNames(typed, std::move(names));
    return failure(
        fmt::format("No job or task '{}'{}", typed,
            near.empty() ? ": 'muster jobs' and 'muster tasks' list them"
                         : fmt::format(". Did you mean '{}'?", fmt::join(near, "' or '"))),
        Error::Kind::NotFound);
}

} // namespace

Result<Target> findTarget(
    const ClusterView& view, const std::string& typed, Wanted wanted, Instant now) {
    if (const auto job = view.jobs().find(typed); job != view.jobs().end())
        return targetOf(view, job->second, wanted, now);
    std::vector<const Task*> found;
    for (const auto& [key, task] : view.tasks()) {
        if (key.second == typed)
            found.push_back(&task);
    }
    if (found.empty())
        found = named(view, typed);
    if (found.empty()) {
        for (const auto& [id, job] : view.jobs()) {
            if (job.name() == typed && job.ended_ms() == 0)
                return targetOf(view, job, wanted, now);
        }
        return unknown(view, typed);
    }
    std::vector<std::string> live;
    for (const auto* task : found) {
        if (!hasEnded(*task))
            live.push_back(task->id());
    }
    if (live.size() > 1)
        return failure(fmt::format("{} tasks go by '{}': give the id of one of {}", live.size(),
            typed, fmt::join(live, ", ")));
    return targetOf(*found.front(), wanted, now);
}

tl::expected<Target, ExitCode> askForTarget(const net::WebSocketClientOptions& master,
    const Surroundings& here, const std::string& typed, Wanted wanted) {
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
    const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    auto target = findTarget(view, typed, wanted, now);
    if (!target)
        return tl::unexpected(fail(here, target.error(), exitCodeOf(target.error().kind)));
    return std::move(*target);
}

} // namespace muster::cli

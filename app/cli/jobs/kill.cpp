// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/kill.h"

#include <algorithm>
#include <ostream>

#include <fmt/ranges.h>

#include "app/cli/confirm.h"
#include "app/cli/operator_command.h"
#include "app/cli/target.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"

namespace muster::cli {

using muster::v1::Job;
using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::size_t kMostNamed = 5;

std::string withName(const char* what, const std::string& id, const std::string& name) {
    return name.empty() || name == id
        ? fmt::format("{} '{}'", what, escaped(id))
        : fmt::format("{} '{}' ({})", what, escaped(id), escaped(name));
}

// By a job's id, or the name of the only one that has not ended; null: it is no job's.
const Job* findJob(const ClusterView& view, const std::string& typed) {
    if (const auto job = view.jobs().find(typed); job != view.jobs().end())
        return &job->second;
    std::vector<const Job*> named;
    for (const auto& [id, job] : view.jobs()) {
        if (job.name() == typed && job.ended_ms() == 0)
            named.push_back(&job);
    }
    return named.size() == 1 ? named.front() : nullptr;
}

// What the master takes it for.
std::string describe(
    const ClusterView& view, const std::string& typed, const std::string& framework) {
    const auto* job = framework.empty() ? findJob(view, typed) : nullptr;
    if (job)
        return withName("job", job->id(), job->name());
    const auto task = std::ranges::find_if(view.tasks(), [&](const auto& entry) {
        return entry.first.second == typed && (framework.empty() || entry.first.first == framework);
    });
    return task == view.tasks().end() ? fmt::format("'{}'", escaped(typed))
                                      : withName("task", typed, task->second.name());
}

} // namespace

std::string killQuestion(
    const ClusterView& view, const std::vector<std::string>& ids, const std::string& framework) {
    if (ids.size() > kMostNamed)
        return fmt::format("Kill {} jobs and tasks?", ids.size());
    std::vector<std::string> all;
    for (const auto& id : ids)
        all.push_back(describe(view, id, framework));
    const auto last = std::move(all.back());
    all.pop_back();
    return all.empty() ? fmt::format("Kill {}?", last)
                       : fmt::format("Kill {} and {}?", fmt::join(all, ", "), last);
}

// Request 2n + 1 asks for the n-th id as a job, 2n + 2 as a task.
CommandLine Kill::line() {
    CommandLine line;
    line.flags = {
        reasonFlag(m_reason),
        frameworkFlag(m_framework),
        yesFlag(m_yes),
    };
    line.arguments = {
        {"JOB_OR_TASK", &m_ids, "Ids or names of jobs, or ids of tasks", true, Names::OpenTasks}};
    m_master.addTo(line);
    line.examples = "  muster kill job-1 train\n  muster kill gpu-test --reason='wrong data' --yes";
    return line;
}

ExitCode Kill::run(const CliContext& here) {
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    if (const auto over = ask(*master, here))
        return *over;
    std::vector<Request> requests;
    for (std::size_t i = 0; i < m_ids.size(); ++i)
        requests.push_back(m_framework.empty() ? killJob(i, here) : killTask(i, here));
    Conversation conversation(*master, here);
    conversation.keepErrors();
    auto code = conversation.run(requests, [&](Conversation& self, const Message& message) {
        return message.has_reply() ? answer(self, message.reply(), here) : std::nullopt;
    });
    for (const auto& [id, said] : m_unknown)
        code = failUnknown(*master, here, {id, m_framework}, said);
    return code;
}

Request Kill::killJob(std::size_t position, const CliContext& here) const {
    Request request;
    request.set_id(2 * position + 1);
    auto& kill = *request.mutable_kill_job();
    kill.set_job_id(m_ids[position]);
    kill.set_reason(m_reason);
    kill.set_author(authorOf(here));
    return request;
}

Request Kill::killTask(std::size_t position, const CliContext& here) const {
    Request request;
    request.set_id(2 * position + 2);
    auto& kill = *request.mutable_kill_task();
    kill.set_framework_id(m_framework);
    kill.set_task_id(m_ids[position]);
    kill.set_reason(m_reason);
    kill.set_author(authorOf(here));
    return request;
}

std::optional<ExitCode> Kill::ask(
    const net::WebSocketClientOptions& master, const CliContext& here) const {
    ClusterView view;
    if (!m_yes && isTerminal(here.input)) {
        auto asked = askForCluster(master, here);
        if (!asked)
            return asked.error();
        view = std::move(*asked);
    }
    return confirm(here, CommandKind::KillJob, m_yes, killQuestion(view, m_ids, m_framework));
}

std::optional<ExitCode> Kill::answer(
    Conversation& conversation, const muster::v1::Reply& reply, const CliContext& here) {
    const std::size_t position = (reply.id() - 1) / 2;
    if (reply.id() == 0 || position >= m_ids.size())
        return std::nullopt;
    const bool asJob = reply.id() % 2 == 1;
    if (asJob && reply.has_error() && reply.error().kind() == muster::v1::Error::NOT_FOUND) {
        conversation.send(killTask(position, here));
        return std::nullopt;
    }
    if (reply.has_error() && reply.error().kind() == muster::v1::Error::NOT_FOUND)
        m_unknown.emplace_back(m_ids[position], reply.error());
    else if (reply.has_error())
        m_worst = fail(here, reply.error());
    else
        here.out << fmt::format(
            "Asked to kill {} '{}'\n", asJob ? "job" : "task", escaped(m_ids[position]));
    return ++m_answered == m_ids.size() ? std::optional(m_worst) : std::nullopt;
}

} // namespace muster::cli

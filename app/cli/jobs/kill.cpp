// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/kill.h"

#include <algorithm>
#include <ostream>

#include <fmt/ranges.h>

#include "app/cli/confirm.h"
#include "app/cli/operator_command.h"
#include "app/cli/target.h"
#include "app/cli/text.h"
#include "core/proto/job.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Agent;
using muster::v1::Job;
using muster::v1::Message;
using muster::v1::Request;
using muster::v1::Task;

namespace {

constexpr std::size_t kMostNamed = 5;

std::string withName(const char* what, const std::string& id, const std::string& name) {
    return name.empty() || name == id
        ? fmt::format("{} '{}'", what, escaped(id))
        : fmt::format("{} '{}' ({})", what, escaped(id), escaped(name));
}

// What the master takes it for; null: it is none that it has told of.
const Job* jobNamed(
    const ClusterView& view, const std::string& typed, const std::string& framework) {
    return framework.empty() ? findJob(view, {typed}, now()).value_or(nullptr) : nullptr;
}

const Task* taskNamed(
    const ClusterView& view, const std::string& typed, const std::string& framework) {
    const auto task = std::ranges::find_if(view.tasks(), [&](const auto& entry) {
        return entry.first.second == typed && (framework.empty() || entry.first.first == framework);
    });
    return task == view.tasks().end() ? nullptr : &task->second;
}

std::string describe(
    const ClusterView& view, const std::string& typed, const std::string& framework) {
    if (const auto* job = jobNamed(view, typed, framework))
        return withName("job", job->id(), job->name());
    const auto* task = taskNamed(view, typed, framework);
    return task ? withName("task", typed, task->name()) : fmt::format("'{}'", escaped(typed));
}

// Why the kill happens later; empty: it does not.
std::string noteOf(
    const ClusterView& view, const std::string& typed, const std::string& framework, bool isJob) {
    const auto* job = isJob ? jobNamed(view, typed, framework) : nullptr;
    const auto* task = isJob ? nullptr : taskNamed(view, typed, framework);
    const bool runs
        = job ? job->ended_ms() == 0 && !proto::isWaiting(*job) : task && task->ended_ms() == 0;
    const auto* node = runs ? view.agent(job ? job->agent_id() : task->agent_id()) : nullptr;
    if (!node || node->state() == Agent::ACTIVE || node->state() == Agent::NO_STATE)
        return {};
    return fmt::format("Its node {} is {}: the kill is recorded, and happens when the node is back",
        escaped(node->hostname()), proto::word(node->state()));
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
    line.examples
        = "  muster kill job-1 train\n  muster kill gpu-test --reason='wrong data' --yes\n"
          "Of several jobs of one name the only one that has not ended is meant; if there "
          "is not exactly\none, they are listed and nothing is killed";
    return line;
}

ExitCode Kill::run(const CliContext& here) {
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    auto view = lookAround(*master, here);
    if (!view)
        return view.error();
    m_view = std::move(*view);
    if (const auto clear = checkNames(); !clear)
        return fail(here, clear.error(), exitCodeOf(clear.error().kind));
    const auto question = killQuestion(m_view, m_ids, m_framework);
    if (const auto over = confirm(here, CommandKind::KillJob, m_yes, question))
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

Status Kill::checkNames() const {
    if (!m_framework.empty())
        return {}; // only tasks are meant
    for (const auto& id : m_ids) {
        if (const auto job = findJob(m_view, {id}, now()); !job)
            return tl::unexpected(job.error());
    }
    return {};
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
    else {
        const auto note = noteOf(m_view, m_ids[position], m_framework, asJob);
        here.out << fmt::format("Asked to kill {} '{}'\n{}{}", asJob ? "job" : "task",
            escaped(m_ids[position]), note, note.empty() ? "" : "\n");
    }
    return ++m_answered == m_ids.size() ? std::optional(m_worst) : std::nullopt;
}

} // namespace muster::cli

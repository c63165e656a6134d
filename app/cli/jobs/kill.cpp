// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/kill.h"

#include <ostream>

#include "app/cli/confirm.h"
#include "app/cli/order.h"
#include "app/cli/text.h"

namespace muster::cli {

using muster::v1::Message;
using muster::v1::Request;

// Request 2n + 1 asks for the n-th id as a job, 2n + 2 as a task.
CommandLine Kill::line() {
    CommandLine line;
    line.flags = {
        {"--reason", &m_reason, "Why, for those who ask what ended them", "TEXT"}, yesFlag(m_yes)};
    line.arguments = {{"JOB_OR_TASK", &m_ids, "Ids or names of jobs, or ids of tasks"}};
    m_master.addTo(line);
    line.examples = "  muster kill job-1 train\n  muster kill gpu-test --reason='wrong data'";
    return line;
}

ExitCode Kill::run(const Surroundings& here) {
    if (const auto over = confirm(here, m_yes, {}))
        return *over;
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    std::vector<Request> requests;
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        auto& request = requests.emplace_back();
        request.set_id(2 * i + 1);
        auto& kill = *request.mutable_kill_job();
        kill.set_job_id(m_ids[i]);
        kill.set_reason(m_reason);
        kill.set_author(authorOf(here));
    }
    Conversation conversation(std::move(*master), here);
    conversation.keepErrors();
    return conversation.run(requests, [&](Conversation& self, const Message& message) {
        return message.has_reply() ? answer(self, message.reply(), here) : std::nullopt;
    });
}

std::optional<ExitCode> Kill::answer(
    Conversation& conversation, const muster::v1::Reply& reply, const Surroundings& here) {
    const std::size_t position = (reply.id() - 1) / 2;
    if (reply.id() == 0 || position >= m_ids.size())
        return std::nullopt;
    const bool asJob = reply.id() % 2 == 1;
    if (asJob && reply.has_error() && reply.error().kind() == "not_found") {
        Request request;
        request.set_id(reply.id() + 1);
        auto& kill = *request.mutable_kill_task();
        kill.set_task_id(m_ids[position]);
        kill.set_reason(m_reason);
        kill.set_author(authorOf(here));
        conversation.send(request);
        return std::nullopt;
    }
    if (reply.has_error())
        m_worst = fail(here, reply.error());
    else
        here.out << fmt::format(
            "Asked to kill {} '{}'\n", asJob ? "job" : "task", escaped(m_ids[position]));
    return ++m_answered == m_ids.size() ? std::optional(m_worst) : std::nullopt;
}

} // namespace muster::cli

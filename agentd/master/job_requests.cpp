// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_requests.h"

#include <utility>

#include <spdlog/spdlog.h>

#include "agentd/master/control_journal.h"

namespace muster::agentd {

std::uint64_t JobRequests::addSubmission(
    const jobs::JobSpec& spec, std::string author, Submitted done) {
    return m_open.add(
        [this, author = std::move(author),
            what
            = spec.user.empty() ? spec.name : fmt::format("{}, as user {}", spec.name, spec.user),
            done = std::move(done)](Result<JobId> job, bool again) {
            if (job && !again) {
                m_batch.audit(author, "submit", job->value, what);
                m_batch.put(lastJobRecord(*job));
            }
            m_batch.whenDurable([done, job = std::move(job), again] { done(job, again); });
        });
}

std::uint64_t JobRequests::addCommand(
    CommandKind command, std::string author, std::string detail, Done done) {
    return m_open.add([this, command, author = std::move(author), detail = std::move(detail),
                          done = std::move(done)](const Result<JobId>& job, bool) {
        if (job) {
            m_batch.audit(author, std::string(info(command).name), job->value, detail);
        }
        m_batch.whenDurable([done, status = job ? Status() : Status(tl::unexpected(job.error()))] {
            done(status);
        });
    });
}

std::uint64_t JobRequests::addRun() {
    return m_open.add([this](const Result<JobId>& job, bool) {
        if (job) {
            m_batch.put(lastJobRecord(*job));
        } else { // schedules are checked as their runs will be
            spdlog::error("A run of a schedule was refused: {}", job.error().message);
        }
    });
}

void JobRequests::onAnswer(jobs::Answer answer) {
    if (const auto take = m_open.take(answer.request)) {
        (*take)(std::move(answer.job), answer.again);
    }
}

void JobRequests::refuseAll(const Error& why) {
    for (const auto& take : m_open.takeAll()) {
        take(tl::unexpected(why), false);
    }
}

} // namespace muster::agentd

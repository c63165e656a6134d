// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/jobs/scheduler_state.h"
#include "core/kernel/jobs/validate.h"

namespace muster::jobs {
namespace {

constexpr Duration kFailoverTimeout = std::chrono::weeks(1);

std::string heldText(const Hold& hold) {
    return fmt::format("held by {}{}{}", hold.author, hold.reason.empty() ? "" : ": ", hold.reason);
}

void sayHeld(Job& job) {
    if (job.hold) {
        job.waiting = WaitReason::Held;
        job.waitText = heldText(*job.hold);
    }
}

cluster::FrameworkInfo frameworkInfo(const FrameworkId& id, const std::string& user) {
    cluster::FrameworkInfo info;
    info.id = id;
    info.name = "muster-jobs";
    info.user = user;
    info.failoverTimeout = kFailoverTimeout;
    info.eager = true; // a job that waits is not to wait for a round as well
    info.capabilities = {cluster::Capability::GpuResources, cluster::Capability::PartitionAware,
        cluster::Capability::TaskKillingState};
    return info;
}

} // namespace

JobId jobOf(const TaskId& task) {
    return {task.value.substr(0, task.value.rfind('.'))};
}

Scheduler::State::State(JobsOptions options, RecoveredJobs recovered, Now now)
    : m_options(std::move(options)), m_framework(std::move(recovered.framework)),
      m_jobs(recovered.nextNumber), m_now(now) {
    std::ranges::sort(recovered.jobs, {}, [](const Job& job) {
        return std::pair(job.ended.value_or(job.submitted), numberOf(job.id));
    });
    for (auto& job : recovered.jobs) {
        auto& kept = m_jobs.recover(std::move(job));
        if (isTerminal(kept.state)) {
            continue;
        }
        if (!kept.launched) {
            kept.state = JobState::Queued;
        }
        sayHeld(kept);
        if (kept.notBefore) {
            m_queue.restUntil(kept, m_now.uptimeAt(*kept.notBefore, kLongestPause));
        }
        enqueue(kept);
    }
}

void Scheduler::State::on(const Connected&) {
    m_subscribed = false;
    m_maySubscribe = true;
}

void Scheduler::State::on(const Disconnected&) {
    m_subscribed = false;
    m_maySubscribe = false;
}

void Scheduler::State::on(const FromMaster& input) {
    std::visit([this](const auto& event) { on(event); }, input.event);
}

void Scheduler::State::on(const Submit& input) {
    if (const auto valid = validate(input.spec); !valid) {
        m_out.push_back(Answer{input.request, tl::unexpected(valid.error())});
        return;
    }
    if (const auto* before = m_jobs.submittedBefore(input.key, m_now)) {
        if (before->spec != input.spec) {
            return refuse(input.request,
                fmt::format(
                    "This key was used for another job, {}: take a new one", before->id.value),
                Error::Kind::Conflict);
        }
        m_out.push_back(Answer{input.request, before->id, true});
        return;
    }
    const auto& job = m_jobs.add(input.spec, input.key, m_now);
    enqueue(job);
    happened(JobAdded{job.id});
    m_out.push_back(Answer{input.request, job.id});
}

void Scheduler::State::refuse(std::uint64_t request, std::string why, Error::Kind kind) {
    m_out.push_back(Answer{request, failure(std::move(why), kind)});
}

Job* Scheduler::State::findToAnswer(std::uint64_t request, const JobId& id) {
    auto* job = m_jobs.find(id);
    if (!job) {
        refuse(request, fmt::format("No job '{}'", id.value), Error::Kind::NotFound);
        return nullptr;
    }
    if (isTerminal(job->state)) {
        refuse(request,
            fmt::format("Job '{}' has already ended: {}", id.value, wireName(job->state)),
            Error::Kind::Conflict);
        return nullptr;
    }
    return job;
}

void Scheduler::State::on(const KillJob& input) {
    auto* job = findToAnswer(input.request, input.job);
    if (!job) {
        return;
    }
    const auto id = job->id;
    if (!job->killing) {
        job->killedBy
            = {input.author.empty() ? std::string("operator") : input.author, input.reason};
    }
    if (job->launched) {
        job->killing = true;
        updated(*job);
        if (m_subscribed) {
            kill(*job);
        }
    } else {
        job->message = input.author.empty()
            ? std::string("Killed before it started")
            : fmt::format("Killed by {} before it started", input.author);
        end(*job, JobState::Killed);
    }
    m_out.push_back(Answer{input.request, id});
}

void Scheduler::State::on(const HoldJob& input) {
    auto* job = findToAnswer(input.request, input.job);
    if (!job) {
        return;
    }
    if (job->launched) {
        refuse(input.request,
            fmt::format("Job '{}' {}: only a job that waits can be held", job->id.value,
                job->started ? "runs already" : "is being started"),
            Error::Kind::Conflict);
        return;
    }
    if (job->hold) {
        refuse(input.request,
            fmt::format("Job '{}' is already {}", job->id.value, heldText(*job->hold)),
            Error::Kind::Conflict);
        return;
    }
    m_queue.remove(*job);
    job->hold
        = {input.author.empty() ? std::string("operator") : input.author, input.reason, m_now};
    sayHeld(*job);
    enqueue(*job);
    updated(*job);
    m_out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::on(const ReleaseJob& input) {
    auto* job = findToAnswer(input.request, input.job);
    if (!job) {
        return;
    }
    if (!job->hold) {
        refuse(input.request, fmt::format("Job '{}' is not held", job->id.value),
            Error::Kind::Conflict);
        return;
    }
    m_queue.remove(*job);
    job->hold.reset();
    job->waiting = WaitReason::None;
    job->waitText.clear();
    if (m_queue.rests(*job, m_now.uptime)) {
        job->waiting = WaitReason::BackOff;
        job->waitText = fmt::format("rests until {}", isoTime(*job->notBefore));
    } else {
        job->notBefore.reset();
        m_queue.endRest(*job);
    }
    enqueue(*job);
    updated(*job);
    m_out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::kill(const Job& job) {
    call(cluster::Kill{.task = *job.task, .grace = {}, .agent = {}, .by = job.killedBy});
}

void Scheduler::State::on(const Tick&) {
    while (const auto number = m_queue.rested(m_now.uptime)) {
        auto& job = m_jobs.at(*number);
        m_queue.remove(job);
        job.notBefore.reset();
        m_queue.endRest(job);
        job.waiting = WaitReason::None;
        job.waitText.clear();
        enqueue(job);
        updated(job);
    }
}

void Scheduler::State::on(const cluster::Subscribed& event) {
    m_subscribed = true;
    m_suppressed = false;
    m_filtered = true; // those of an earlier connection may still hold
    m_queue.setFresh();
    if (m_framework != event.framework) {
        m_framework = event.framework;
        m_out.push_back(FrameworkNamed{m_framework});
    }
    cluster::Reconcile reconcile;
    for (const auto number : m_queue.live()) {
        reconcile.tasks.push_back({*m_jobs.at(number).task, {}});
    }
    // An empty list would ask about everything.
    if (!reconcile.tasks.empty()) {
        call(std::move(reconcile));
    }
    for (const auto number : m_queue.live()) {
        if (const auto& job = m_jobs.at(number); job.killing) {
            kill(job);
        }
    }
}

void Scheduler::State::on(const cluster::Update& event) {
    const auto& status = event.status;
    // Of an older attempt, or of a job that has ended: it changes nothing.
    if (auto* job = m_jobs.find(jobOf(status.task));
        job && job->launched && job->task == status.task) {
        follow(*job, status);
    }
    if (status.uuid) {
        call(cluster::Acknowledge{status.agent, status.task, *status.uuid});
    }
}

void Scheduler::State::on(const cluster::AgentLost& event) {
    m_seen.lose(event.agent);
}

void Scheduler::State::on(const AgentClosed& input) {
    m_seen.close(input);
}

// An identity that was removed is at its end: its tasks are killed, and their ends
// are told to nobody. To start such a job again could make two live attempts of it where an agent
// is cut off. Any other error leaves the identity as it is: the shell connects again.
void Scheduler::State::on(const cluster::FrameworkError& event) {
    m_subscribed = false;
    if (m_framework.empty() || !event.isRemoved) {
        return;
    }
    m_framework = {};
    m_out.push_back(FrameworkNamed{});
    for (const auto number : std::set<JobNumber>(m_queue.live())) {
        auto& job = m_jobs.at(number);
        job.message = fmt::format("{}; the end of the attempt is not known", event.message);
        job.why = job.message;
        end(job, job.killing ? JobState::Killed : JobState::Failed);
    }
}

void Scheduler::State::subscribe() {
    if (m_maySubscribe && (m_jobs.anyLives() || !m_framework.empty())) {
        m_maySubscribe = false;
        call(cluster::Subscribe{frameworkInfo(m_framework, m_options.user)});
    }
}

void Scheduler::State::settle() {
    if (!m_subscribed) {
        return;
    }
    const bool fresh = m_queue.takeFresh();
    if (m_queue.ready().empty()) {
        if (!m_suppressed) {
            m_suppressed = true;
            call(cluster::Suppress{});
        }
        return;
    }
    if (m_suppressed || (fresh && m_filtered)) {
        m_suppressed = false;
        m_filtered = false;
        call(cluster::Revive{});
    }
}

std::vector<JobEvent> Scheduler::State::trim() {
    std::vector<JobEvent> forgotten;
    for (auto& id : m_jobs.trim(m_options.keepEnded)) {
        forgotten.emplace_back(JobForgotten{std::move(id)});
    }
    return forgotten;
}

Scheduler::Scheduler(JobsOptions options, RecoveredJobs recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;

std::vector<JobsOutput> Scheduler::apply(JobsInput input, Now now, Then then) {
    m_state->m_now = now;
    std::visit([this](const auto& one) { m_state->on(one); }, input);
    if (then == Then::Explain) {
        m_state->explainWaiting();
    }
    m_state->subscribe();
    m_state->settle();
    return std::exchange(m_state->m_out, {});
}

std::vector<JobEvent> Scheduler::trim() {
    return m_state->trim();
}

std::optional<Uptime> Scheduler::nextDeadline() const {
    return m_state->m_queue.nextDeadline();
}

const Job* Scheduler::job(const JobId& id) const {
    return m_state->m_jobs.find(id);
}

std::vector<const Job*> Scheduler::jobs() const {
    std::vector<const Job*> out;
    for (const auto& [number, job] : m_state->m_jobs.all()) {
        out.push_back(&job);
    }
    return out;
}

} // namespace muster::jobs

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/kernel/base/operator_command.h"
#include "core/kernel/jobs/scheduler_state.h"
#include "core/kernel/jobs/validate.h"

namespace muster::jobs {
namespace {

constexpr std::string_view kPrefix = "job-";
constexpr Duration kFailoverTimeout = std::chrono::weeks(1);
constexpr Duration kKeepKey = std::chrono::days(1);

// 0, which no job has, for any other text.
std::uint64_t numberOf(const JobId& id) {
    const std::string_view text = id.value;
    std::uint64_t number = 0;
    if (text.starts_with(kPrefix)) {
        const auto digits = text.substr(kPrefix.size());
        const auto* last = digits.data() + digits.size();
        const auto parsed = std::from_chars(digits.data(), last, number);
        number = parsed.ec == std::errc{} && parsed.ptr == last ? number : 0;
    }
    return number;
}

// REQUIRES: it has not ended.
Status fitting(OperatorCommand command, const Job& job) {
    const auto name = fmt::format("Job '{}'", job.id.value);
    if (job.hold) {
        return checkState(command, ObjectState::Held, name,
            fmt::format("by {}: {}", job.hold->author, job.hold->reason));
    }
    return checkState(command,
        !job.launched     ? ObjectState::Ready
            : job.started ? ObjectState::Running
                          : ObjectState::Starting,
        name);
}

std::string heldText(const Hold& hold) {
    return fmt::format("held by {}{}{}", hold.author, hold.reason.empty() ? "" : ": ", hold.reason);
}

void sayHeld(Job& job) {
    if (job.hold) {
        job.waiting = WaitReason::Held;
        job.waitText = heldText(*job.hold);
    }
}

JobId idOf(std::uint64_t number) {
    return {fmt::format("{}{}", kPrefix, number)};
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
      m_next(recovered.nextNumber), m_now(now) {
    std::vector<std::pair<Instant, Number>> ended;
    for (auto& job : recovered.jobs) {
        const auto number = numberOf(job.id);
        m_next = std::max(m_next, number + 1);
        auto& kept = m_jobs.insert_or_assign(number, std::move(job)).first->second;
        if (!kept.key.empty()) {
            auto& latest = m_byKey[kept.key];
            latest = std::max(latest, number);
        }
        if (isTerminal(kept.state)) {
            ended.emplace_back(kept.ended.value_or(kept.submitted), number);
        } else {
            if (!kept.launched) {
                kept.state = JobState::Queued;
            }
            sayHeld(kept);
            if (kept.notBefore) {
                m_rests[number] = m_now.uptimeAt(*kept.notBefore, kLongestPause);
            }
            index(kept);
        }
    }
    std::ranges::sort(ended);
    for (const auto& [at, number] : ended) {
        m_ended.push_back(number);
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
    if (const auto* before = submittedBefore(input.key)) {
        if (before->spec != input.spec) {
            return refuse(input.request,
                fmt::format(
                    "This key was used for another job, {}: take a new one", before->id.value),
                Error::Kind::Conflict);
        }
        m_out.push_back(Answer{input.request, before->id, true});
        return;
    }
    const auto number = m_next++;
    auto& job = m_jobs[number];
    job.id = idOf(number);
    job.spec = input.spec;
    job.key = input.key;
    if (!job.key.empty()) {
        m_byKey[job.key] = number;
    }
    job.submitted = m_now;
    index(job);
    happened(JobAdded{job.id});
    m_out.push_back(Answer{input.request, job.id});
}

const Job* Scheduler::State::submittedBefore(const std::string& key) const {
    const auto found = key.empty() ? m_byKey.end() : m_byKey.find(key);
    if (found == m_byKey.end()) {
        return nullptr;
    }
    const auto& job = m_jobs.at(found->second);
    return m_now.wall - job.submitted < kKeepKey ? &job : nullptr;
}

void Scheduler::State::forget(Number number) {
    const auto job = m_jobs.find(number);
    const auto key = m_byKey.find(job->second.key);
    if (key != m_byKey.end() && key->second == number) {
        m_byKey.erase(key);
    }
    m_jobs.erase(job);
}

void Scheduler::State::refuse(std::uint64_t request, std::string why, Error::Kind kind) {
    m_out.push_back(Answer{request, failure(std::move(why), kind)});
}

Job* Scheduler::State::findToAnswer(std::uint64_t request, const JobId& id) {
    auto* job = find(id);
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
    if (const auto fits = fitting(OperatorCommand::HoldJob, *job); !fits) {
        refuse(input.request, fits.error().message, fits.error().kind);
        return;
    }
    unindex(*job);
    job->hold
        = {input.author.empty() ? std::string("operator") : input.author, input.reason, m_now};
    sayHeld(*job);
    index(*job);
    updated(*job);
    m_out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::on(const ReleaseJob& input) {
    auto* job = findToAnswer(input.request, input.job);
    if (!job) {
        return;
    }
    if (const auto fits = fitting(OperatorCommand::ReleaseJob, *job); !fits) {
        refuse(input.request, fits.error().message, fits.error().kind);
        return;
    }
    unindex(*job);
    job->hold.reset();
    job->waiting = WaitReason::None;
    job->waitText.clear();
    if (rests(*job)) {
        job->waiting = WaitReason::BackOff;
        job->waitText = fmt::format("rests until {}", isoTime(*job->notBefore));
    } else {
        job->notBefore.reset();
        m_rests.erase(rank(*job).second);
    }
    index(*job);
    updated(*job);
    m_out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::kill(const Job& job) {
    call(cluster::Kill{.task = *job.task, .grace = {}, .agent = {}, .by = job.killedBy});
}

void Scheduler::State::on(const Tick&) {
    while (!m_resting.empty() && m_resting.begin()->first <= m_now.uptime) {
        auto& job = m_jobs.at(m_resting.begin()->second);
        unindex(job);
        job.notBefore.reset();
        m_rests.erase(rank(job).second);
        job.waiting = WaitReason::None;
        job.waitText.clear();
        index(job);
        updated(job);
    }
}

void Scheduler::State::on(const cluster::Subscribed& event) {
    m_subscribed = true;
    m_suppressed = false;
    m_filtered = true; // those of an earlier connection may still hold
    m_fresh = !m_ready.empty();
    if (m_framework != event.framework) {
        m_framework = event.framework;
        m_out.push_back(FrameworkNamed{m_framework});
    }
    cluster::Reconcile reconcile;
    for (const auto number : m_live) {
        reconcile.tasks.push_back({*m_jobs.at(number).task, {}});
    }
    // An empty list would ask about everything.
    if (!reconcile.tasks.empty()) {
        call(std::move(reconcile));
    }
    for (const auto number : m_live) {
        if (const auto& job = m_jobs.at(number); job.killing) {
            kill(job);
        }
    }
}

void Scheduler::State::on(const cluster::Update& event) {
    const auto& status = event.status;
    // Of an older attempt, or of a job that has ended: it changes nothing.
    if (auto* job = find(jobOf(status.task)); job && job->launched && job->task == status.task) {
        follow(*job, status);
    }
    if (status.uuid) {
        call(cluster::Acknowledge{status.agent, status.task, *status.uuid});
    }
}

void Scheduler::State::on(const cluster::AgentLost& event) {
    m_seenChanged = m_seen.erase(event.agent) > 0 || m_seenChanged;
}

void Scheduler::State::on(const AgentClosed& input) {
    if (input.why.empty() && !m_seen.contains(input.agent)) {
        return;
    }
    auto& supply = m_seen[input.agent];
    supply.agent = input.agent;
    supply.hostname = input.hostname;
    supply.closed = input.why;
    m_seenChanged = true;
}

// "Framework has been removed" and the like end the identity: its tasks are killed, and their ends
// are told to nobody. To start such a job again could make two live attempts of it where an agent
// is cut off. Any other error leaves the identity as it is: the shell connects again.
void Scheduler::State::on(const cluster::FrameworkError& event) {
    m_subscribed = false;
    if (m_framework.empty() || event.message.find("removed") == std::string::npos) {
        return;
    }
    m_framework = {};
    m_out.push_back(FrameworkNamed{});
    for (const auto number : std::set<Number>(m_live)) {
        auto& job = m_jobs.at(number);
        job.message = fmt::format("{}; the end of the attempt is not known", event.message);
        job.why = job.message;
        end(job, job.killing ? JobState::Killed : JobState::Failed);
    }
}

Job* Scheduler::State::find(const JobId& id) {
    const auto found = m_jobs.find(numberOf(id));
    return found == m_jobs.end() || found->second.id != id ? nullptr : &found->second;
}

Scheduler::State::Rank Scheduler::State::rank(const Job& job) {
    return {-job.spec.priority, numberOf(job.id)};
}

void Scheduler::State::index(const Job& job) {
    const auto number = numberOf(job.id);
    if (job.launched) {
        m_live.insert(number);
    } else if (job.hold) {
        return; // in no queue: nothing but its release lets it go on
    } else if (rests(job)) {
        m_resting.emplace(m_rests.at(number), number);
    } else {
        m_ready.emplace(rank(job), shapeOf(job.spec));
        m_unexplained.insert(rank(job));
        m_fresh = true;
    }
}

void Scheduler::State::unindex(const Job& job) {
    const auto number = numberOf(job.id);
    m_live.erase(number);
    m_ready.erase(rank(job));
    m_unexplained.erase(rank(job));
    if (const auto rest = m_rests.find(number); rest != m_rests.end()) {
        m_resting.erase({rest->second, number});
    }
}

bool Scheduler::State::rests(const Job& job) const {
    const auto rest = m_rests.find(rank(job).second);
    return rest != m_rests.end() && rest->second > m_now.uptime;
}

void Scheduler::State::subscribe() {
    const bool hasJobs = m_jobs.size() > m_ended.size();
    if (m_maySubscribe && (hasJobs || !m_framework.empty())) {
        m_maySubscribe = false;
        call(cluster::Subscribe{frameworkInfo(m_framework, m_options.user)});
    }
}

void Scheduler::State::settle() {
    if (!m_subscribed) {
        return;
    }
    if (m_ready.empty()) {
        if (!m_suppressed) {
            m_suppressed = true;
            call(cluster::Suppress{});
        }
        m_fresh = false;
        return;
    }
    if (m_suppressed || (m_fresh && m_filtered)) {
        m_suppressed = false;
        m_filtered = false;
        call(cluster::Revive{});
    }
    m_fresh = false;
}

std::vector<JobEvent> Scheduler::State::trim() {
    std::vector<JobEvent> forgotten;
    while (m_ended.size() > m_options.keepEnded) {
        forgotten.emplace_back(JobForgotten{m_jobs.at(m_ended.front()).id});
        forget(m_ended.front());
        m_ended.pop_front();
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
    const auto& resting = m_state->m_resting;
    return resting.empty() ? std::nullopt : std::optional(resting.begin()->first);
}

const Job* Scheduler::job(const JobId& id) const {
    return m_state->find(id);
}

std::vector<const Job*> Scheduler::jobs() const {
    std::vector<const Job*> out;
    for (const auto& [number, job] : m_state->m_jobs) {
        out.push_back(&job);
    }
    return out;
}

} // namespace muster::jobs

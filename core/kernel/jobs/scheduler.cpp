// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/base/elapsed.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/cluster/why_ended.h"
#include "core/kernel/jobs/job_queue.h"
#include "core/kernel/jobs/job_table.h"
#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/reason.h"
#include "core/kernel/jobs/seen_cluster.h"
#include "core/kernel/jobs/validate.h"

namespace muster::jobs {
namespace {

constexpr Duration kFailoverTimeout = std::chrono::weeks(1);
constexpr Duration kLongestPause = std::chrono::minutes(1); // of a back-off

// In a row, then the job is given up. A node that can launch nothing is closed after its first
// failure, so these can launch others; and the pauses between ten make over four minutes, in which
// a short trouble of all nodes passes.
constexpr int kMostFailedLaunches = 10;

Status fitting(CommandKind command, const Job& job) {
    const auto name = fmt::format("Job '{}'", job.id.value);
    if (isTerminal(job.state)) {
        return checkState(command, ObjectState::Ended, name, wireName(job.state));
    }
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

// The wait texts of the head of the queue are always told. Further back only a new reason is: the
// numbers of thousands of waiting jobs are not worth a durable write each time something is freed.
constexpr std::size_t kToldInFull = 100;

Duration pauseAfter(int failures, Duration first) {
    auto pause = first;
    for (int i = 1; i < failures && pause < kLongestPause; ++i) {
        pause *= 2;
    }
    return std::min(pause, kLongestPause);
}

} // namespace

struct Scheduler::State {
    // The attempts of a job that its nodes could not launch, since one ran.
    struct FailedLaunches {
        int count = 0;
        std::set<AgentId> nodes;
    };
    // One agent's offers of one event.
    struct Candidate {
        std::vector<OfferId> offers;
        std::vector<cluster::TaskInfo> launch;
    };

    State(JobsOptions given, RecoveredJobs recovered, Now start);

    // ---- what arrives
    void on(const Connected&);
    void on(const Disconnected&);
    void on(const FromMaster& input);
    void on(const Submit& input);
    void on(const KillJob& input);
    void on(const HoldJob& input);
    void on(const ReleaseJob& input);
    void on(ClusterSeen input);
    void on(const Tick&);
    void on(const cluster::Subscribed& event);
    void on(const cluster::Offers& event);
    void on(const cluster::Rescind&) { } // nothing is held: an offer is answered as it comes
    void on(const cluster::Update& event);
    void on(const cluster::AgentLost& event);
    void on(const cluster::FromExecutor&) { } // no job has an executor of its own
    void on(const cluster::ExecutorEnded&) { }
    void on(const cluster::OperationUpdate&) { }
    void on(const cluster::InverseOffers&) { } // jobs stay until they are killed
    void on(const cluster::RescindInverseOffer&) { }
    void on(const cluster::FrameworkError& event);

    // The job of a command; null: it was refused.
    Job* findToAnswer(std::uint64_t request, const JobId& id, CommandKind command);
    void enqueue(const Job& job) { queue.add(job, now.uptime); }
    void dequeue(const Job& job); // for good, or for long
    void updated(const Job& job, JobState before) { happened(JobUpdated{job.id, before}); }
    void updated(const Job& job) { updated(job, job.state); }
    void happened(JobEvent event) { out.emplace_back(std::move(event)); }
    void call(cluster::FrameworkCall call) { out.push_back(Call{std::move(call)}); }
    void kill(const Job& job); // its live attempt, in the name of who asked
    void subscribe(); // once there is a job
    void settle(); // suppress or revive, by what waits now
    std::vector<JobEvent> trim();

    // ---- offers
    std::vector<Supply> gather(
        const cluster::Offers& event, std::vector<Candidate>& candidates) const;
    void place(std::vector<Supply>& supplies, std::vector<Candidate>& candidates);
    cluster::TaskInfo start(Job& job, const Supply& supply);
    void reply(std::vector<Candidate>& candidates);
    void explainSetAside(Job& job) const;
    void explainWaiting();
    void explainOne(Job& job, const Wait& wait, bool tell);

    // ---- what a status means for a job
    void follow(Job& job, const cluster::TaskStatus& status);
    void endAttempt(Job& job, const cluster::TaskStatus& status);
    void failAttempt(Job& job);
    void loseAttempt(Job& job);
    void failLaunch(Job& job);
    void requeue(Job& job, Duration pause);
    void end(Job& job, JobState state);

    JobsOptions options;
    FrameworkId framework;
    JobTable jobs;
    JobQueue queue;
    SeenCluster seen;
    std::map<JobNumber, FailedLaunches> failedLaunches; // of jobs that have not ended
    bool maySubscribe = false; // connected, and has not done so
    bool subscribed = false;
    bool suppressed = false;
    bool filtered = false; // something was refused since the last revive

    // Of the input in work.
    Now now;
    std::vector<JobsOutput> out;
};

JobId jobOf(const TaskId& task) {
    return {task.value.substr(0, task.value.rfind('.'))};
}

Scheduler::State::State(JobsOptions given, RecoveredJobs recovered, Now start)
    : options(std::move(given)), framework(std::move(recovered.framework)),
      jobs(recovered.nextNumber), now(start) {
    std::ranges::sort(recovered.jobs, {}, [](const Job& job) {
        return std::pair(job.ended.value_or(job.submitted), numberOf(job.id));
    });
    for (auto& job : recovered.jobs) {
        auto& kept = jobs.recover(std::move(job));
        if (isTerminal(kept.state)) {
            continue;
        }
        if (!kept.launched) {
            kept.state = JobState::Queued;
        }
        if (kept.notBefore) {
            queue.restUntil(kept,
                now.uptimeAt(*kept.notBefore,
                    std::max(kLongestPause, kept.spec.retryPause.value_or(Duration(0)))));
        }
        explainSetAside(kept);
        enqueue(kept);
    }
}

void Scheduler::State::on(const Connected&) {
    subscribed = false;
    maySubscribe = true;
}

void Scheduler::State::on(const Disconnected&) {
    subscribed = false;
    maySubscribe = false;
}

void Scheduler::State::on(const FromMaster& input) {
    std::visit([this](const auto& event) { on(event); }, input.event);
}

void Scheduler::State::on(const Submit& input) {
    if (const auto valid = validate(input.spec); !valid) {
        out.push_back(Answer{input.request, tl::unexpected(valid.error())});
        return;
    }
    if (const auto* before = jobs.submittedBefore(input.key, now)) {
        if (before->spec != input.spec) {
            out.push_back(Answer{input.request,
                failure(fmt::format("This key was already used for another job, {}: use a new one",
                            before->id.value),
                    Error::Kind::Conflict)});
            return;
        }
        out.push_back(Answer{input.request, before->id, true});
        return;
    }
    const auto& job = jobs.add(input.spec, input.key, now);
    enqueue(job);
    happened(JobAdded{job.id});
    out.push_back(Answer{input.request, job.id});
}

Job* Scheduler::State::findToAnswer(std::uint64_t request, const JobId& id, CommandKind command) {
    auto* job = jobs.find(id);
    if (!job) {
        out.push_back(Answer{request, unknownObject(OperatorCommandInfo::Object::Job, id.value)});
        return nullptr;
    }
    if (const auto fits = fitting(command, *job); !fits) {
        out.push_back(Answer{request, tl::unexpected(fits.error())});
        return nullptr;
    }
    return job;
}

void Scheduler::State::on(const KillJob& input) {
    auto* job = findToAnswer(input.request, input.job, CommandKind::KillJob);
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
        if (subscribed) {
            kill(*job);
        }
    } else {
        job->message = input.author.empty()
            ? std::string("Killed before it started")
            : fmt::format("Killed by {} before it started", input.author);
        end(*job, JobState::Killed);
    }
    out.push_back(Answer{input.request, id});
}

void Scheduler::State::on(const HoldJob& input) {
    auto* job = findToAnswer(input.request, input.job, CommandKind::HoldJob);
    if (!job) {
        return;
    }
    dequeue(*job);
    job->hold = {input.author.empty() ? std::string("operator") : input.author, input.reason, now};
    explainSetAside(*job);
    enqueue(*job);
    updated(*job);
    out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::on(const ReleaseJob& input) {
    auto* job = findToAnswer(input.request, input.job, CommandKind::ReleaseJob);
    if (!job) {
        return;
    }
    queue.remove(*job);
    job->hold.reset();
    if (!queue.rests(*job, now.uptime)) {
        job->notBefore.reset();
        queue.endRest(*job);
    }
    explainSetAside(*job);
    enqueue(*job);
    updated(*job);
    out.push_back(Answer{input.request, job->id});
}

void Scheduler::State::kill(const Job& job) {
    call(cluster::Kill{.task = *job.task, .grace = {}, .agent = {}, .by = job.killedBy});
}

void Scheduler::State::on(const Tick&) {
    while (const auto number = queue.rested(now.uptime)) {
        auto& job = jobs.at(*number);
        queue.remove(job);
        job.notBefore.reset();
        queue.endRest(job);
        job.waiting = WaitReason::None;
        job.waitText.clear();
        enqueue(job);
        updated(job);
    }
}

void Scheduler::State::on(const cluster::Subscribed& event) {
    subscribed = true;
    suppressed = false;
    filtered = true; // those of an earlier connection may still hold
    queue.setFresh();
    if (framework != event.framework) {
        framework = event.framework;
        out.push_back(FrameworkNamed{framework});
    }
    cluster::Reconcile reconcile;
    for (const auto number : queue.live()) {
        reconcile.tasks.push_back({*jobs.at(number).task, {}});
    }
    // An empty list would ask about everything.
    if (!reconcile.tasks.empty()) {
        call(std::move(reconcile));
    }
    for (const auto number : queue.live()) {
        if (const auto& job = jobs.at(number); job.killing) {
            kill(job);
        }
    }
}

void Scheduler::State::on(const cluster::Update& event) {
    const auto& status = event.status;
    // Of an older attempt, or of a job that has ended: it changes nothing.
    if (auto* job = jobs.find(jobOf(status.task));
        job && job->launched && job->task == status.task) {
        follow(*job, status);
    }
    if (status.uuid) {
        call(cluster::Acknowledge{status.agent, status.task, *status.uuid});
    }
}

void Scheduler::State::on(const cluster::AgentLost& event) {
    seen.lose(event.agent);
}

void Scheduler::State::on(ClusterSeen input) {
    seen.see(std::move(input));
}

// An identity that was removed is at its end: its tasks are killed, and their ends
// are told to nobody. To start such a job again could make two live attempts of it where an agent
// is cut off. Any other error leaves the identity as it is: the shell connects again.
void Scheduler::State::on(const cluster::FrameworkError& event) {
    subscribed = false;
    if (framework.empty() || !event.isRemoved) {
        return;
    }
    framework = {};
    out.push_back(FrameworkNamed{});
    for (const auto number : std::set<JobNumber>(queue.live())) {
        auto& job = jobs.at(number);
        job.message = fmt::format("{}; how the attempt ended is unknown", event.message);
        job.why = job.message;
        end(job, job.killing ? JobState::Killed : JobState::Failed);
    }
}

void Scheduler::State::subscribe() {
    if (maySubscribe && (jobs.anyLives() || !framework.empty())) {
        maySubscribe = false;
        call(cluster::Subscribe{frameworkInfo(framework, options.user)});
    }
}

void Scheduler::State::settle() {
    if (!subscribed) {
        return;
    }
    const bool fresh = queue.takeFresh();
    if (queue.ready().empty()) {
        if (!suppressed) {
            suppressed = true;
            call(cluster::Suppress{});
        }
        return;
    }
    if (suppressed || (fresh && filtered)) {
        suppressed = false;
        filtered = false;
        call(cluster::Revive{});
    }
}

std::vector<JobEvent> Scheduler::State::trim() {
    std::vector<JobEvent> forgotten;
    for (auto& id : jobs.trim(options.keepEnded)) {
        forgotten.emplace_back(JobForgotten{std::move(id)});
    }
    return forgotten;
}

// ---- offers

void Scheduler::State::on(const cluster::Offers& event) {
    std::vector<Candidate> candidates;
    auto supplies = gather(event, candidates);
    place(supplies, candidates);
    reply(candidates);
}

// Offers of one agent count as one: a job may need more than each of them.
std::vector<Supply> Scheduler::State::gather(
    const cluster::Offers& event, std::vector<Candidate>& candidates) const {
    std::vector<Supply> supplies;
    std::map<AgentId, std::size_t> position;
    for (const auto& shared : event.offers) {
        const cluster::Offer& offer = *shared;
        const auto [found, isNew] = position.try_emplace(offer.agent, supplies.size());
        if (isNew) {
            supplies.push_back({offer.agent, offer.hostname, offer.attributes, {}, false});
            candidates.emplace_back();
        }
        auto& supply = supplies[found->second];
        supply.free += offer.resources;
        supply.hasGpus = supply.hasGpus || offer.resources.gpus() > Milli{};
        candidates[found->second].offers.push_back(offer.id);
    }
    return supplies;
}

void Scheduler::State::place(std::vector<Supply>& supplies, std::vector<Candidate>& candidates) {
    std::set<std::string> unserved; // what is free only shrinks, so these stay so
    for (auto next = queue.ready().begin(); next != queue.ready().end();) {
        const auto [rank, shape] = *next++; // a copy: start() takes it out of the queue
        if (unserved.contains(shape)) {
            continue;
        }
        auto& job = jobs.at(rank.second);
        const auto failed = failedLaunches.find(rank.second);
        const auto chosen = failed == failedLaunches.end()
            ? bestFit(job.spec, supplies)
            : bestFit(job.spec, supplies, failed->second.nodes);
        if (!chosen) {
            unserved.insert(shape);
            continue;
        }
        candidates[*chosen].launch.push_back(start(job, supplies[*chosen]));
        supplies[*chosen].free -= job.spec.resources;
    }
}

cluster::TaskInfo Scheduler::State::start(Job& job, const Supply& supply) {
    queue.remove(job);
    seen.reorder();
    ++job.attempts;
    job.task = TaskId{fmt::format("{}.{}", job.id.value, job.attempts)};
    job.agent = supply.agent;
    job.launched = true;
    job.notBefore.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    job.message.clear(); // of the attempt before
    job.why.clear();
    enqueue(job);
    updated(job);
    cluster::TaskInfo task;
    task.id = *job.task;
    task.name = job.spec.name;
    task.agent = supply.agent;
    task.resources = job.spec.resources;
    task.user = job.spec.user;
    task.killGrace = job.spec.killGrace;
    task.maxCompletionTime = job.spec.timeLimit;
    task.payload = job.spec.payload;
    return task;
}

void Scheduler::State::reply(std::vector<Candidate>& candidates) {
    cluster::Decline decline{{}, options.refusal};
    for (auto& candidate : candidates) {
        if (candidate.launch.empty()) {
            std::ranges::move(candidate.offers, std::back_inserter(decline.offers));
        } else {
            cluster::Accept accept{std::move(candidate.offers), {}, options.refusal};
            accept.operations.emplace_back(cluster::LaunchTasks{std::move(candidate.launch)});
            call(std::move(accept));
        }
    }
    if (!decline.offers.empty()) {
        call(std::move(decline));
    }
    filtered = filtered || !candidates.empty();
}

// Of those behind it, what they wait for is that it starts.
void Scheduler::State::dequeue(const Job& job) {
    queue.remove(job);
    if (!job.launched && job.waiting == WaitReason::None) {
        seen.reorder();
    }
}

// What keeps it from being ready for an offer; explainWaiting() says what those that are wait for.
void Scheduler::State::explainSetAside(Job& job) const {
    job.waiting = WaitReason::None;
    job.waitText.clear();
    if (job.hold) {
        job.waiting = WaitReason::Held;
        job.waitText = heldText(*job.hold);
    } else if (queue.rests(job, now.uptime)) {
        job.waiting = WaitReason::BackOff;
        job.waitText = fmt::format("Attempt {} starts at {}{}{}", job.attempts + 1,
            isoTime(*job.notBefore), job.why.empty() ? "" : ": ", job.why);
    }
}

void Scheduler::State::explainWaiting() {
    const auto unexplained = queue.takeUnexplained();
    const auto waitOf = [this](JobQueue::Rank rank, const std::string& shape) -> const Wait& {
        return seen.waitOf(jobs.at(rank.second).spec, shape);
    };
    const auto concernsAll = [&](JobQueue::Rank rank) { // if it starts first
        return waitOf(rank, queue.ready().at(rank)).reason == WaitReason::None;
    };
    if (!seen.takeChanged(now.uptime) && std::ranges::none_of(unexplained, concernsAll)) {
        for (const auto& rank : unexplained) {
            explainOne(jobs.at(rank.second), waitOf(rank, queue.ready().at(rank)), true);
        }
        return;
    }
    JobId ahead;
    std::size_t position = 0;
    for (const auto& [rank, shape] : queue.ready()) {
        auto& job = jobs.at(rank.second);
        const Wait& wait = waitOf(rank, shape);
        const bool tell = position++ < kToldInFull;
        if (wait.reason != WaitReason::None) {
            explainOne(job, wait, tell);
        } else {
            explainOne(job, behind(wait, ahead), tell);
            ahead = ahead.empty() ? job.id : ahead;
        }
    }
}

void Scheduler::State::explainOne(Job& job, const Wait& wait, bool tell) {
    const bool news = job.waiting != wait.reason || (tell && job.waitText != wait.text);
    job.waiting = wait.reason;
    job.waitText = wait.text;
    if (news) {
        happened(JobExplained{job.id});
    }
}

// ---- what a status means for a job

void Scheduler::State::follow(Job& job, const cluster::TaskStatus& status) {
    const auto before = job.state;
    bool news = false;
    // A reconciliation says nothing new of a task that goes on.
    if (status.reason != Reason::Reconciliation || isTerminal(status.state)) {
        news = std::exchange(job.message, status.message) != status.message;
    }
    switch (status.state) {
    case TaskState::Running:
        failedLaunches.erase(numberOf(job.id));
        news = news || job.state != JobState::Running;
        job.state = JobState::Running;
        job.started = job.started.value_or(now);
        job.firstStarted = job.firstStarted.value_or(now);
        break;
    case TaskState::Staging:
    case TaskState::Starting:
    case TaskState::Killing:
    case TaskState::Unreachable: // its agent may come back with it: not an end
        break;
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Error:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown: // the accept never arrived
        endAttempt(job, status);
        return;
    }
    if (news) {
        updated(job, before);
    }
}

void Scheduler::State::endAttempt(Job& job, const cluster::TaskStatus& status) {
    job.why = cluster::whyEnded(status);
    switch (status.state) {
    case TaskState::Finished:
        end(job, JobState::Finished);
        break;
    case TaskState::Killed: // by us, or by an operator who wants it gone or its agent empty
        if (status.reason == Reason::AgentDraining && !job.killing) {
            loseAttempt(job);
        } else {
            end(job, JobState::Killed);
        }
        break;
    case TaskState::Error: // it would be refused again
        end(job, JobState::Failed);
        break;
    case TaskState::Failed:
        failAttempt(job);
        break;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Staging:
    case TaskState::Killing:
    case TaskState::Unreachable:
    case TaskState::Lost:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown: // lost without a fault of the job
        if (job.killing) {
            end(job, JobState::Killed);
        } else if (status.reason == Reason::ContainerLaunchFailed) {
            failLaunch(job);
        } else {
            loseAttempt(job);
        }
        break;
    }
}

// It takes no retry. One that is lost again and again waits longer each time, as one that fails:
// something around it is broken, and a start costs others.
void Scheduler::State::loseAttempt(Job& job) {
    requeue(job, pauseAfter(job.attempts - job.failures, options.backOff));
}

// By the fault of its node, as far as that can tell: if it goes on like that on others, or where no
// other could run the job, it is the job's.
void Scheduler::State::failLaunch(Job& job) {
    auto& [count, nodes] = failedLaunches[numberOf(job.id)];
    ++count;
    nodes.insert(job.agent);
    if (count < kMostFailedLaunches || (nodes.size() == 1 && seen.hasOther(job.spec, nodes))) {
        loseAttempt(job);
        return;
    }
    job.why = fmt::format("{} launches in a row failed on {}, so the job itself may be the cause. "
                          "The last failure: {}",
        count,
        nodes.size() == 1 ? "the only node that can run it" : fmt::format("{} nodes", nodes.size()),
        job.why);
    end(job, JobState::Failed);
}

void Scheduler::State::failAttempt(Job& job) {
    failedLaunches.erase(numberOf(job.id));
    ++job.failures;
    if (job.killing) {
        end(job, JobState::Killed);
    } else if (job.failures > job.spec.retries) {
        end(job, JobState::Failed);
    } else {
        requeue(job, job.spec.retryPause.value_or(pauseAfter(job.failures, options.backOff)));
    }
}

void Scheduler::State::requeue(Job& job, Duration pause) {
    queue.remove(job);
    const auto before = std::exchange(job.state, JobState::Queued);
    job.launched = false;
    job.started.reset();
    job.notBefore = now.wall + pause;
    queue.restUntil(job, now.uptime + pause);
    explainSetAside(job);
    enqueue(job);
    updated(job, before);
}

void Scheduler::State::end(Job& job, JobState state) {
    dequeue(job);
    failedLaunches.erase(numberOf(job.id));
    const auto before = std::exchange(job.state, state);
    job.launched = false;
    job.notBefore.reset();
    queue.endRest(job);
    job.hold.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    if (state == JobState::Killed && job.killedBy) { // whatever became of the attempt
        job.why = cluster::killedText(*job.killedBy);
    }
    job.ended = now;
    updated(job, before);
    jobs.retire(job);
}

Scheduler::Scheduler(JobsOptions options, RecoveredJobs recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;

std::vector<JobsOutput> Scheduler::apply(JobsInput input, Now now, Then then) {
    m_state->now = now;
    std::visit([this](const auto& one) { m_state->on(one); }, input);
    if (then == Then::Explain) {
        m_state->explainWaiting();
    }
    m_state->subscribe();
    m_state->settle();
    return std::exchange(m_state->out, {});
}

std::vector<JobEvent> Scheduler::trim() {
    return m_state->trim();
}

std::optional<Uptime> Scheduler::nextDeadline() const {
    auto due = m_state->queue.nextDeadline();
    if (!m_state->queue.ready().empty()) { // else nobody is told a reason
        takeEarlier(due, m_state->seen.nextDeadline());
    }
    return due;
}

bool Scheduler::needsCluster() const {
    return !m_state->queue.ready().empty() || !m_state->failedLaunches.empty();
}

JobId Scheduler::ahead(int priority, const Job* job) const {
    const auto& queue = m_state->queue;
    const auto end = queue.placeOf(priority, job);
    for (auto next = queue.ready().begin(); next != end; ++next) {
        const auto& other = m_state->jobs.at(next->first.second);
        if (other.waiting == WaitReason::None) {
            return other.id;
        }
    }
    return {};
}

std::size_t Scheduler::countAhead(int priority, const Job* job) const {
    const auto& queue = m_state->queue;
    return static_cast<std::size_t>(
        std::distance(queue.ready().begin(), queue.placeOf(priority, job)));
}

const Job* Scheduler::job(const JobId& id) const {
    return m_state->jobs.find(id);
}

std::vector<const Job*> Scheduler::jobs() const {
    std::vector<const Job*> out;
    for (const auto& [number, job] : m_state->jobs.all()) {
        out.push_back(&job);
    }
    return out;
}

} // namespace muster::jobs

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/base/defaults.h"
#include "core/kernel/base/now.h"
#include "core/kernel/cluster/messages.h"
#include "core/kernel/jobs/machine.h"

namespace muster::jobs {

// "gpu:K40": what the agent's attribute of that name must be.
struct Constraint {
    enum class Operator {
        Equals, // a text equal, a scalar at least that, ranges with the number in them
        Like, // a text that the regular expression fits as a whole
        Unlike, // a text that it does not fit
    };
    std::string attribute;
    std::string value;
    Operator op = Operator::Equals;
    bool operator==(const Constraint&) const = default;
};

using ScheduleId = Id<struct ScheduleTag>; // its name

// Which run of a schedule a job is.
struct ScheduledRun {
    ScheduleId schedule;
    Instant slot; // when it was due
    bool byHand = false; // somebody ran it then
    auto operator<=>(const ScheduledRun&) const = default;
};

struct JobSpec {
    std::string name;
    std::string user;
    std::string command; // for people; what runs is in the payload
    Resources resources;
    std::vector<Constraint> constraints;
    bool linked = false; // all its GPUs joined by NVLink
    int priority = 0; // higher first; equal: first come, first served
    int retries = 0; // attempts after the first that failed
    std::optional<Duration> timeLimit{}; // of one attempt; it fails then
    std::optional<Duration> retryPause{}; // before each of them; none: JobsOptions::backOff
    std::optional<ScheduledRun> run{}; // none: somebody submitted it
    std::optional<Duration> killGrace; // as TaskInfo's
    std::string payload; // serialized mesos.v1.TaskInfo
    bool operator==(const JobSpec&) const = default;
};

// Who keeps a job in the queue, and why.
struct Hold {
    std::string author;
    std::string reason;
    Instant since;
    bool operator==(const Hold&) const = default;
};

struct Job {
    JobId id;
    JobSpec spec;
    JobState state = JobState::Queued; // still Queued while its container is being prepared
    int attempts = 0; // started
    int failures = 0; // attempts that failed by themselves: each but the last took a retry
    std::optional<TaskId> task; // the live attempt, else the last: "<job id>.<attempt>"
    AgentId agent;
    bool launched = false; // the accept was sent, no terminal update came
    bool killing = false; // asked to end: no further attempt follows
    WaitReason waiting = WaitReason::None;
    std::string waitText; // "Needs 3 GPUs: 1 node qualifies, but has no free GPUs"
    std::string message; // of the last status
    std::string why; // the last attempt ended; for operators
    std::optional<cluster::KilledBy> killedBy; // if `killing`, or killed before it was launched
    Instant submitted;
    std::optional<Instant> firstStarted; // until then it waited
    std::optional<Instant> started; // the live attempt, else the last
    std::optional<Instant> ended;
    std::optional<Instant> notBefore; // back-off after a failure
    std::optional<Hold> hold; // only of a job that waits
    std::string key; // of its submission; may be empty
    bool operator==(const Job&) const = default;
};

// Whose attempt a task of the scheduler's framework is: "job-7.2" -> "job-7".
JobId jobOf(const TaskId& task);

// ---- inputs
struct Connected { }; // to a master: subscribes, once there is a job
struct Disconnected { };
struct FromMaster {
    cluster::FrameworkEvent event;
};
struct Submit {
    std::uint64_t request;
    JobSpec spec;
    std::string key = {}; // of the client's: for a day another one with it is answered as the first
};
struct KillJob {
    std::uint64_t request;
    JobId job;
    std::string author;
    std::string reason; // may be empty
};
// A job that waits is not started until it is released; it keeps its place in the queue.
struct HoldJob {
    std::uint64_t request;
    JobId job;
    std::string author;
    std::string reason;
};
struct ReleaseJob {
    std::uint64_t request;
    JobId job;
};
// What offers do not tell: for the words of jobs that wait, and whether another machine could run
// one whose launches fail. Of what changed since the last time, and only while needsCluster(). Who
// tells it in parts says Then::More of all but the last.
struct ClusterSeen {
    std::vector<Machine> machines; // as they are now
    std::vector<AgentId> gone;
    std::vector<RoleUse> roles; // as they are now; a default quota: it has none any more
};
struct Tick { };
using JobsInput = std::variant<Connected, Disconnected, FromMaster, Submit, KillJob, HoldJob,
    ReleaseJob, ClusterSeen, Tick>;

// ---- what happened to the jobs, told once; readers look up what is now in the Scheduler
struct JobAdded {
    JobId job;
};
struct JobUpdated {
    JobId job;
    JobState before = JobState::Queued;
};
struct JobExplained { // why it waits; a restart finds that anew
    JobId job;
};
struct JobForgotten { // it had ended, and more were kept than may be
    JobId job;
};
using JobEvent = std::variant<JobAdded, JobUpdated, JobExplained, JobForgotten>;

// ---- outputs, in order. The shell makes the events of a batch durable before it sends anything.
struct Call {
    cluster::FrameworkCall call;
};
struct FrameworkNamed {
    FrameworkId framework;
}; // to be stored: the identity after a restart. Empty: the master has removed it
struct Answer {
    std::uint64_t request;
    Result<JobId> job;
    bool again = false; // a Submit that was one before
};
using JobsOutput = std::variant<Call, JobEvent, FrameworkNamed, Answer>;

struct JobsOptions {
    std::string user = "root";
    Duration backOff = std::chrono::seconds(1); // after a failed attempt, doubling to a minute
    Duration refusal = std::chrono::hours(1); // of what serves no job; a new job revives
    std::size_t keepEnded = defaults::kMaxCompletedJobs; // the oldest end is dropped first
};

struct RecoveredJobs {
    FrameworkId framework;
    std::vector<Job> jobs;
    std::uint64_t nextNumber = 1; // of the next "job-<n>"
};

// Batch jobs: queue, priorities, retries. A framework like any other: it sees offers and accepts
// them, and nothing else. At most one live attempt of a job; attempt n+1 only after the end of n is
// known (doc/features.md I5); after a reconnect it reconciles. A large job waits for its offer
// while smaller ones that fit go ahead. While nothing waits it suppresses offers. Pure,
// deterministic, not thread-safe.
class Scheduler {
public:
    Scheduler(JobsOptions options, RecoveredJobs recovered, Now now);
    ~Scheduler();
    Scheduler(Scheduler&&) noexcept;

    // Who has more inputs at hand says so: why jobs wait is found after the last of them.
    enum class Then { Explain, More };
    std::vector<JobsOutput> apply(JobsInput input, Now now, Then then = Then::Explain);
    // Forgets ended jobs over the limit, and tells which; for whoever has read the events of
    // apply().
    std::vector<JobEvent> trim();
    std::optional<Uptime> nextDeadline() const;

    // Whether what is told by ClusterSeen matters now: a job is ready for an offer, or could not be
    // launched the last time.
    bool needsCluster() const;
    // The first that would start now and is served before the job; empty: none. Null: a job of that
    // priority that is not submitted. O(jobs).
    JobId ahead(int priority, const Job* job) const;
    // How many that are neither held nor backing off are served before it. O(jobs).
    std::size_t countAhead(int priority, const Job* job) const;
    const Job* job(const JobId& id) const;
    std::vector<const Job*> jobs() const; // by number

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace muster::jobs

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/deadline_timer.h"
#include "agentd/master/cluster_news.h"
#include "core/history/incarnations.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// What a batch of inputs brought about, each in its order.
struct BatchEvents {
    std::vector<cluster::Event> cluster;
    std::vector<jobs::JobEvent> jobs;
    bool empty() const { return cluster.empty() && jobs.empty(); }
};

// The far end of a framework's connection.
struct FrameworkPeer {
    std::function<void(const cluster::FrameworkEvent&)> send;
    std::function<void(const std::string& reason)> close;
};

// The far end of an agent's connection.
struct AgentPeer {
    std::function<void(const cluster::AgentCommand&)> send;
    std::function<void(const std::string& reason)> close;
    // What the journal has to keep of the agent, with the batch that registers it; may be empty.
    std::function<std::optional<history::Record>(const AgentId&)> proof;
};

// The shell around the two state machines of a master: the cluster and, as a framework among
// others, the job scheduler. Takes inputs in batches; what a batch changes is durable before any
// message of it is sent. While the disk writes one batch, the inputs of the next are gathered: the
// slower the disk, the larger the batch. Lives on the io_context's one thread, and writes the
// journal on one of its own.
class Control {
public:
    struct Options {
        cluster::MasterOptions master;
        jobs::JobsOptions jobs;
        bool setAsideDamaged = false; // rows of the journal, also of something that is
    };

    // Takes up what the journal holds, and has it from then on for itself. An error names what
    // cannot be read and the remedy.
    static Result<std::unique_ptr<Control>> open(
        boost::asio::io_context& io, Options options, history::Journal& journal);
    ~Control(); // waits for the disk

    cluster::Link addFramework(FrameworkPeer peer);
    cluster::Link addAgent(AgentPeer peer);
    void removeLink(cluster::Link link); // its connection is gone

    void fromFramework(cluster::Link link, cluster::FrameworkCall call);
    void fromAgent(cluster::Link link, cluster::AgentMessage message);

    using Done = std::function<void(Status)>;
    void updateFramework(cluster::Link link, cluster::UpdateFramework call, Done done);
    // An operator command (cluster::OperatorDrain, ...); its request number is filled in here.
    template <typename Command>
    void execute(Command command, Done done) {
        if (const auto* why = isEnding<Command>() ? unwritten() : stalled()) {
            return done(tl::unexpected(*why));
        }
        command.request = ++m_lastRequest;
        m_masterRequests.emplace(m_lastRequest, std::move(done));
        post(std::move(command));
    }
    void restrict(Restriction restriction, Done done);
    void release(GpuUuid gpu, std::string author, Done done);
    void killTask(cluster::TaskKey task, cluster::KilledBy by, Done done);
    // `key`, unless empty: of a submission that may have been taken before, see jobs::Submit.
    void submit(jobs::JobSpec spec, std::string key, std::string author,
        std::function<void(Result<JobId>, bool again)> done);
    void killJob(JobId job, cluster::KilledBy by, Done done);
    void holdJob(JobId job, std::string author, std::string reason, Done done);
    void releaseJob(JobId job, std::string author, Done done);

    // Before and after each input of a batch, for those who count or follow what happens;
    // afterwards the master is as these outputs left it. None of it is durable yet.
    std::function<void(const cluster::MasterInput&)> onInput;
    std::function<void(const std::vector<cluster::MasterOutput>&)> onOutputs;
    // After each batch in which something happened, when it is durable.
    std::function<void(const BatchEvents&)> onEvents;
    // When diskProblem() has changed.
    std::function<void()> onStalled;
    // When olderCopy() has, also if it now names a later step.
    std::function<void()> onOlderCopy;
    // After each batch, how long the disk took for it.
    std::function<void(Duration)> onWritten;
    // The journal cannot be written, and not for want of room: nothing more is acknowledged, the
    // daemon has to end.
    std::function<void(const Error&)> onFatal;

    // What is decided beside the two state machines: written in order with the next batch; then
    // `written` is called.
    void keep(history::Change change, std::function<void()> written = {});

    // Forgets what ended long ago, slice by slice, with batches in between; of an older copy
    // nothing. See Journal::prune().
    void prune(Instant now, history::Journal::Keep keep);
    // Why nothing new is taken on: what is asked for is refused with this. Null: all is well.
    const Error* stalled() const { return m_olderCopy ? olderCopy() : diskProblem(); }
    // As stalled(), for what ends or frees something.
    const Error* unwritten() const { return m_olderCopy || m_unwritten ? stalled() : nullptr; }
    // The disk has little room left. What was decided is written, and waits where it cannot be;
    // what ends or frees something is taken on until a write has failed.
    const Error* diskProblem() const { return m_stalled ? &*m_stalled : nullptr; }
    // The journal lacks what an agent has seen. Nothing is taken on or decided, in this life and in
    // those that follow on this journal; who asks is refused, and no agent is connected.
    const Error* olderCopy() const { return m_olderCopy ? &*m_olderCopy : nullptr; }
    // Whether the journal has what an agent has seen of it, and still decides; if it lacks it,
    // olderCopy() from now on.
    bool fits(const history::Mark& known);
    // Why a framework's call is not taken on now; null: it is.
    const Error* whyNot(const cluster::FrameworkCall& call) const;
    // Whether the disk has room; for whoever looks each second.
    void lookAtDisk();
    // Nothing is to be decided, written or sent.
    bool isSettled() const { return !m_scheduled && !m_writing; }
    // What waits for the next batch.
    std::size_t waiting() const {
        return m_masterInputs.size() + m_jobsInputs.size() + m_kept.size();
    }
    // How long open() took to take up what the journal holds.
    Duration loadTime() const { return m_loadTime; }

    // The state of the journal that is on the disk, with the incarnation that this life is.
    const history::Mark& mark() const { return m_mark; }

    // As decided, which can be one batch ahead of the disk.
    const cluster::Master& master() const { return m_master; }
    const jobs::Scheduler& jobs() const { return m_jobs; }
    const FrameworkId& jobsFramework() const { return m_jobsFramework; }

private:
    template <typename One, typename... Kinds>
    static constexpr bool isOneOf = (std::is_same_v<One, Kinds> || ...);
    // Whether it ends or frees something; another one does not compile before it is in a list.
    template <typename Command>
    static constexpr bool isEnding() {
        constexpr bool ends = isOneOf<Command, cluster::OperatorKill, cluster::OperatorRelease,
            cluster::OperatorRescind, cluster::OperatorTeardown, cluster::OperatorMarkGone>;
        static_assert(ends
            || isOneOf<Command, cluster::OperatorRestrict, cluster::OperatorDrain,
                cluster::OperatorDeactivate, cluster::OperatorReactivate, cluster::OperatorReserve,
                cluster::OperatorMaintenanceSchedule, cluster::OperatorMaintenanceStart,
                cluster::OperatorMaintenanceStop, cluster::OperatorUpdateQuota,
                cluster::OperatorUpdateWeights>);
        return ends;
    }

    Control(boost::asio::io_context& io, history::Journal& journal, cluster::Master master,
        jobs::Scheduler jobs, FrameworkId jobsFramework, history::Incarnations incarnations);

    void post(cluster::MasterInput input);
    void postJobs(jobs::JobsInput input);
    std::uint64_t addJobRequest(
        CommandKind command, std::string author, std::string detail, Done done);
    void schedule();
    void runBatch();
    void applyInputs();
    void pruneSlice(Instant now, history::Journal::Keep keep);
    void write(std::vector<history::Change> changes);
    void finishBatch(const Status& written, std::optional<Duration> took);
    std::filesystem::path folder() const; // of the journal
    void stall(std::uintmax_t room);
    void writeAgain(const Error& why);
    void stopDeciding(std::uint64_t lacks);
    void refuseUndecided();
    void take(cluster::MasterOutput output);
    void take(jobs::JobsOutput output);
    void take(std::vector<cluster::Event> events);
    void keepProof(cluster::Link link, const AgentId& id);
    bool hasJobNews() const;
    bool tellJobs();
    std::vector<history::Change> takeChanges();
    void tick();
    void armTimer();
    void audit(std::string author, std::string action, std::string object, std::string detail);

    boost::asio::io_context& m_io;
    DeadlineTimer m_timer;
    history::Journal& m_journal;
    cluster::Master m_master;
    jobs::Scheduler m_jobs;
    FrameworkId m_jobsFramework;
    cluster::Link m_jobsLink{};
    bool m_jobsConnecting = false; // the jobs have not been told of the link
    ClusterNews m_news; // that the jobs were not told

    std::uint64_t m_lastLink = 0;
    std::uint64_t m_lastRequest = 0;
    std::map<cluster::Link, FrameworkPeer> m_frameworks;
    std::map<cluster::Link, AgentPeer> m_agents;
    std::unordered_map<std::uint64_t, Done> m_masterRequests;
    std::unordered_map<std::uint64_t, std::function<void(Result<JobId>, bool again)>> m_jobRequests;

    std::deque<cluster::MasterInput> m_masterInputs;
    std::deque<jobs::JobsInput> m_jobsInputs;
    bool m_scheduled = false;
    bool m_writing = false;
    Duration m_loadTime{0};
    struct Kept {
        history::Change change;
        std::function<void()> written;
    };
    std::vector<Kept> m_kept; // for the next batch

    // Of the batch that is running.
    BatchEvents m_events;
    std::vector<history::AuditEntry> m_audit;
    std::vector<std::function<void()>> m_sends;
    std::vector<history::Record> m_records;
    Now m_now;
    history::Mark m_mark;
    history::Incarnations m_incarnations;
    std::optional<Error> m_olderCopy;
    std::vector<history::Change> m_changes; // that are being written
    std::optional<Error> m_stalled;
    bool m_unwritten = false; // what was decided last did not fit on the disk
    boost::asio::steady_timer m_retry;

    std::shared_ptr<Control*> m_self = std::make_shared<Control*>(this); // for what the disk ends
    std::atomic<bool> m_closing = false;
    boost::asio::thread_pool m_disk{1};
};

} // namespace muster::agentd

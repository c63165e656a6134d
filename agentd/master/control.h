// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "agentd/deadline_timer.h"
#include "agentd/master/admission.h"
#include "agentd/master/batch.h"
#include "agentd/master/disk_room.h"
#include "agentd/master/job_requests.h"
#include "agentd/master/jobs_link.h"
#include "agentd/master/journal_age.h"
#include "agentd/master/journal_writer.h"
#include "agentd/master/open_requests.h"
#include "agentd/master/peers.h"
#include "agentd/master/schedules_link.h"
#include "agentd/master/services_link.h"
#include "agentd/master/zones.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// The shell around the state machines of a master: the cluster and, as frameworks among others, the
// schedulers of jobs and of services, with the schedules beside them. Takes inputs in batches; what
// a batch changes is durable before any message of it is sent. While the disk writes one batch, the
// inputs of the next are gathered: the slower the disk, the larger the batch. Its parts know the
// rest: Admission what it takes on, JournalWriter how that is written, Batch what waits for it,
// JobsLink, SchedulesLink and ServicesLink the schedulers. Lives on the io_context's one thread.
class Control {
public:
    struct Options {
        cluster::MasterOptions master;
        jobs::JobsOptions jobs;
        jobs::ScheduleOptions schedules{};
        services::ServicesOptions services{};
        bool setAsideDamaged = false; // rows of the journal, also of something that is
        DiskRoom::Measure measureDisk = freeBytes; // of the journal's folder
    };

    // Takes up what the journal holds, and has it from then on for itself. An error names what
    // cannot be read and the remedy.
    static Result<std::unique_ptr<Control>> open(
        boost::asio::io_context& io, Options options, history::Journal& journal);

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
        if (const auto* why = m_admission.whyNot<Command>()) {
            return done(tl::unexpected(*why));
        }
        command.request = m_requests.add(std::move(done));
        post(std::move(command));
    }
    void killTask(cluster::TaskKey task, cluster::KilledBy by, Done done);
    // `key`, unless empty: of a submission that may have been taken before, see jobs::Submit.
    void submit(
        jobs::JobSpec spec, std::string key, std::string author, JobRequests::Submitted done);
    void killJob(JobId job, cluster::KilledBy by, Done done);
    void holdJob(JobId job, std::string author, std::string reason, Done done);
    void releaseJob(JobId job, std::string author, Done done);
    // A command about a schedule (jobs::PutSchedule, ...); its request number is filled in here.
    template <typename Command>
    void execute(Command command, ScheduleOrder order, Done done) {
        if (const auto* why = m_admission.whyNotOwn(command)) {
            return done(tl::unexpected(*why));
        }
        command.request = m_schedules.add(std::move(order), std::move(done));
        m_schedules.post(std::move(command));
        schedule();
    }
    // A command about services (services::PutApps, ...); its request number is filled in here.
    template <typename Command>
    void execute(Command command, ServiceOrder order, ServicesLink::Done done) {
        if (const auto* why = m_admission.whyNotOwn(command)) {
            return done({0, tl::unexpected(*why)});
        }
        command.request = m_services.add(std::move(order), std::move(done));
        m_services.post(std::move(command));
        schedule();
    }

    // Before and after each input of a batch, for those who count or follow what happens;
    // afterwards the master is as these outputs left it. None of it is durable yet.
    std::function<void(const cluster::MasterInput&)> onInput;
    std::function<void(const std::vector<cluster::MasterOutput>&)> onOutputs;
    // After each batch in which something happened, when it is durable.
    std::function<void(const BatchEvents&)> onEvents;
    // After a change of the admission's diskProblem().
    std::function<void()> onStalled;
    // After a change of the admission's olderCopy(), also if it now names a later step.
    std::function<void()> onOlderCopy;
    // After each batch, how long the disk took for it.
    std::function<void(Duration)> onWritten;
    // The journal cannot be written, and not for want of room: nothing more is acknowledged, the
    // daemon has to end.
    std::function<void(const Error&)> onFatal;

    // What is decided beside the two state machines: written in order with the next batch; then
    // `written` is called.
    void keep(history::Change change, std::function<void()> written = {});

    // Forgets what ended long ago, slice by slice, with batches in between, but for the frameworks
    // that have to be kept out; of an older copy nothing. See Journal::prune().
    void prune(Instant now, history::Journal::Keep keep);
    // Whether something is taken on now; what is not is refused with the reason.
    const Admission& admission() const { return m_admission; }
    // Whether the journal has what an agent has seen of it, and still decides. If it lacks it, it
    // is an older copy from now on: nothing is taken on or decided, in this life and in those that
    // follow on this journal; who asks is refused, and no agent is connected.
    bool fits(const history::Mark& known);
    // Whether the disk has room; for whoever looks each second.
    void lookAtDisk() { m_room.look(); }
    // Nothing is to be decided, written or sent.
    bool isSettled() const { return !m_scheduled && !m_writer.isWriting(); }
    // What waits for the next batch.
    std::size_t waiting() const {
        return m_inputs.size() + m_jobs.waiting() + m_schedules.waiting() + m_services.waiting()
            + m_kept.size();
    }
    // How long open() took to take up what the journal holds.
    Duration loadTime() const { return m_loadTime; }

    // The state of the journal that is on the disk, with the incarnation that this life is.
    const history::Mark& mark() const { return m_age.mark(); }

    // As decided, which can be one batch ahead of the disk.
    const cluster::Master& master() const { return m_master; }
    const jobs::Scheduler& jobs() const { return m_jobs.scheduler(); }
    const jobs::Schedules& schedules() const { return m_schedules.schedules(); }
    Zones& zones() { return m_zones; }
    const services::Scheduler& services() const { return m_services.scheduler(); }
    const FrameworkId& servicesFramework() const { return m_services.framework().id(); }
    const FrameworkId& jobsFramework() const { return m_jobs.framework().id(); }

private:
    struct Kept {
        history::Change change;
        std::function<void()> written;
    };

    Control(boost::asio::io_context& io, history::Journal& journal, cluster::Master master,
        jobs::Scheduler jobs, FrameworkId jobsFramework, jobs::Schedules schedules, Zones zones,
        services::Scheduler services, FrameworkId servicesFramework,
        history::Incarnations incarnations, DiskRoom::Measure measureDisk);

    void post(cluster::MasterInput input);
    void postJobs(jobs::JobsInput input);
    void tickSchedules();
    void postServices(services::ServicesInput input);
    void schedule();
    void runBatch();
    void applyInputs();
    void finishBatch(const Status& written, std::optional<Duration> took);
    void refuseUndecided();
    void take(cluster::MasterOutput output);
    void take(jobs::JobsOutput output);
    void take(jobs::SchedulesOutput output);
    void take(services::ServicesOutput output);
    bool applyOwn(bool mayExplain); // the next input of Muster's own schedulers
    bool hasOwnInputs() const {
        return m_jobs.waiting() + m_schedules.waiting() + m_services.waiting() > 0;
    }
    bool tellCluster();
    void armTimer();

    boost::asio::io_context& m_io;
    DeadlineTimer m_timer;
    cluster::Master m_master;
    Peers m_peers;
    JobsLink m_jobs;

    // For the next batch, with the inputs of the jobs.
    std::deque<cluster::MasterInput> m_inputs;
    std::vector<Kept> m_kept;
    bool m_scheduled = false;
    Batch m_batch; // that is running, or being written
    OpenRequests<Done> m_requests; // of the master
    JobRequests m_jobRequests{m_batch};
    SchedulesLink m_schedules;
    Zones m_zones;
    ServicesLink m_services;
    Duration m_loadTime{0};

    DiskRoom m_room;
    JournalAge m_age;
    Admission m_admission{m_room, m_age};
    JournalWriter m_writer; // the last: its end waits for the disk
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/control.h"

#include <chrono>
#include <utility>

#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/journal_guard.h"
#include "agentd/master/scheduled_run.h"
#include "agentd/master/service_tasks.h"
#include "agentd/master/services_journal.h"
#include "agentd/overloaded.h"

namespace muster::agentd {

Result<std::unique_ptr<Control>> Control::open(
    boost::asio::io_context& io, Options options, history::Journal& journal) {
    const auto begun = std::chrono::steady_clock::now();
    auto cluster = recoverCluster(journal);
    auto jobs = cluster ? recoverJobs(journal)
                        : Result<jobs::RecoveredJobs>(tl::unexpected(cluster.error()));
    Zones zones;
    auto schedules = jobs ? recoverSchedules(journal, jobs->jobs, zones)
                          : Result<std::vector<jobs::Schedule>>(tl::unexpected(jobs.error()));
    auto services = schedules
        ? recoverServices(journal)
        : Result<services::RecoveredServices>(tl::unexpected(schedules.error()));
    auto incarnations
        = services ? history::Incarnations::recover(journal) : tl::unexpected(services.error());
    if (!incarnations) {
        return tl::unexpected(incarnations.error());
    }
    const auto at = now();
    if (auto status = setAsideDamaged(journal, options.setAsideDamaged, at); !status) {
        return tl::unexpected(status.error());
    }
    const auto incarnation = options.master.id;
    auto framework = jobs->framework;
    auto servicesFramework = services->framework;
    std::unique_ptr<Control> control(new Control(io, journal,
        cluster::Master(std::move(options.master), std::move(*cluster), at),
        jobs::Scheduler(std::move(options.jobs), std::move(*jobs), at), std::move(framework),
        jobs::Schedules(options.schedules, std::move(*schedules), at), std::move(zones),
        services::Scheduler(std::move(options.services), std::move(*services), at),
        std::move(servicesFramework), std::move(*incarnations), std::move(options.measureDisk)));
    control->m_loadTime
        = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begun);
    // With the first batch, before which nothing is sent.
    control->keep(control->m_age.begin(incarnation));
    control->postJobs(jobs::Connected{});
    control->tickSchedules();
    control->postServices(services::Connected{});
    return control;
}

Control::Control(boost::asio::io_context& io, history::Journal& journal, cluster::Master master,
    jobs::Scheduler jobs, FrameworkId jobsFramework, jobs::Schedules schedules, Zones zones,
    services::Scheduler services, FrameworkId servicesFramework, history::Incarnations incarnations,
    DiskRoom::Measure measureDisk)
    : m_io(io), m_timer(io,
                    [this] {
                        postJobs(jobs::Tick{});
                        tickSchedules();
                        postServices(services::Tick{});
                        post(cluster::Tick{});
                    }),
      m_master(std::move(master)),
      m_jobs(std::move(jobs), {std::move(jobsFramework), m_peers.newLink(), m_master}, m_master),
      m_schedules(std::move(schedules), m_batch), m_zones(std::move(zones)),
      m_services(std::move(services), {std::move(servicesFramework), m_peers.newLink(), m_master},
          m_master, m_batch),
      m_room(
          journal.database().path().parent_path(),
          [this] {
              if (onStalled) {
                  onStalled();
              }
          },
          std::move(measureDisk)),
      m_age(journal.mark(), std::move(incarnations)),
      m_writer(io, journal, m_room,
          [this](const Status& written, Duration took) { finishBatch(written, took); }) { }

cluster::Link Control::addFramework(FrameworkPeer peer) {
    return m_peers.add(std::move(peer));
}

cluster::Link Control::addAgent(AgentPeer peer) {
    return m_peers.add(std::move(peer));
}

void Control::removeLink(cluster::Link link) {
    const bool wasFramework = m_peers.remove(link);
    if (wasFramework && m_admission.olderCopy()) {
        return; // it could end for it
    }
    post(cluster::LinkClosed{link});
}

void Control::fromFramework(cluster::Link link, cluster::FrameworkCall call) {
    // Whoever took the place of one of Muster's own would keep it: that never subscribes again.
    if (auto* subscribe = std::get_if<cluster::Subscribe>(&call);
        subscribe != nullptr && !subscribe->info.id.empty()) {
        const auto& id = subscribe->info.id;
        if (id == jobsFramework() || id == servicesFramework()) {
            subscribe->defect = fmt::format(
                "Framework {} is the scheduler of Muster's own {}: subscribe without an id",
                id.value, id == jobsFramework() ? "jobs" : "services");
        }
    }
    post(cluster::FromFramework{link, std::move(call)});
}

void Control::updateFramework(cluster::Link link, cluster::UpdateFramework call, Done done) {
    if (const auto* why = m_admission.whyNotBegin()) {
        return done(tl::unexpected(*why));
    }
    call.request = m_requests.add(std::move(done));
    fromFramework(link, std::move(call));
}

void Control::fromAgent(cluster::Link link, cluster::AgentMessage message) {
    post(cluster::FromAgent{link, std::move(message)});
}

// Who ends a job's attempt wants the job to end, also where its node is drained, which alone would
// let it begin elsewhere.
void Control::killTask(cluster::TaskKey task, cluster::KilledBy by, Done done) {
    const auto* job
        = task.framework == jobsFramework() ? jobs().job(jobs::jobOf(task.task)) : nullptr;
    if (job != nullptr && job->launched && job->task == task.task) {
        return killJob(job->id, std::move(by), std::move(done));
    }
    execute(cluster::OperatorKill{0, std::move(task), std::move(by.author), std::move(by.reason)},
        std::move(done));
}

void Control::submit(
    jobs::JobSpec spec, std::string key, std::string author, JobRequests::Submitted done) {
    if (const auto* why = m_admission.whyNotBegin()) {
        return done(tl::unexpected(*why), false);
    }
    const auto request = m_jobRequests.addSubmission(spec, std::move(author), std::move(done));
    postJobs(jobs::Submit{request, std::move(spec), std::move(key)});
}

void Control::killJob(JobId job, cluster::KilledBy by, Done done) {
    if (const auto* why = m_admission.whyNotEnd()) {
        return done(tl::unexpected(*why));
    }
    const auto request
        = m_jobRequests.addCommand(CommandKind::KillJob, by.author, by.reason, std::move(done));
    postJobs(jobs::KillJob{request, std::move(job), std::move(by.author), std::move(by.reason)});
}

void Control::holdJob(JobId job, std::string author, std::string reason, Done done) {
    if (const auto* why = m_admission.whyNotBegin()) {
        return done(tl::unexpected(*why));
    }
    const auto request
        = m_jobRequests.addCommand(CommandKind::HoldJob, author, reason, std::move(done));
    postJobs(jobs::HoldJob{request, std::move(job), std::move(author), std::move(reason)});
}

void Control::releaseJob(JobId job, std::string author, Done done) {
    if (const auto* why = m_admission.whyNotBegin()) {
        return done(tl::unexpected(*why));
    }
    const auto request
        = m_jobRequests.addCommand(CommandKind::ReleaseJob, std::move(author), {}, std::move(done));
    postJobs(jobs::ReleaseJob{request, std::move(job)});
}

// Of an older copy the screens are still told who is gone.
void Control::post(cluster::MasterInput input) {
    if (m_admission.olderCopy() && !std::holds_alternative<cluster::LinkClosed>(input)) {
        return;
    }
    m_inputs.push_back(std::move(input));
    schedule();
}

void Control::postJobs(jobs::JobsInput input) {
    if (m_admission.olderCopy()) {
        return;
    }
    m_jobs.post(std::move(input));
    schedule();
}

void Control::postServices(services::ServicesInput input) {
    if (!m_admission.olderCopy()) {
        m_services.post(std::move(input));
        schedule();
    }
}

void Control::tickSchedules() {
    if (!m_admission.olderCopy() && m_schedules.schedules().size() > 0) {
        m_schedules.post(jobs::Tick{});
        schedule();
    }
}

void Control::schedule() {
    if (isSettled()) {
        m_scheduled = true;
        boost::asio::post(m_io, [this] { runBatch(); });
    }
}

void Control::runBatch() {
    m_batch.begin(now());
    applyInputs();
    m_scheduled = false;
    for (auto& kept : std::exchange(m_kept, {})) {
        m_batch.keep(std::move(kept.change), std::move(kept.written));
    }
    auto changes = m_batch.takeChanges(journalChange(m_batch.events(), *this, m_batch.now()));
    if (!m_admission.olderCopy()) {
        m_batch.add(m_master.trim());
        for (auto& event : m_jobs.trim()) {
            m_batch.add(std::move(event));
        }
    }
    if (changes.empty()) {
        finishBatch({}, std::nullopt);
    } else {
        m_writer.write(std::move(changes));
    }
}

// One slice of what has changed of the nodes; whether anybody wants to know.
bool Control::tellCluster() {
    const bool jobs = m_jobs.postCluster();
    return m_services.postCluster() || jobs;
}

bool Control::applyOwn(bool mayExplain) {
    const auto takeAll = [this](auto outputs) {
        for (auto& output : outputs) {
            take(std::move(output));
        }
        return true;
    };
    const auto& at = m_batch.now();
    return m_jobs.waiting() > 0     ? takeAll(m_jobs.apply(at, mayExplain))
        : m_schedules.waiting() > 0 ? takeAll(m_schedules.apply(at))
        : m_services.waiting() > 0  ? takeAll(m_services.apply(at))
                                    : false;
}

// The master offers once a batch: what one input frees, another of them may free more of. Its own
// schedulers are told one slice of the news. Of an older copy nothing is offered or explained.
void Control::applyInputs() {
    bool offersDue = false;
    bool mayTell = true; // one slice
    const bool decides = m_admission.olderCopy() == nullptr;
    while (!m_inputs.empty() || hasOwnInputs() || offersDue
        || (decides && std::exchange(mayTell, false) && tellCluster())) {
        if (m_inputs.empty() && applyOwn(decides)) {
            continue;
        }
        cluster::MasterInput input = cluster::Tick{};
        if (!m_inputs.empty()) {
            input = std::move(m_inputs.front());
            m_inputs.pop_front();
        }
        offersDue = !m_inputs.empty() || hasOwnInputs();
        if (onInput) {
            onInput(input);
        }
        using Then = cluster::Master::Then;
        auto outputs = m_master.apply(std::move(input), m_batch.now(),
            offersDue     ? Then::More
                : decides ? Then::Offer
                          : Then::Tell);
        if (onOutputs) {
            onOutputs(outputs);
        }
        for (auto& output : outputs) {
            take(std::move(output));
        }
    }
}

bool Control::fits(const history::Mark& known) {
    const bool wasOlder = m_admission.olderCopy() != nullptr;
    if (auto proof = m_age.onSeen(known)) {
        keep(std::move(*proof));
        if (!wasOlder) {
            refuseUndecided();
        }
        if (onOlderCopy) {
            onOlderCopy();
        }
    }
    return m_admission.olderCopy() == nullptr;
}

// What was taken on and not decided yet. What is being written is what was decided.
void Control::refuseUndecided() {
    std::erase_if(m_inputs, [](const cluster::MasterInput& input) {
        return !std::holds_alternative<cluster::LinkClosed>(input);
    });
    m_jobs.dropInputs();
    m_schedules.dropInputs();
    m_services.dropInputs();
    m_timer.set(std::nullopt);
    const auto why = *m_admission.olderCopy();
    for (auto& done : m_requests.takeAll()) {
        m_batch.whenDurable([done = std::move(done), why] { done(tl::unexpected(why)); });
    }
    m_jobRequests.refuseAll(why);
    m_schedules.refuseAll(why);
    m_services.refuseAll(why);
    for (const auto link : m_peers.agents()) {
        m_batch.whenDurable([this, link, why] { m_peers.close(link, why.message); });
    }
}

void Control::finishBatch(const Status& written, std::optional<Duration> took) {
    if (onWritten && took) {
        onWritten(*took);
    }
    if (!written) {
        m_batch.takeCalls();
        onFatal(written.error());
        return;
    }
    m_age.onCommitted(m_writer.sequence());
    const auto events = m_batch.takeEvents();
    for (const auto& send : m_batch.takeCalls()) {
        send();
    }
    if (!events.empty() && onEvents) {
        onEvents(events);
    }
    armTimer();
    if (waiting() > 0 || (!m_admission.olderCopy() && (m_jobs.hasNews() || m_services.hasNews()))) {
        schedule();
    }
}

void Control::keep(history::Change change, std::function<void()> written) {
    m_kept.push_back({std::move(change), std::move(written)});
    schedule();
}

void Control::prune(Instant now, history::Journal::Keep keep) {
    if (!m_admission.olderCopy()) {
        keep.newest = newestKept();
        m_writer.prune(now, std::move(keep));
    }
}

void Control::take(cluster::MasterOutput output) {
    std::visit(Overloaded{
                   [this](cluster::SendFramework& out) {
                       if (out.link == m_jobs.framework().link()) {
                           m_jobs.post(jobs::FromMaster{std::move(out.event)});
                           return;
                       }
                       if (out.link == m_services.framework().link()) {
                           m_services.post(services::FromMaster{std::move(out.event)});
                           return;
                       }
                       m_batch.whenDurable(
                           [this, out = std::move(out)] { m_peers.send(out.link, out.event); });
                   },
                   [this](cluster::SendAgent& out) {
                       // An id that is acknowledged before its proof is durable would be anybody's
                       // after a crash.
                       const auto* agent = std::get_if<cluster::Registered>(&out.command);
                       if (auto proof
                           = agent != nullptr ? m_peers.proof(out.link, agent->id) : std::nullopt) {
                           m_batch.put(std::move(*proof));
                       }
                       m_batch.whenDurable(
                           [this, out = std::move(out)] { m_peers.send(out.link, out.command); });
                   },
                   [this](cluster::CloseLink& out) {
                       if (m_jobs.framework().isTornDown(out.link)) {
                           m_jobs.reconnect(m_peers.newLink());
                       }
                       if (m_services.framework().isTornDown(out.link)) {
                           m_services.reconnect(m_peers.newLink());
                       }
                       m_batch.whenDurable(
                           [this, out = std::move(out)] { m_peers.close(out.link, out.reason); });
                   },
                   [this](cluster::Events& out) {
                       m_jobs.note(out.list);
                       m_services.note(out.list);
                       m_batch.add(std::move(out.list));
                   },
                   [this](cluster::Answer& out) {
                       if (auto done = m_requests.take(out.request)) {
                           m_batch.whenDurable(
                               [done = std::move(*done), status = std::move(out.status)] {
                                   done(status);
                               });
                       }
                   },
                   [](const cluster::Dropped& out) {
                       spdlog::warn("Framework {}: {}", out.framework.value, out.reason);
                   },
                   [this](cluster::Audit& out) {
                       m_batch.audit(std::move(out.author), std::move(out.action),
                           std::move(out.object), std::move(out.detail));
                   },
               },
        output);
}

void Control::take(jobs::JobsOutput output) {
    std::visit(Overloaded{
                   [this](jobs::Call& out) {
                       if (!m_admission.olderCopy()) {
                           addRunFacts(out.call, jobs(), m_master);
                           m_inputs.emplace_back(cluster::FromFramework{
                               m_jobs.framework().link(), std::move(out.call)});
                       }
                   },
                   [this](jobs::JobEvent& out) {
                       m_schedules.note(out, jobs());
                       m_batch.add(std::move(out));
                   },
                   [this](const jobs::FrameworkNamed& out) {
                       m_batch.put(jobsFrameworkRecord(out.framework));
                   },
                   [this](jobs::Answer& out) { m_jobRequests.onAnswer(std::move(out)); },
               },
        output);
}

void Control::take(jobs::SchedulesOutput output) {
    std::visit(Overloaded{
                   [this](jobs::ScheduleEvent& out) { m_batch.add(std::move(out)); },
                   [this](jobs::SubmitRun& out) {
                       m_jobs.post(jobs::Submit{m_jobRequests.addRun(), runOf(std::move(out))});
                   },
                   [this](jobs::KillRun& out) {
                       constexpr const char* kWhy = "its schedule was deleted";
                       const auto request = m_jobRequests.addCommand(
                           CommandKind::KillJob, out.author, kWhy, [](const Status&) {});
                       m_jobs.post(
                           jobs::KillJob{request, std::move(out.job), std::move(out.author), kWhy});
                   },
                   [this](jobs::ScheduleAnswer& out) { m_schedules.onAnswer(std::move(out)); },
               },
        output);
}

void Control::take(services::ServicesOutput output) {
    std::visit(Overloaded{
                   [this](services::Call& out) {
                       if (!m_admission.olderCopy()) {
                           completeTasks(out, services());
                           m_inputs.emplace_back(cluster::FromFramework{
                               m_services.framework().link(), std::move(out.call)});
                       }
                   },
                   [this](services::ServicesEvent& out) { m_batch.add(std::move(out)); },
                   [this](const services::FrameworkNamed& out) {
                       m_batch.put(servicesFrameworkRecord(out.framework));
                   },
                   [this](services::Answer& out) { m_services.onAnswer(std::move(out)); },
               },
        output);
}

void Control::armTimer() {
    if (m_admission.olderCopy()) {
        return;
    }
    auto due = m_master.nextDeadline();
    takeEarlier(due, jobs().nextDeadline());
    takeEarlier(due, schedules().nextDeadline());
    takeEarlier(due, services().nextDeadline());
    m_timer.set(due);
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/control.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <unistd.h>

#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/journal_guard.h"
#include "agentd/overloaded.h"

namespace muster::agentd {
namespace {

constexpr Duration kRetry = std::chrono::seconds(1); // of what did not fit on the disk
// Below the first nothing more is taken on, until there is the second.
constexpr std::uintmax_t kLeastRoom = std::uintmax_t{8} << 20;
constexpr std::uintmax_t kEnoughRoom = std::uintmax_t{16} << 20;

// Nothing: the file system does not say.
std::optional<std::uintmax_t> roomIn(const std::filesystem::path& folder) {
    std::error_code error;
    const auto space = std::filesystem::space(folder, error);
    if (error) {
        return std::nullopt;
    }
    return ::geteuid() == 0 ? space.free : space.available; // some is kept for root
}

} // namespace

Result<std::unique_ptr<Control>> Control::open(
    boost::asio::io_context& io, Options options, history::Journal& journal) {
    const auto begun = std::chrono::steady_clock::now();
    auto cluster = recoverCluster(journal);
    auto jobs = cluster ? recoverJobs(journal)
                        : Result<jobs::RecoveredJobs>(tl::unexpected(cluster.error()));
    auto incarnations
        = jobs ? history::Incarnations::recover(journal) : tl::unexpected(jobs.error());
    if (!incarnations) {
        return tl::unexpected(incarnations.error());
    }
    const auto at = now();
    if (auto status = setAsideDamaged(journal, options.setAsideDamaged, at); !status) {
        return tl::unexpected(status.error());
    }
    const auto incarnation = options.master.id;
    auto framework = jobs->framework;
    std::unique_ptr<Control> control(new Control(io, journal,
        cluster::Master(std::move(options.master), std::move(*cluster), at),
        jobs::Scheduler(std::move(options.jobs), std::move(*jobs), at), std::move(framework),
        std::move(*incarnations)));
    control->m_loadTime
        = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begun);
    // With the first batch, before which nothing is sent.
    control->keep(control->m_incarnations.begin(incarnation, control->m_mark.sequence));
    control->m_mark.incarnation = incarnation;
    if (const auto& lacks = control->m_incarnations.lacks()) {
        control->stopDeciding(*lacks);
    }
    control->postJobs(jobs::Connected{});
    return control;
}

Control::Control(boost::asio::io_context& io, history::Journal& journal, cluster::Master master,
    jobs::Scheduler jobs, FrameworkId jobsFramework, history::Incarnations incarnations)
    : m_io(io), m_timer(io, [this] { tick(); }), m_journal(journal), m_master(std::move(master)),
      m_jobs(std::move(jobs)), m_jobsFramework(std::move(jobsFramework)), m_news(m_master),
      m_mark(journal.mark()), m_incarnations(std::move(incarnations)), m_retry(io) {
    m_jobsLink = cluster::Link{++m_lastLink};
}

Control::~Control() {
    m_closing = true;
    m_disk.join();
}

cluster::Link Control::addFramework(FrameworkPeer peer) {
    const cluster::Link link{++m_lastLink};
    m_frameworks.emplace(link, std::move(peer));
    return link;
}

cluster::Link Control::addAgent(AgentPeer peer) {
    const cluster::Link link{++m_lastLink};
    m_agents.emplace(link, std::move(peer));
    return link;
}

void Control::removeLink(cluster::Link link) {
    const bool wasFramework = m_frameworks.erase(link) > 0;
    m_agents.erase(link);
    if (wasFramework && m_olderCopy) {
        return; // it could end for it
    }
    post(cluster::LinkClosed{link});
}

void Control::fromFramework(cluster::Link link, cluster::FrameworkCall call) {
    post(cluster::FromFramework{link, std::move(call)});
}

void Control::updateFramework(cluster::Link link, cluster::UpdateFramework call, Done done) {
    if (const auto* why = stalled()) {
        return done(tl::unexpected(*why));
    }
    call.request = ++m_lastRequest;
    m_masterRequests.emplace(m_lastRequest, std::move(done));
    fromFramework(link, std::move(call));
}

void Control::fromAgent(cluster::Link link, cluster::AgentMessage message) {
    post(cluster::FromAgent{link, std::move(message)});
}

void Control::restrict(Restriction restriction, Done done) {
    execute(cluster::OperatorRestrict{0, std::move(restriction)}, std::move(done));
}

void Control::release(GpuUuid gpu, std::string author, Done done) {
    execute(cluster::OperatorRelease{0, std::move(gpu), std::move(author)}, std::move(done));
}

// Who ends a job's attempt wants the job to end, also where its node is drained, which alone would
// let it begin elsewhere.
void Control::killTask(cluster::TaskKey task, cluster::KilledBy by, Done done) {
    const auto* job
        = task.framework == m_jobsFramework ? m_jobs.job(jobs::jobOf(task.task)) : nullptr;
    if (job != nullptr && job->launched && job->task == task.task) {
        return killJob(job->id, std::move(by), std::move(done));
    }
    execute(cluster::OperatorKill{0, std::move(task), std::move(by.author), std::move(by.reason)},
        std::move(done));
}

// Goes into the audit log with the batch that applies it.
std::uint64_t Control::addJobRequest(
    CommandKind command, std::string author, std::string detail, Done done) {
    const auto request = ++m_lastRequest;
    m_jobRequests.emplace(request,
        [this, command, author = std::move(author), detail = std::move(detail),
            done = std::move(done)](const Result<JobId>& job, bool) {
            if (job) {
                audit(author, std::string(info(command).name), job->value, detail);
            }
            m_sends.push_back(
                [done, status = job ? Status() : Status(tl::unexpected(job.error()))] {
                    done(status);
                });
        });
    return request;
}

void Control::submit(jobs::JobSpec spec, std::string key, std::string author,
    std::function<void(Result<JobId>, bool again)> done) {
    if (const auto* why = stalled()) {
        return done(tl::unexpected(*why), false);
    }
    const auto request = ++m_lastRequest;
    m_jobRequests.emplace(request,
        [this, author = std::move(author),
            what
            = spec.user.empty() ? spec.name : fmt::format("{}, as user {}", spec.name, spec.user),
            done = std::move(done)](Result<JobId> job, bool again) {
            if (job && !again) {
                audit(author, "submit", job->value, what);
                m_records.push_back(lastJobRecord(*job));
            }
            m_sends.push_back([done, job = std::move(job), again] { done(job, again); });
        });
    postJobs(jobs::Submit{request, std::move(spec), std::move(key)});
}

void Control::killJob(JobId job, cluster::KilledBy by, Done done) {
    if (const auto* why = unwritten()) {
        return done(tl::unexpected(*why));
    }
    const auto request = addJobRequest(CommandKind::KillJob, by.author, by.reason, std::move(done));
    postJobs(jobs::KillJob{request, std::move(job), std::move(by.author), std::move(by.reason)});
}

void Control::holdJob(JobId job, std::string author, std::string reason, Done done) {
    if (const auto* why = stalled()) {
        return done(tl::unexpected(*why));
    }
    const auto request = addJobRequest(CommandKind::HoldJob, author, reason, std::move(done));
    postJobs(jobs::HoldJob{request, std::move(job), std::move(author), std::move(reason)});
}

void Control::releaseJob(JobId job, std::string author, Done done) {
    if (const auto* why = stalled()) {
        return done(tl::unexpected(*why));
    }
    const auto request
        = addJobRequest(CommandKind::ReleaseJob, std::move(author), {}, std::move(done));
    postJobs(jobs::ReleaseJob{request, std::move(job)});
}

void Control::audit(
    std::string author, std::string action, std::string object, std::string detail) {
    m_audit.push_back(
        {m_now, std::move(author), std::move(action), std::move(object), std::move(detail)});
}

// Of an older copy the screens are still told who is gone.
void Control::post(cluster::MasterInput input) {
    if (m_olderCopy && !std::holds_alternative<cluster::LinkClosed>(input)) {
        return;
    }
    m_masterInputs.push_back(std::move(input));
    schedule();
}

void Control::postJobs(jobs::JobsInput input) {
    if (m_olderCopy) {
        return;
    }
    m_jobsInputs.push_back(std::move(input));
    schedule();
}

void Control::schedule() {
    if (!m_scheduled && !m_writing) {
        m_scheduled = true;
        boost::asio::post(m_io, [this] { runBatch(); });
    }
}

void Control::runBatch() {
    m_now = now();
    applyInputs();
    m_scheduled = false;
    auto changes = takeChanges();
    if (!m_olderCopy) {
        std::ranges::move(m_master.trim(), std::back_inserter(m_events.cluster));
        std::ranges::move(m_jobs.trim(), std::back_inserter(m_events.jobs));
    }
    if (changes.empty()) {
        finishBatch({}, std::nullopt);
    } else {
        write(std::move(changes));
    }
}

// The master offers once a batch: what one input frees, another of them may free more of. The jobs
// are told one slice of the news. Of an older copy nothing is offered or explained.
void Control::applyInputs() {
    bool offersDue = false;
    bool mayTell = true;
    while (!m_masterInputs.empty() || !m_jobsInputs.empty() || offersDue
        || (std::exchange(mayTell, false) && tellJobs())) {
        if (!m_jobsInputs.empty() && m_masterInputs.empty()) {
            auto input = std::move(m_jobsInputs.front());
            m_jobsInputs.pop_front();
            m_jobsConnecting = m_jobsConnecting && !std::holds_alternative<jobs::Connected>(input);
            const auto then = m_jobsInputs.empty() && m_news.isTold() && !m_olderCopy
                ? jobs::Scheduler::Then::Explain
                : jobs::Scheduler::Then::More;
            for (auto& output : m_jobs.apply(std::move(input), m_now, then)) {
                take(std::move(output));
            }
            continue;
        }
        cluster::MasterInput input = cluster::Tick{};
        if (!m_masterInputs.empty()) {
            input = std::move(m_masterInputs.front());
            m_masterInputs.pop_front();
        }
        offersDue = !m_masterInputs.empty() || !m_jobsInputs.empty();
        if (onInput) {
            onInput(input);
        }
        using Then = cluster::Master::Then;
        auto outputs = m_master.apply(std::move(input), m_now,
            offersDue         ? Then::More
                : m_olderCopy ? Then::Tell
                              : Then::Offer);
        if (onOutputs) {
            onOutputs(outputs);
        }
        for (auto& output : outputs) {
            take(std::move(output));
        }
    }
}

void Control::write(std::vector<history::Change> changes) {
    m_writing = true;
    m_changes = std::move(changes); // the disk's until finishBatch()
    boost::asio::post(
        m_disk, [this, self = std::weak_ptr(m_self), work = boost::asio::make_work_guard(m_io)] {
            const auto begun = uptime();
            auto written = m_journal.commit(m_changes);
            const auto took = uptime() - begun;
            boost::asio::post(m_io, [self, took, written = std::move(written)] {
                if (const auto control = self.lock()) {
                    (*control)->finishBatch(written, took);
                }
            });
        });
}

// A call that ends or frees something is as an operator command that does.
const Error* Control::whyNot(const cluster::FrameworkCall& call) const {
    const bool isEnding = std::visit(
        []<typename Call>(const Call&) {
            constexpr bool ends = isOneOf<Call, cluster::Decline, cluster::Suppress, cluster::Kill,
                cluster::Acknowledge, cluster::AcknowledgeOperation, cluster::Shutdown,
                cluster::Teardown>;
            static_assert(ends
                || isOneOf<Call, cluster::Subscribe, cluster::Accept, cluster::Revive,
                    cluster::Reconcile, cluster::Message, cluster::Request,
                    cluster::ReconcileOperations, cluster::AnswerInverseOffers,
                    cluster::UpdateFramework>);
            return ends;
        },
        call);
    return isEnding ? unwritten() : stalled();
}

// Before the disk is full, so that all that was taken on can be written and answered.
void Control::lookAtDisk() {
    const auto room = roomIn(folder());
    if (!room || m_unwritten) {
        return;
    }
    if (!m_stalled && *room < kLeastRoom) {
        stall(*room);
    } else if (m_stalled && *room >= kEnoughRoom) {
        m_stalled.reset();
        spdlog::info("The disk of {} has free space again", folder().string());
        if (onStalled) {
            onStalled();
        }
    }
}

void Control::stall(std::uintmax_t room) {
    if (m_stalled) {
        return;
    }
    const auto mebibytes = room >> 20;
    const auto why = fmt::format("The master's disk is {}: {} MiB of {} free, {} MiB needed. Free "
                                 "some space there; running tasks continue",
        mebibytes == 0 ? "full" : "nearly full", mebibytes, folder().string(), kEnoughRoom >> 20);
    spdlog::error("{}. The master accepts no new work until there is space", why);
    m_stalled = Error{why, Error::Kind::Unavailable};
    if (onStalled) {
        onStalled();
    }
}

// Batches are written in order, so the one that did not fit holds up all others. There is a reserve
// for it.
void Control::writeAgain(const Error& why) {
    if (!std::exchange(m_unwritten, true)) {
        spdlog::error("{}", why.message);
    }
    stall(roomIn(folder()).value_or(0));
    const bool freed = giveUpReserve(folder());
    m_retry.expires_after(freed ? Duration(0) : kRetry);
    m_retry.async_wait([this](boost::system::error_code error) {
        if (!error) {
            write(std::exchange(m_changes, {}));
        }
    });
}

bool Control::fits(const history::Mark& known) {
    if (!m_incarnations.have(known, m_mark)) {
        stopDeciding(known.sequence);
    }
    return !m_olderCopy;
}

// Again, if an agent has seen a later step.
void Control::stopDeciding(std::uint64_t lacks) {
    auto change = m_incarnations.lack(lacks);
    const bool wasOlder = m_olderCopy.has_value();
    if (wasOlder && change.empty()) {
        return;
    }
    if (!change.empty()) {
        keep(std::move(change));
    }
    m_olderCopy = agentd::olderCopy(lacks);
    spdlog::critical("{}", m_olderCopy->message);
    if (!wasOlder) {
        refuseUndecided();
    }
    if (onOlderCopy) {
        onOlderCopy();
    }
}

// What was taken on and not decided yet. What is being written is what was decided.
void Control::refuseUndecided() {
    std::erase_if(m_masterInputs, [](const cluster::MasterInput& input) {
        return !std::holds_alternative<cluster::LinkClosed>(input);
    });
    m_jobsInputs.clear();
    m_timer.set(std::nullopt);
    for (auto& [request, done] : std::exchange(m_masterRequests, {})) {
        m_sends.push_back(
            [done = std::move(done), why = *m_olderCopy] { done(tl::unexpected(why)); });
    }
    for (auto& [request, done] : std::exchange(m_jobRequests, {})) {
        done(tl::unexpected(*m_olderCopy), false); // which sends it
    }
    for (const auto& [link, agent] : m_agents) {
        m_sends.push_back([close = agent.close, why = m_olderCopy->message] { close(why); });
    }
}

std::filesystem::path Control::folder() const {
    return m_journal.database().path().parent_path();
}

void Control::finishBatch(const Status& written, std::optional<Duration> took) {
    if (!written && written.error().cause == Error::Cause::DiskFull) {
        return writeAgain(written.error());
    }
    m_writing = false;
    m_changes.clear();
    if (std::exchange(m_unwritten, false)) {
        lookAtDisk();
    }
    if (onWritten && took) {
        onWritten(*took);
    }
    if (!written) {
        m_sends.clear();
        onFatal(written.error());
        return;
    }
    m_mark.sequence = m_journal.mark().sequence;
    const auto events = std::exchange(m_events, {});
    for (const auto& send : std::exchange(m_sends, {})) {
        send();
    }
    if (!events.empty() && onEvents) {
        onEvents(events);
    }
    armTimer();
    if (!m_masterInputs.empty() || !m_jobsInputs.empty() || !m_kept.empty() || hasJobNews()) {
        schedule();
    }
}

void Control::keep(history::Change change, std::function<void()> written) {
    m_kept.push_back({std::move(change), std::move(written)});
    schedule();
}

void Control::prune(Instant now, history::Journal::Keep keep) {
    if (!m_olderCopy) {
        pruneSlice(now, keep);
    }
}

void Control::pruneSlice(Instant now, history::Journal::Keep keep) {
    boost::asio::post(m_disk, [this, now, keep] {
        const auto pruned = m_journal.prune(now, keep);
        if (!pruned) {
            spdlog::error("{}", pruned.error().message);
        } else if (*pruned == history::Journal::kPruneSlice && !m_closing) {
            pruneSlice(now, keep); // behind the batch that waits
        }
    });
}

void Control::take(cluster::MasterOutput output) {
    std::visit(Overloaded{
                   [this](cluster::SendFramework& out) {
                       if (out.link == m_jobsLink) {
                           m_jobsInputs.emplace_back(jobs::FromMaster{std::move(out.event)});
                           return;
                       }
                       m_sends.push_back([this, out = std::move(out)] {
                           if (const auto peer = m_frameworks.find(out.link);
                               peer != m_frameworks.end()) {
                               peer->second.send(out.event);
                           }
                       });
                   },
                   [this](cluster::SendAgent& out) {
                       if (const auto* agent = std::get_if<cluster::Registered>(&out.command)) {
                           keepProof(out.link, agent->id);
                       }
                       m_sends.push_back([this, out = std::move(out)] {
                           if (const auto peer = m_agents.find(out.link); peer != m_agents.end()) {
                               peer->second.send(out.command);
                           }
                       });
                   },
                   [this](cluster::CloseLink& out) {
                       // Of jobs whose framework an operator has torn down. What else the master
                       // refuses it would refuse again.
                       if (out.link == m_jobsLink && !m_jobsFramework.empty()
                           && !m_master.framework(m_jobsFramework)) {
                           m_jobsLink = cluster::Link{++m_lastLink};
                           m_jobsConnecting = true;
                           m_jobsInputs.emplace_back(jobs::Connected{});
                       }
                       m_sends.push_back([this, out = std::move(out)] {
                           if (const auto peer = m_agents.find(out.link); peer != m_agents.end()) {
                               peer->second.close(out.reason);
                           } else if (const auto other = m_frameworks.find(out.link);
                                      other != m_frameworks.end()) {
                               other->second.close(out.reason);
                           }
                       });
                   },
                   [this](cluster::Events& out) { take(std::move(out.list)); },
                   [this](cluster::Answer& out) {
                       if (auto request = m_masterRequests.extract(out.request)) {
                           m_sends.push_back([done = std::move(request.mapped()),
                                                 status = std::move(out.status)] { done(status); });
                       }
                   },
                   [](const cluster::Dropped& out) {
                       spdlog::warn("Framework {}: {}", out.framework.value, out.reason);
                   },
                   [this](cluster::Audit& out) {
                       audit(std::move(out.author), std::move(out.action), std::move(out.object),
                           std::move(out.detail));
                   },
               },
        output);
}

// An id that is acknowledged before its proof is durable would be anybody's after a crash.
void Control::keepProof(cluster::Link link, const AgentId& id) {
    const auto peer = m_agents.find(link);
    if (peer == m_agents.end() || !peer->second.proof) {
        return;
    }
    if (auto record = peer->second.proof(id)) {
        m_records.push_back(std::move(*record));
    }
}

void Control::take(std::vector<cluster::Event> events) {
    for (const auto& event : events) {
        m_news.note(event);
    }
    std::ranges::move(events, std::back_inserter(m_events.cluster));
}

// What their offers do not tell. While nobody asks for it, what has changed is only noted.
bool Control::hasJobNews() const {
    return !m_olderCopy && !m_news.empty() && m_jobs.needsCluster();
}

bool Control::tellJobs() {
    if (!hasJobNews()) {
        m_news.breakOff();
        return false;
    }
    m_jobsInputs.emplace_back(m_news.takeSlice(m_master));
    return true;
}

void Control::take(jobs::JobsOutput output) {
    std::visit(
        Overloaded{
            [this](jobs::Call& out) {
                if (m_jobsConnecting || m_olderCopy) {
                    return; // for the framework that is gone, or of an older copy
                }
                m_masterInputs.emplace_back(
                    cluster::FromFramework{m_jobsLink, std::move(out.call)});
            },
            [this](jobs::JobEvent& out) { m_events.jobs.push_back(std::move(out)); },
            [this](jobs::FrameworkNamed& out) {
                m_jobsFramework = std::move(out.framework);
                m_records.push_back(jobsFrameworkRecord(m_jobsFramework));
            },
            [this](jobs::Answer& out) {
                if (auto request = m_jobRequests.extract(out.request)) {
                    request.mapped()(std::move(out.job), out.again);
                }
            },
        },
        output);
}

std::vector<history::Change> Control::takeChanges() {
    std::vector<history::Change> changes;
    for (auto& kept : std::exchange(m_kept, {})) {
        changes.push_back(std::move(kept.change));
        if (kept.written) {
            m_sends.push_back(std::move(kept.written));
        }
    }
    auto change = journalChange(m_events, *this, m_now);
    change.audit = std::exchange(m_audit, {});
    for (auto& record : std::exchange(m_records, {})) {
        change.upserts.push_back(std::move(record));
    }
    if (!change.empty()) {
        changes.push_back(std::move(change));
    }
    return changes;
}

void Control::tick() {
    if (m_olderCopy) {
        return;
    }
    m_jobsInputs.emplace_back(jobs::Tick{});
    post(cluster::Tick{});
}

void Control::armTimer() {
    if (m_olderCopy) {
        return;
    }
    auto due = m_master.nextDeadline();
    if (const auto jobs = m_jobs.nextDeadline(); jobs && (!due || *jobs < *due)) {
        due = jobs;
    }
    m_timer.set(due);
}

} // namespace muster::agentd

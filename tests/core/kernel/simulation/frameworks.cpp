// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/simulation/simulation.h"

namespace muster::simulation {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

int rankOf(TaskState state) {
    switch (state) {
    case TaskState::Starting:
        return 1;
    case TaskState::Running:
        return 2;
    case TaskState::Killing:
        return 3;
    default:
        return isTerminal(state) ? 4 : 0;
    }
}

} // namespace

void Simulation::call(Wire* wire, cluster::FrameworkCall call) {
    if (wire && wire->open) {
        sendUp(wire, cluster::FromFramework{wire->link, std::move(call)});
    }
}

// ---- the built-in job scheduler

void Simulation::startJobs() {
    jobs::RecoveredJobs recovered;
    recovered.framework = m_jobs.framework;
    for (const auto& [id, job] : m_jobs.disk) {
        recovered.jobs.push_back(job);
    }
    m_jobs.wakeAt.reset();
    m_jobs.scheduler
        = std::make_unique<jobs::Scheduler>(jobs::JobsOptions{}, std::move(recovered), time());
    applyJobs(jobs::Tick{});
    connectJobs();
}

void Simulation::crashJobs() {
    if (!m_jobs.scheduler) {
        return;
    }
    trace("jobs crash");
    m_jobs.scheduler.reset();
    ++m_jobs.life;
    cut(m_jobs.wire);
    m_jobs.wire = nullptr;
    after(between(milliseconds(100), seconds(20)), [this] { startJobs(); });
}

void Simulation::connectJobs() {
    if (!m_jobs.scheduler || m_jobs.wire) {
        return;
    }
    if (!m_master) {
        after(seconds(1), [this] { connectJobs(); });
        return;
    }
    m_jobs.wire = connect(Wire::Peer::Jobs, 0);
    applyJobs(jobs::Connected{});
}

void Simulation::applyJobs(jobs::JobsInput input) {
    if (!m_jobs.scheduler) {
        return;
    }
    if (const auto* heard = std::get_if<jobs::FromMaster>(&input)) {
        if (const auto* update = std::get_if<cluster::Update>(&heard->event)) {
            trace("jobs hear {} is {}: {}", update->status.task.value,
                wireName(update->status.state), update->status.message);
        }
    }
    const auto outputs = m_jobs.scheduler->apply(std::move(input), time());
    const bool crashes = m_faults && pick(1500) == 0;
    if (crashes && chance(30)) {
        crashJobs();
        return;
    }
    for (const auto& output : outputs) {
        if (const auto* event = std::get_if<jobs::JobEvent>(&output)) {
            std::visit([this](const auto& one) { persist(one); }, *event);
        } else if (const auto* named = std::get_if<jobs::FrameworkNamed>(&output)) {
            m_jobs.framework = named->framework;
        }
    }
    m_jobs.scheduler->trim();
    std::size_t left = crashes ? pick(outputs.size() + 1) : outputs.size() + 1;
    for (const auto& output : outputs) {
        if (left-- == 0) {
            crashJobs();
            return;
        }
        if (const auto* sent = std::get_if<jobs::Call>(&output)) {
            if (const auto* accept = std::get_if<cluster::Accept>(&sent->call)) {
                for (const auto& task :
                    std::get<cluster::LaunchTasks>(accept->operations.at(0)).tasks) {
                    trace("jobs launch {} on {}", task.id.value, task.agent.value);
                }
            }
            call(m_jobs.wire, sent->call);
        } else if (const auto* answer = std::get_if<jobs::Answer>(&output)) {
            if (answer->job) {
                m_jobs.accepted.insert(*answer->job);
            }
        }
    }
    const auto due = m_jobs.scheduler->nextDeadline();
    if (due && (!m_jobs.wakeAt || *due < *m_jobs.wakeAt)) {
        m_jobs.wakeAt = due;
        at(*due, [this, life = m_jobs.life, due] {
            if (m_jobs.life == life && m_jobs.wakeAt == due) {
                m_jobs.wakeAt.reset();
                applyJobs(jobs::Tick{});
            }
        });
    }
}

void Simulation::submitJob() {
    jobs::JobSpec spec;
    spec.name = "job";
    spec.user = "root";
    spec.payload = "true";
    spec.resources.setScalar(Resources::Cpus, Milli::whole(static_cast<std::int64_t>(1 + pick(4))));
    spec.resources.setScalar(
        Resources::Mem, Milli::whole(static_cast<std::int64_t>(32 << pick(6))));
    spec.resources.setScalar(Resources::Gpus, Milli::whole(static_cast<std::int64_t>(pick(3))));
    spec.retries = static_cast<int>(pick(3));
    spec.priority = static_cast<int>(pick(3));
    applyJobs(jobs::Submit{m_jobs.nextRequest++, std::move(spec)});
}

void Simulation::killJob() {
    if (!m_jobs.scheduler || m_jobs.accepted.empty()) {
        return;
    }
    const auto job = std::next(
        m_jobs.accepted.begin(), static_cast<std::ptrdiff_t>(pick(m_jobs.accepted.size())));
    m_jobs.killAsked.insert(*job);
    trace("{} is to be killed", job->value);
    applyJobs(jobs::KillJob{m_jobs.nextRequest++, *job, "carol"});
}

// ---- frameworks of others

void Simulation::connectExternal(std::size_t index) {
    External& external = m_externals[index];
    if (external.wire && external.wire->open) {
        return; // it has come back by another way meanwhile
    }
    if (!m_master) {
        after(seconds(1), [this, index] { connectExternal(index); });
        return;
    }
    external.wire = connect(Wire::Peer::External, index);
    call(external.wire, cluster::Subscribe{external.info});
}

void Simulation::externalHears(std::size_t index, const cluster::FrameworkEvent& event) {
    External& external = m_externals[index];
    if (const auto* subscribed = std::get_if<cluster::Subscribed>(&event)) {
        external.info.id = subscribed->framework;
        call(external.wire, cluster::Reconcile{});
    } else if (const auto* offers = std::get_if<cluster::Offers>(&event)) {
        for (const cluster::OfferPtr& offer : offers->offers) {
            externalAnswers(external, *offer);
        }
    } else if (const auto* update = std::get_if<cluster::Update>(&event)) {
        externalUpdate(external, update->status);
    } else if (const auto* error = std::get_if<cluster::FrameworkError>(&event)) {
        trace("{} hears: {}", external.info.name, error->message);
        if (error->message.find("removed") != std::string::npos) {
            external.info.id = {};
            external.tasks.clear();
        }
    }
}

void Simulation::externalAnswers(External& external, const cluster::Offer& offer) {
    if (!m_faults || chance(50)) {
        const Duration refuse = m_faults ? between(seconds(0), seconds(20)) : Duration(minutes(60));
        call(external.wire, cluster::Decline{{offer.id}, refuse});
        return;
    }
    if (chance(10)) { // forgets it for a while
        after(seconds(30), [this, wire = external.wire, id = offer.id] {
            call(wire, cluster::Decline{{id}, seconds(1)});
        });
        return;
    }
    cluster::LaunchTasks launch;
    const std::size_t count = 1 + pick(2);
    for (std::size_t i = 0; i < count; ++i) {
        cluster::TaskInfo task;
        task.id.value = fmt::format("{}-{}", external.info.name, external.nextTask++);
        task.name = task.id.value;
        task.agent = offer.agent;
        task.resources.setScalar(
            Resources::Cpus, Milli::whole(static_cast<std::int64_t>(1 + pick(5))));
        task.resources.setScalar(Resources::Mem, Milli::whole(128));
        task.resources.setScalar(Resources::Gpus, Milli{static_cast<std::int64_t>(pick(7) * 500)});
        external.tasks[task.id].agent = offer.agent;
        launch.tasks.push_back(std::move(task));
    }
    call(external.wire,
        cluster::Accept{{offer.id}, {std::move(launch)}, between(seconds(0), seconds(5))});
}

// A terminal state is absorbing, and what an agent tells of a task comes in order. A master that
// was restarted may not know of an end that it told; only then may it say unknown.
void Simulation::externalUpdate(External& external, const cluster::TaskStatus& status) {
    External::Seen& seen = external.tasks[status.task];
    trace("{} hears {} is {}: {}", external.info.name, status.task.value, wireName(status.state),
        status.message);
    const bool aware = external.info.has(cluster::Capability::PartitionAware);
    const bool unknown = status.message == "Reconciliation: Task is unknown";
    if (seen.end && seen.end != status.state && !unknown
        && (aware || *seen.end != TaskState::Lost)) {
        throw Violation(fmt::format("{} was {} and now is {}", status.task.value,
            wireName(*seen.end), wireName(status.state)));
    }
    if (isTerminal(status.state) && !unknown) {
        seen.end = status.state;
    }
    if (status.uuid) {
        const int rank = rankOf(status.state);
        if (rank < seen.rank) {
            throw Violation(
                fmt::format("{} went back to {}", status.task.value, wireName(status.state)));
        }
        seen.rank = rank;
        if (!m_faults || chance(90)) {
            call(external.wire, cluster::Acknowledge{status.agent, status.task, *status.uuid});
        }
    }
}

void Simulation::externalActs(std::size_t index) {
    External& external = m_externals[index];
    const auto someTask = [&] {
        return external.tasks.empty() ? TaskId{"ghost"}
                                      : std::next(external.tasks.begin(),
                                          static_cast<std::ptrdiff_t>(pick(external.tasks.size())))
                                            ->first;
    };
    switch (pick(6)) {
    case 0:
    case 1:
        call(external.wire, cluster::Kill{someTask(), between(seconds(0), seconds(4))});
        break;
    case 2:
        call(external.wire, cluster::Reconcile{{{someTask(), {}}}});
        break;
    case 3:
        call(external.wire,
            chance(50) ? cluster::FrameworkCall{cluster::Suppress{}}
                       : cluster::FrameworkCall{cluster::Revive{}});
        break;
    case 4: // fails over: a second connection while the first is there
        if (m_master && external.wire && !external.info.id.empty()) {
            Wire* former = std::exchange(external.wire, nullptr);
            connectExternal(index);
            after(seconds(15), [this, former] { cut(former); });
        }
        break;
    default:
        if (chance(20)) {
            call(external.wire, cluster::Teardown{});
        } else {
            call(external.wire, cluster::Revive{});
        }
        break;
    }
}

} // namespace muster::simulation

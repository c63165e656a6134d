// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/kernel/node/agent.h"

// One cluster in one process, in virtual time: a real master, real agents, the real job scheduler
// and random frameworks of others, joined by links that delay and break; containers are fake. Every
// choice comes from the seed, so a failing seed replays exactly.
namespace muster::simulation {

// An invariant does not hold; what() says which and where.
struct Violation : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A connection to the master. Order is kept, as TCP does; a cut loses what is under way.
struct Wire {
    enum class Peer { Agent, Jobs, External };
    cluster::Link link{};
    Peer peer = Peer::Agent;
    std::size_t index = 0; // of the peer
    bool open = true;
    Instant upFree; // when the last message up arrives
    Instant downFree;
};

// The truth about what runs, kept beside the kernel and never told by it.
struct Container {
    enum class State { Launching, Failed, Running, Exited };
    cluster::TaskKey key;
    std::vector<GpuUuid> gpus;
    Resources resources;
    State state = State::Launching;
    node::Exit exit;
};

struct AgentDisk {
    AgentId id;
    std::map<ContainerId, node::TaskCheckpoint> tasks;
    std::vector<Restriction> restrictions;
};

struct Machine {
    node::AgentOptions options;
    std::unique_ptr<node::Agent> agent; // none: crashed
    AgentDisk disk;
    Wire* wire = nullptr;
    std::map<ContainerId, Container> containers;
    std::set<GpuUuid> lost;
    bool rebooted = false; // since it was last up
    AgentId former; // that it was before its disk was wiped
    Instant brokenUntil{}; // its runtime launches nothing
    std::uint64_t life = 0;
    std::optional<Uptime> wakeAt;
};

struct MasterDisk {
    std::map<FrameworkId, cluster::FrameworkInfo> frameworks;
    std::vector<FrameworkId> removedFrameworks;
    std::map<cluster::TaskKey, cluster::Task> tasks;
    std::map<AgentId, cluster::AgentRecord> agents;
    std::map<GpuUuid, cluster::GpuRestriction> restrictions;
};

struct JobsSide {
    std::unique_ptr<jobs::Scheduler> scheduler;
    FrameworkId framework; // stored
    std::map<JobId, jobs::Job> disk;
    Wire* wire = nullptr;
    std::uint64_t life = 0;
    std::optional<Uptime> wakeAt;
    std::set<JobId> accepted; // the client's own log of answered submits
    std::set<JobId> killAsked;
    std::set<JobId> exitedZero; // the containers' own record
    std::uint64_t nextRequest = 1;
};

// What the operators know: each order that they gave, and which were acknowledged.
struct Operators {
    // Of each GPU, the last order that was acknowledged and those after it, of which nobody knows;
    // nothing: to be released.
    std::map<GpuUuid, std::vector<std::optional<Restriction>>> restrictions;
    std::map<cluster::TaskKey, Instant> killed; // when it was acknowledged
    std::set<AgentId> closed; // drained or deactivated, and not ordered otherwise since
    std::set<AgentId> gone;
    bool answered = false; // the order in work
};

// A framework of somebody else.
struct External {
    cluster::FrameworkInfo info;
    Wire* wire = nullptr;
    struct Seen {
        AgentId agent;
        int rank = 0; // of the updates with a UUID: starting < running < killing < end
        std::optional<TaskState> end;
    };
    std::map<TaskId, Seen> tasks;
    int nextTask = 0;
};

class Simulation {
public:
    Simulation(std::uint64_t seed, bool trace);
    // Throws Violation. Everything must be quiet and consistent at the end.
    void run();
    std::size_t steps() const { return m_steps; }

private:
    using Action = std::function<void()>;

    // ---- simulation.cpp: time, links, faults
    void at(Instant when, Action action);
    Now time() const { return {m_now + m_wallStep, Now(m_now).uptime}; }
    void at(Uptime due, Action action) {
        at(std::max(Instant(due.time_since_epoch()), m_now), std::move(action));
    }
    void after(Duration delay, Action action) { at(m_now + delay, std::move(action)); }
    std::uint64_t pick(std::uint64_t below) { return m_random() % below; }
    bool chance(unsigned percent) { return pick(100) < percent; }
    Duration between(Duration least, Duration most);
    Duration travel(); // of one message
    Wire* connect(Wire::Peer peer, std::size_t index);
    void cut(Wire* wire);
    void peerLost(const Wire& wire);
    void sendUp(Wire* wire, cluster::MasterInput input);
    void sendDown(Wire* wire, Action deliver);
    void fault();
    // ---- operators.cpp
    void operatorActs(const AgentId& agent);
    bool order(cluster::MasterInput input); // whether it was acknowledged
    void restrict(const GpuUuid& gpu);
    void release(const GpuUuid& gpu);
    void killTask();
    void killAll();
    void close(const AgentId& agent, bool drain);
    void reopen(const AgentId& agent);
    void markGone(std::size_t machine);
    void checkOrders(); // when every link is up again
    bool isHeld(const GpuUuid& gpu, const std::optional<Restriction>& restriction) const;
    void reserve(const AgentId& agent); // for a role that nobody has
    void unreserve(const AgentId& agent); // all of it
    void rescindOne(); // of all offers
    void heal();
    void check();
    void checkQuiet();
    template <typename... Args>
    void trace(fmt::format_string<Args...> format, Args&&... args) {
        if (m_trace) {
            note(fmt::format(format, std::forward<Args>(args)...));
        }
    }
    void note(const std::string& text) const;

    // ---- master_side.cpp
    void startMaster();
    void crashMaster();
    void applyMaster(cluster::MasterInput input);
    void persist(const cluster::FrameworkAdded& event);
    void persist(const cluster::FrameworkUpdated& event);
    void persist(const cluster::FrameworkRemoved& event);
    void persist(const cluster::AgentRecorded& event);
    void persist(const cluster::RestrictionChanged& event);
    void persist(const cluster::TaskAdded& event) { persistTask(event.task); }
    void persist(const cluster::TaskUpdated& event) { persistTask(event.task); }
    void persist(const cluster::TaskKillWanted& event) { persistTask(event.task); }
    void persist(const auto&) { } // it does not outlive the master
    void persistTask(const cluster::TaskKey& key);
    void perform(const cluster::MasterOutput& output);

    // ---- machine.cpp
    void startAgent(std::size_t index);
    void crashAgent(std::size_t index, bool reboot = false);
    void wipe(std::size_t index); // its work directory, while it is down
    void connectAgent(std::size_t index);
    void applyAgent(std::size_t index, node::AgentInput input);
    void perform(std::size_t index, const node::AgentOutput& output);
    void launch(std::size_t index, const node::Launch& launch);
    void containerStarts(std::size_t index, const ContainerId& id);
    void containerExits(std::size_t index, const ContainerId& id, node::Exit exit);
    void tellAgent(std::size_t index, node::AgentInput input);
    void reportGpus(std::size_t index);
    Resources running(const Machine& machine) const;

    // ---- frameworks.cpp
    void startJobs();
    void crashJobs();
    void connectJobs();
    void applyJobs(jobs::JobsInput input);
    void persist(const jobs::JobAdded& event) { persistJob(event.job); }
    void persist(const jobs::JobUpdated& event) { persistJob(event.job); }
    void persistJob(const JobId& job) { m_jobs.disk[job] = *m_jobs.scheduler->job(job); }
    void submitJob();
    void killJob();
    void connectExternal(std::size_t index);
    void externalHears(std::size_t index, const cluster::FrameworkEvent& event);
    void externalAnswers(External& external, const cluster::Offer& offer);
    void externalUpdate(External& external, const cluster::TaskStatus& status);
    void externalActs(std::size_t index);
    void call(Wire* wire, cluster::FrameworkCall call);

    std::mt19937_64 m_random;
    bool m_trace;
    Instant m_start{std::chrono::hours(480000)};
    Instant m_now = m_start;
    Duration m_wallStep{}; // by which somebody has set the wall clock
    std::map<std::pair<Instant, std::uint64_t>, Action> m_events;
    std::uint64_t m_nextEvent = 0;
    std::size_t m_steps = 0;
    bool m_faults = true;

    std::unique_ptr<cluster::Master> m_master;
    MasterDisk m_masterDisk;
    std::uint64_t m_masterLife = 0;
    std::optional<Uptime> m_masterWakeAt;
    std::vector<std::unique_ptr<Wire>> m_wires; // by link number
    std::vector<Machine> m_machines;
    JobsSide m_jobs;
    std::vector<External> m_externals;
    Operators m_operators;
    std::map<GpuUuid, ContainerId> m_heldGpus; // I1's oracle
};

} // namespace muster::simulation

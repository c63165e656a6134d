// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/cluster/master.h"

namespace muster::cluster {

// A master with hand-driven agents and frameworks, named by the tests. Everything that the master
// sends is kept by the link it was sent on, as text lines and as values.
//
//   World world;
//   world.draw("node1: cpus:8;mem:1024;gpus:2 / node2: cpus:4;mem:512");
//   world.subscribe("f");           // -> "f subscribed", "f offered node1 cpus:8; ..."
class World {
public:
    explicit World(MasterOptions options = {.id = "M"}, Recovered recovered = {});

    // Agents in order: node1 becomes M-S0. GPUs are named "<agent>-g<minor>".
    void draw(std::string_view text);
    void registerAgent(
        const std::string& name, std::string_view resources, std::vector<LiveTask> tasks = {});
    void registerAgain(const std::string& name, std::vector<LiveTask> tasks = {},
        std::vector<LiveExecutor> executors = {});
    void attribute(const std::string& name, std::string_view attributes); // when it registers next
    void home(const std::string& name, std::string_view home); // when it registers next
    // Another GPU for it, or none any more, when it registers next.
    void putGpu(const std::string& name, const std::string& uuid);
    void takeGpus(const std::string& name);
    void confirmOrders(const std::string& name); // that it was sent on this connection
    void letExpire(const std::string& name); // what its GPUs are restricted by
    void cutAgent(const std::string& name);
    // GPUs by minor: '.' free, 'r' restricted, 'l' lost, 'a' held
    void updateGpus(const std::string& name, std::string_view states);

    void subscribe(const std::string& name, std::set<Capability> capabilities = {},
        Duration failoverTimeout = Duration::zero());
    void subscribeAs(const std::string& name, std::set<std::string> roles,
        std::set<std::string> suppressed = {}, Duration failoverTimeout = Duration::zero());
    void subscribeAgain(const std::string& name); // with its id, on a new link
    void cutFramework(const std::string& name);
    void call(const std::string& framework, FrameworkCall call);
    void accept(const std::string& framework, std::vector<TaskInfo> tasks,
        Duration refuse = kDefaultRefusal); // every offer that it has
    FrameworkInfo& info(const std::string& framework) { return m_frameworks[framework].info; }
    void carryOut(const std::string& framework, std::vector<Operation> operations,
        Duration refuse = Duration::zero()); // on every offer that it has
    void declineAll(const std::string& framework, Duration refuse = kDefaultRefusal);
    TaskInfo task(const std::string& id, const std::string& agent, std::string_view resources);
    void update(const std::string& agent, const std::string& framework, const std::string& task,
        TaskState state, std::uint8_t uuid);

    void apply(MasterInput input);
    void advance(Duration by); // ticks at every deadline on the way

    // The lines since the last look, and forgets them: "f offered node1 cpus:8; mem:1024".
    std::vector<std::string> told();
    std::vector<std::string> toldTo(const std::string& name);

    Resources parse(std::string_view resources) const;
    Link link(const std::string& agent) const { return m_agents.at(agent).link; }
    AgentId agentId(const std::string& name) const { return m_agents.at(name).id; }
    FrameworkId frameworkId(const std::string& name) const { return m_frameworks.at(name).id; }
    const Agent& agent(const std::string& name) const { return *m_master.agent(agentId(name)); }
    TaskKey key(const std::string& framework, const std::string& task) const;
    const Task* task(const std::string& framework, const std::string& task) const;
    LiveTask live(const std::string& framework, const TaskInfo& task, TaskState state) const;
    std::string gpuStates(const std::string& name) const; // ".oalr" by minor
    Master& master() { return m_master; }
    Instant now() const { return m_now; }
    bool trims = true; // after each input, as if it were a batch
    void trim() { m_master.trim(); }
    Duration wallStep{}; // by which somebody has set the wall clock

    std::vector<TaskStatus> updates; // told to frameworks, in order
    std::vector<InverseOffer> inverseOffers; // made to frameworks, in order
    std::vector<MasterOutput> outputs; // of the last input
    std::vector<Answer> answers;
    std::vector<Audit> audits;
    std::vector<OperationUpdate> operations; // told to frameworks, in order
    std::vector<std::string> dropped; // why

private:
    struct AgentPeer {
        AgentId id;
        Link link{};
        AgentInfo info;
        std::vector<GpuStatus> gpus;
        std::uint64_t lastOrder = 0;
    };
    struct FrameworkPeer {
        FrameworkId id;
        Link link{};
        FrameworkInfo info;
        std::set<std::string> suppressed;
        std::vector<OfferId> offers;
    };

    void take(const SendFramework& sent);
    void take(const SendAgent& sent);
    void setRestriction(
        AgentPeer& agent, const GpuUuid& gpu, std::optional<Restriction> restriction);
    void take(const CloseLink& close);
    void take(const Events&) { }
    void take(const Answer& answer) { answers.push_back(answer); }
    void take(const Audit& audit) { audits.push_back(audit); }
    void take(const Dropped& one) { dropped.push_back(one.reason); }
    std::string agentName(const AgentId& id) const;
    void sendRegister(
        AgentPeer& agent, std::vector<LiveTask> tasks, std::vector<LiveExecutor> executors = {});

    Instant m_now{std::chrono::hours(480000)};
    Master m_master;
    std::map<std::string, AgentPeer> m_agents;
    std::map<std::string, FrameworkPeer> m_frameworks;
    std::map<Link, std::string> m_names;
    std::vector<std::pair<std::string, std::string>> m_lines; // name, text
    std::uint64_t m_nextLink = 1;
};

} // namespace muster::cluster
